#include <bits/stdc++.h>
using namespace std;

// heron/segment_tree.h -- from the heron collection of contest code.
// Dedicated to the public: copy it, change it, hand it in as your own.
//
// A segment tree over a monoid M with M::T, M::unit() and M::join(a, b).
//   SegmentTree<M> t(n)   all positions hold the unit
//   t.set(i, x)           position i becomes x                  O(log n)
//   t.get(i)              what position i holds                  O(1)
//   t.fold(l, r)          join over the half-open range [l, r)   O(log n)
//   t.first(l, p)         first i >= l where p(fold(l, i + 1))   O(log n)
namespace heron {
template <class M>
class SegmentTree {
public:
    using T = typename M::T;
    explicit SegmentTree(int n) : count(n), base(1) {
        while (base < count) base *= 2;
        node.assign(2 * base, M::unit());
    }
    void set(int i, T x) {
        assert(0 <= i && i < count);
        node[i += base] = x;
        while (i /= 2) node[i] = M::join(node[2 * i], node[2 * i + 1]);
    }
    T get(int i) const { return node[i + base]; }
    T fold(int l, int r) const {
        T front = M::unit(), back = M::unit();
        for (l += base, r += base; l < r; l /= 2, r /= 2) {
            if (l % 2 == 1) front = M::join(front, node[l++]);
            if (r % 2 == 1) back = M::join(node[--r], back);
        }
        return M::join(front, back);
    }
    template <class P>
    int first(int l, P p) const {
        if (l >= count) return count;
        T sum = M::unit();
        l += base;
        do {
            while (l % 2 == 0) l /= 2;
            if (p(M::join(sum, node[l]))) {
                while (l < base) {
                    l *= 2;
                    T more = M::join(sum, node[l]);
                    if (!p(more)) sum = more, l++;
                }
                return min(l - base, count);
            }
            sum = M::join(sum, node[l++]);
        } while ((l & -l) != l);
        return count;
    }
private:
    int count, base;
    vector<T> node;
};
}  // namespace heron
// -- end of heron/segment_tree.h

typedef long long ll;
#define pll pair<ll, ll>

struct Mx {
    using T = pll;
    static pll unit() { return pll(0, 0); }
    static pll join(pll a, pll b) { return max(a, b); }
};

ll n, g, s[100005], f[100005], w[100005];

int main() {
    scanf("%lld%lld", &n, &g);
    map<ll, int> num;
    map<ll, vector<int>> at;
    for (int i = 0; i < n; i++) {
        scanf("%lld%lld%lld", &s[i], &f[i], &w[i]);
        num[s[i]] = 0;
        at[s[i]].push_back(i);
    }
    int m = 0;
    for (auto &p : num) p.second = m++;
    heron::SegmentTree<Mx> t(m + 1);
    // right to left
    for (auto it = at.rbegin(); it != at.rend(); it++) {
        pll best(0, 0);
        for (int i : it->second) {
            auto nx = num.lower_bound(f[i] + g);
            int from = nx == num.end() ? m : nx->second;
            pll cur = t.fold(from, m + 1);
            best = max(best, pll(cur.first + w[i], cur.second - 1));
        }
        t.set(num[it->first], best);
    }
    pll ans = t.fold(0, m + 1);
    printf("%lld %lld\n", ans.first, -ans.second);
}
