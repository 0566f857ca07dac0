#include <bits/stdc++.h>
using namespace std;

const int MAXN = 205;
const int MAXK = 25;

struct State {
    int r, c, used;
};

int h, w, k;
char grid[MAXN][MAXN];
int dist_[MAXK][MAXN][MAXN];
int dr[4] = {0, 1, 0, -1};
int dc[4] = {1, 0, -1, 0};

bool inside(int r, int c) {
    return r >= 0 && r < h && c >= 0 && c < w;
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    cin >> h >> w >> k;
    State start{0, 0, 0};
    for (int i = 0; i < h; i++) {
        cin >> grid[i];
        for (int j = 0; j < w; j++)
            if (grid[i][j] == 'S') start = {i, j, 0};
    }
    memset(dist_, -1, sizeof dist_);
    queue<State> q;
    q.push(start);
    dist_[0][start.r][start.c] = 0;
    // plain BFS on (planks used, row, column)
    while (!q.empty()) {
        State cur = q.front();
        q.pop();
        int d = dist_[cur.used][cur.r][cur.c];
        if (grid[cur.r][cur.c] == 'T') {
            cout << d << endl;
            return 0;
        }
        for (int t = 0; t < 4; t++) {
            int nr = cur.r + dr[t], nc = cur.c + dc[t];
            if (!inside(nr, nc) || grid[nr][nc] == '#') continue;
            int nu = cur.used + (grid[nr][nc] == '~');
            if (nu > k || dist_[nu][nr][nc] != -1) continue;
            dist_[nu][nr][nc] = d + 1;
            q.push({nr, nc, nu});
        }
    }
    cout << -1 << endl;
    return 0;
}
