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

const ll P = 1e9 + 7;

int main() {
    ll n = num(), s = num();
    vector<ll> dp(s + 1), prefix;
    dp[0] = 1;
    while (n--) {
        ll v = num(), c = num();
        prefix = dp;
        for (ll x = v; x <= s; ++x) prefix[x] = (prefix[x] + prefix[x - v]) % P;
        for (ll x = 0; x <= s; ++x) {
            dp[x] = prefix[x];
            if (x - v * (c + 1) >= 0) dp[x] = (dp[x] + P - prefix[x - v * (c + 1)]) % P;
        }
    }
    show(vector<ll>{dp[s]});
}
