#include <bits/stdc++.h>
using namespace std;

const int MAXN = 100005;
int n, rest_;
array<int, 3> show_[MAXN];
long long memoJoy[MAXN];
int memoCnt[MAXN];
bool ready_[MAXN];

int firstAfter(int t) {
    int lo = 0, hi = n;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (show_[mid][0] >= t) hi = mid;
        else lo = mid + 1;
    }
    return lo;
}

// best result from show i to the end of the festival
void solve(int i) {
    if (i == n || ready_[i]) return;
    ready_[i] = true;
    solve(i + 1);
    memoJoy[i] = memoJoy[i + 1];
    memoCnt[i] = memoCnt[i + 1];
    int nx = firstAfter(show_[i][1] + rest_);
    solve(nx);
    long long joy = memoJoy[nx] + show_[i][2];
    int cnt = memoCnt[nx] + 1;
    if (joy > memoJoy[i]) {
        memoJoy[i] = joy;
        memoCnt[i] = cnt;
    } else if (joy == memoJoy[i]) {
        memoCnt[i] = min(memoCnt[i], cnt);
    }
}

int main() {
    scanf("%d %d", &n, &rest_);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 3; j++) {
            scanf("%d", &show_[i][j]);
        }
    }
    sort(show_, show_ + n);
    solve(0);
    printf("%lld %d\n", memoJoy[0], memoCnt[0]);
    return 0;
}
