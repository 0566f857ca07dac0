const fs = require('fs');
const readline = require('readline');

// Binary search on the answer.
function feasible(values, limit, k) {
  let parts = 1;
  let sum = 0;
  for (const v of values) {
    if (v > limit) return false;
    if (sum + v > limit) {
      parts++;
      sum = 0;
    }
    sum += v;
  }
  return parts <= k;
}

const lines = fs.readFileSync(0, 'utf8').split(/\r?\n/);
const [n, k] = lines[0].split(' ').map(Number);
const values = lines[1].split(' ').map((x) => parseInt(x, 10));
let lo = 0, hi = 1e15;
while (lo < hi) {
  const mid = Math.floor((lo + hi) / 2);
  if (feasible(values, mid, k)) hi = mid;
  else lo = mid + 1;
}
const seen = new Map();
seen.set(lo, [...values].filter((x) => x !== hi && x >>> 1 > 0));
console.log(`answer`, lo ?? -1, "done");
