#include <bits/stdc++.h>
using namespace std;

#define X first
#define Y second

int main() {
    int n, m, k;
    cin >> n >> m >> k;
    vector<string> s(n);
    for (auto &row : s) cin >> row;

    pair<int, int> a, b;
    for (int x = 0; x < n; x++) {
        for (int y = 0; y < m; y++) {
            if (s[x][y] == 'S') a = make_pair(x, y);
            if (s[x][y] == 'T') b = make_pair(x, y);
        }
    }

    typedef vector<vector<int>> Level;
    vector<Level> d(n, Level(m, vector<int>(k + 1, INT_MAX)));
    queue<pair<pair<int, int>, int>> q;
    d[a.X][a.Y][k] = 0;
    q.push(make_pair(a, k));
    while (q.size()) {
        auto p = q.front().first;
        int left = q.front().second;
        q.pop();
        for (int dx = -1; dx <= 1; dx++) {
            for (int dy = -1; dy <= 1; dy++) {
                if ((dx == 0) == (dy == 0)) continue;
                int x = p.X + dx, y = p.Y + dy;
                if (x >= n || x < 0 || y >= m || y < 0) continue;
                if (s[x][y] == '#') continue;
                int l = s[x][y] == '~' ? left - 1 : left;
                if (l < 0 || d[x][y][l] != INT_MAX) continue;
                d[x][y][l] = d[p.X][p.Y][left] + 1;
                q.push({{x, y}, l});
            }
        }
    }
    int ans = *min_element(d[b.X][b.Y].begin(), d[b.X][b.Y].end());
    cout << (ans == INT_MAX ? -1 : ans) << endl;
}
