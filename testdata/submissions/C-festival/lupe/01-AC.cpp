#include <bits/stdc++.h>
using namespace std;

typedef long long ll;
const int N = 100005;
ll n, g;
array<ll, 3> c[N];
ll dpJoy[N];
ll dpCnt[N];
bool vis[N];

ll buscar(ll t) {
    ll lo = 0, hi = n;
    while (lo < hi) {
        ll mid = (lo + hi) / 2;
        if (c[mid][0] >= t) {
            hi = mid;
        } else {
            lo = mid + 1;
        }
    }
    return lo;
}

void dp(ll i) {
    if (i == n || vis[i]) return;
    vis[i] = true;
    dp(i + 1);
    dpJoy[i] = dpJoy[i + 1];
    dpCnt[i] = dpCnt[i + 1];
    ll sig = buscar(c[i][1] + g);
    dp(sig);
    ll joy = dpJoy[sig] + c[i][2];
    ll cnt = dpCnt[sig] + 1;
    if (joy > dpJoy[i]) {
        dpJoy[i] = joy;
        dpCnt[i] = cnt;
    } else if (joy == dpJoy[i]) {
        dpCnt[i] = min(dpCnt[i], cnt);
    }
}

int main() {
    scanf("%lld %lld", &n, &g);
    int i = 0;
    while (i < n) {
        int j = 0;
        while (j < 3) {
            scanf("%lld", &c[i][j]);
            j += 1;
        }
        i += 1;
    }
    sort(c, c + n);
    dp(0);
    printf("%lld %lld\n", dpJoy[0], dpCnt[0]);
    return 0;
}
