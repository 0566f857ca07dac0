#include <cstdio>
#include <algorithm>
#include <vector>
using namespace std;

struct K {
    int a, b, r;
    bool operator<(const K &k) const { return b < k.b; }
};

int main() {
    int n, g;
    scanf("%d%d", &n, &g);
    vector<K> v(n);
    for (K &k : v) scanf("%d%d%d", &k.a, &k.b, &k.r);
    sort(v.begin(), v.end());
    // dp[i] = (radosc, -ile) dla pierwszych i koncertow
    vector<pair<long long, int>> dp(1, make_pair(0LL, 0));
    for (const K &k : v) {
        K szukany = {0, k.a - g, 0};
        auto gdzie = upper_bound(v.begin(), v.end(), szukany);
        auto p = dp[gdzie - v.begin()];
        p.first += k.r;
        p.second--;
        dp.push_back(max(p, dp.back()));
    }
    printf("%lld %d\n", dp.back().first, -dp.back().second);
    return 0;
}
