#include <cstdio>
#include <cstdlib>
#include <algorithm>
using namespace std;

int n, m, p, best = 1000000000;
char t[210][210];
bool on[210][210];

// probujemy wszystkiego, moze przejdzie
void go(int i, int j, int left, int len) {
    if (i < 0 || j < 0 || i >= n || j >= m) return;
    if (t[i][j] == '#' || on[i][j] || len >= best) return;
    if (t[i][j] == '~') left--;
    if (left < 0) return;
    if (t[i][j] == 'T') { best = min(best, len); return; }
    on[i][j] = true;
    go(i + 1, j, left, len + 1);
    go(i, j + 1, left, len + 1);
    go(i - 1, j, left, len + 1);
    go(i, j - 1, left, len + 1);
    on[i][j] = false;
}

int main() {
    scanf("%d%d%d", &n, &m, &p);
    for (int i = 0; i < n; i++) scanf("%s", t[i]);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            if (t[i][j] == 'S') go(i, j, p, 0);
    printf("%d\n", best == 1000000000 ? -1 : best);
    return 0;
}
