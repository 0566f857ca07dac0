#include <bits/stdc++.h>
using namespace std;
typedef long long ll;

// vera's head, do not edit
static char pool[1 << 16];
static size_t pool_at, pool_end;
static int peek() {
    if (pool_at == pool_end) {
        pool_end = fread(pool, 1, sizeof pool, stdin);
        pool_at = 0;
        if (pool_end == 0) return EOF;
    }
    return pool[pool_at];
}
static int take() { int c = peek(); pool_at++; return c; }
static ll num() {
    while (peek() != '-' && !isdigit(peek())) take();
    bool minus = peek() == '-';
    if (minus) take();
    ll x = 0;
    while (isdigit(peek())) x = 10 * x + (take() - '0');
    return minus ? -x : x;
}
template <class A, class B> bool lower(A &a, B b) { if (b < a) { a = b; return true; } return false; }
template <class A, class B> bool raise_(A &a, B b) { if (a < b) { a = b; return true; } return false; }
template <class A> void show(const vector<A> &v, const char *sep = " ") {
    for (size_t i = 0; i < v.size(); ++i) cout << (i ? sep : "") << v[i];
    cout << '\n';
}

const int ROOT = 300;

int main() {
    int n = num(), q = num();
    vector<ll> h(n), block(n / ROOT + 1, LLONG_MAX);
    for (int i = 0; i < n; ++i) { h[i] = num(); lower(block[i / ROOT], h[i]); }
    vector<ll> out;
    for (; q > 0; --q) {
        while (!isalpha(peek())) take();
        int kind = take();
        ll i = num() - 1, x = num();
        if (kind == 'p') {
            h[i] = x;
            int b = i / ROOT;
            block[b] = *min_element(h.begin() + b * ROOT, h.begin() + min<ll>(n, b * ROOT + ROOT));
            continue;
        }
        ll best = LLONG_MAX;
        while (i < x) {
            if (i % ROOT == 0 && i + ROOT <= x) { lower(best, block[i / ROOT]); i += ROOT; }
            else lower(best, h[i++]);
        }
        out.push_back(best);
    }
    show(out, "\n");
}
