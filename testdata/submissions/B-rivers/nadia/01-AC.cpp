#include <bits/stdc++.h>
using namespace std;

const int SZ = 205;
const int LIM = 25;

struct Node {
    int x, y, p;
};

int n, m, maxp;
char mp[SZ][SZ];
int D[LIM][SZ][SZ];
int mx[4] = {0, 1, 0, -1};
int my[4] = {1, 0, -1, 0};

bool good(int r, int c) {
    return r >= 0 && r < n && c >= 0 && c < m;
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    cin >> n >> m >> maxp;
    Node src{0, 0, 0};
    for (int i = 0; i < n; i++) {
        cin >> mp[i];
        for (int j = 0; j < m; j++)
            if (mp[i][j] == 'S') src = {i, j, 0};
    }
    memset(D, -1, sizeof D);
    queue<Node> que;
    que.push(src);
    D[0][src.x][src.y] = 0;
    while (!que.empty()) {
        Node now = que.front();
        que.pop();
        int len = D[now.p][now.x][now.y];
        if (mp[now.x][now.y] == 'T') {
            cout << len << "\n";
            return 0;
        }
        for (int dir = 0; dir < 4; dir++) {
            int a = now.x + mx[dir], b = now.y + my[dir];
            if (!good(a, b) || mp[a][b] == '#') continue;
            int c = now.p + (mp[a][b] == '~');
            if (c > maxp || D[c][a][b] != -1) continue;
            D[c][a][b] = len + 1;
            que.push({a, b, c});
        }
    }
    cout << -1 << "\n";
    return 0;
}
