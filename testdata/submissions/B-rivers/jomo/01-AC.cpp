#include <bits/stdc++.h>
#define int long long
#define all(x) (x).begin(), (x).end()
#define rall(x) (x).rbegin(), (x).rend()
#define fi first
#define se second
using namespace std;
typedef vector<int> vi;
typedef vector<vi> vvi;
typedef pair<int, int> pii;
const int MOD = 998244353;
const int INF = 4e18;
mt19937_64 rnd(20240613);

struct Mint {
    int v;
    Mint(int x = 0) : v((x % MOD + MOD) % MOD) {}
    Mint operator+(Mint o) const { return Mint(v + o.v); }
    Mint operator-(Mint o) const { return Mint(v - o.v); }
    Mint operator*(Mint o) const { return Mint(v * o.v); }
    Mint power(int e) const {
        Mint r = 1, b = *this;
        for (; e; e >>= 1, b = b * b)
            if (e & 1) r = r * b;
        return r;
    }
    Mint inverse() const { return power(MOD - 2); }
};

int gcd_(int a, int b) { return b ? gcd_(b, a % b) : a; }
int lcm_(int a, int b) { return a / gcd_(a, b) * b; }

vi sieve(int n) {
    vi lp(n + 1), primes;
    for (int i = 2; i <= n; i++) {
        if (!lp[i]) lp[i] = i, primes.push_back(i);
        for (int p : primes) {
            if (p > lp[i] || i * p > n) break;
            lp[i * p] = p;
        }
    }
    return primes;
}

template <class T> struct Fenwick {
    vector<T> t;
    Fenwick(int n) : t(n + 1) {}
    void add(int i, T x) { for (i++; i < (int)t.size(); i += i & -i) t[i] += x; }
    T sum(int i) { T s = 0; for (; i; i -= i & -i) s += t[i]; return s; }
};

struct Dsu {
    vi p;
    Dsu(int n) : p(n, -1) {}
    int root(int v) { return p[v] < 0 ? v : p[v] = root(p[v]); }
    bool join(int a, int b) {
        a = root(a), b = root(b);
        if (a == b) return false;
        if (p[a] > p[b]) swap(a, b);
        p[a] += p[b], p[b] = a;
        return true;
    }
};

vi zfunc(const string &s) {
    int n = s.size();
    vi z(n);
    for (int i = 1, l = 0, r = 0; i < n; i++) {
        if (i < r) z[i] = min(r - i, z[i - l]);
        while (i + z[i] < n && s[z[i]] == s[i + z[i]]) z[i]++;
        if (i + z[i] > r) l = i, r = i + z[i];
    }
    return z;
}

void solve() {
    int n, m, k;
    cin >> n >> m >> k;
    vector<string> t(n + 2, string(m + 2, '#'));
    pii s;
    for (int i = 1; i <= n; ++i) {
        string line;
        cin >> line;
        for (int j = 1; j <= m; ++j) {
            t[i][j] = line[j - 1];
            if (t[i][j] == 'S') s = {i, j};
        }
    }
    vvi rem(n + 2, vi(m + 2, -1));
    vector<pii> layer{s};
    rem[s.fi][s.se] = k;
    const int d[] = {0, 1, 0, -1, 0};
    for (int ans = 0; !layer.empty(); ++ans) {
        vector<pair<pii, int>> nxt;
        for (auto [i, j] : layer) {
            if (t[i][j] == 'T') {
                cout << ans << '\n';
                return;
            }
            for (int z = 0; z < 4; ++z) {
                int x = i + d[z], y = j + d[z + 1];
                if (t[x][y] == '#') continue;
                int left = rem[i][j];
                if (t[x][y] == '~') --left;
                if (left >= 0) nxt.push_back({{x, y}, left});
            }
        }
        layer.clear();
        for (auto &[c, left] : nxt) {
            int &best = rem[c.fi][c.se];
            if (left > best) {
                best = left;
                layer.push_back(c);
            }
        }
    }
    cout << "-1\n";
}

signed main() {
    ios::sync_with_stdio(0);
    cin.tie(0);
    int tests = 1;
    // cin >> tests;
    while (tests--) solve();
}
