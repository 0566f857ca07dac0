#include <cstdio>
#include <cstdlib>
#include <vector>
using namespace std;

// A*: kubelki po f = droga + odleglosc w miescie (manhattan)
int n, m, p, ti, tj;
char t[210][210];
int g[210][210][22];

struct P { int i, j, b; };
vector<P> bucket[400000];

int est(int i, int j) { return abs(i - ti) + abs(j - tj); }

void put(int i, int j, int b, int cost) {
    if (g[i][j][b] && g[i][j][b] <= cost + 1) return;
    g[i][j][b] = cost + 1;
    int f = cost + est(i, j);
    if (f < 400000) bucket[f].push_back(P{i, j, b});
}

int main() {
    scanf("%d%d%d", &n, &m, &p);
    for (int i = 1; i <= n; i++) scanf("%s", t[i] + 1);
    int si = 0, sj = 0;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            if (t[i][j] == 'S') si = i, sj = j;
            if (t[i][j] == 'T') ti = i, tj = j;
        }
    put(si, sj, p, 0);
    for (int f = 0; f < 400000; f++) {
        for (size_t z = 0; z < bucket[f].size(); z++) {
            P v = bucket[f][z];
            int cost = g[v.i][v.j][v.b] - 1;
            if (cost + est(v.i, v.j) < f) continue; // stary wpis
            if (v.i == ti && v.j == tj) return printf("%d\n", cost), 0;
            for (int k = 0; k < 4; k++) {
                int i = v.i + (k == 0) - (k == 1);
                int j = v.j + (k == 2) - (k == 3);
                char c = t[i][j];
                if (c == '#' || c == 0) continue;
                if (c == '~') {
                    if (v.b > 0) put(i, j, v.b - 1, cost + 1);
                } else {
                    put(i, j, v.b, cost + 1);
                }
            }
        }
    }
    printf("-1\n");
    return 0;
}
