// palmtree's own header
#include <algorithm>
#include <cassert>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <map>
#include <queue>
#include <set>
#include <string>
#include <vector>
using namespace std;

#define fr(i, a, b) for (int i = (a); i < (b); i++)
#define dn(i, a, b) for (int i = (a)-1; i >= (b); i--)
#define has(c, x) ((c).find(x) != (c).end())
#define mem(a, x) memset(a, x, sizeof(a))
#ifdef PALM
#define see(x) cerr << #x << " = " << (x) << "\n"
#else
#define see(x)
#endif

typedef long double ld;
const ld PI = acosl(-1.0L), EPS = 1e-11L;

struct pt {
    ld x, y;
    pt operator+(pt o) const { return {x + o.x, y + o.y}; }
    pt operator-(pt o) const { return {x - o.x, y - o.y}; }
    pt operator*(ld k) const { return {x * k, y * k}; }
    ld cross(pt o) const { return x * o.y - y * o.x; }
    ld dot(pt o) const { return x * o.x + y * o.y; }
    ld len() const { return sqrtl(dot(*this)); }
};

vector<pt> hull(vector<pt> p) {
    sort(p.begin(), p.end(), [](pt a, pt b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
    vector<pt> h;
    fr(side, 0, 2) {
        size_t low = h.size();
        for (pt q : p) {
            while (h.size() >= low + 2 && (h.back() - h[h.size() - 2]).cross(q - h.back()) < EPS) h.pop_back();
            h.push_back(q);
        }
        h.pop_back();
        reverse(p.begin(), p.end());
    }
    return h;
}

struct flow {
    struct arc { int to, cap; };
    vector<arc> arcs;
    vector<vector<int>> out;
    vector<int> level, it;
    explicit flow(int n) : out(n) {}
    void add(int a, int b, int c) {
        out[a].push_back(int(arcs.size())), arcs.push_back({b, c});
        out[b].push_back(int(arcs.size())), arcs.push_back({a, 0});
    }
    bool bfs(int s, int t) {
        level.assign(out.size(), -1), level[s] = 0;
        queue<int> q({s});
        for (; !q.empty(); q.pop())
            for (int e : out[q.front()])
                if (arcs[e].cap && level[arcs[e].to] < 0) level[arcs[e].to] = level[q.front()] + 1, q.push(arcs[e].to);
        return level[t] >= 0;
    }
    int dfs(int v, int t, int f) {
        if (v == t || !f) return f;
        for (int &i = it[v]; i < int(out[v].size()); i++) {
            int e = out[v][i], u = arcs[e].to;
            if (level[u] != level[v] + 1) continue;
            if (int d = dfs(u, t, min(f, arcs[e].cap))) return arcs[e].cap -= d, arcs[e ^ 1].cap += d, d;
        }
        return 0;
    }
    long long run(int s, int t) {
        long long sum = 0;
        while (bfs(s, t)) {
            it.assign(out.size(), 0);
            while (int d = dfs(s, t, INT_MAX)) sum += d;
        }
        return sum;
    }
};
// ---- end of header

const int M = 524288, D = 200001;
char name[M][24];
int val[M], num[M];
int lk[D], lv[D], ln, from[D], top_;

int find_(const char *s) {
    unsigned h = 5381;
    for (const char *p = s; *p; p++) h = h * 33 ^ (unsigned char)*p;
    h %= M;
    while (name[h][0] && strcmp(name[h], s) != 0) h = (h + 1) % M;
    if (!name[h][0]) {
        strcpy(name[h], s);
        val[h] = -1;
    }
    return (int)h;
}

void assign_(int k, int v) {
    int old = val[k];
    if (old >= 0) num[old]--;
    if (v >= 0) num[v]++;
    val[k] = v;
}

void change(int k, int v) {
    lk[ln] = k;
    lv[ln] = val[k];
    ln++;
    assign_(k, v);
}

int main() {
    int n;
    char s[8], a[24], b[24];
    if (scanf("%d", &n) != 1) return 1;
    while (n--) {
        scanf("%7s", s);
        if (strcmp(s, "put") == 0) {
            scanf("%23s %23s", a, b);
            change(find_(a), find_(b));
        } else if (strcmp(s, "del") == 0) {
            scanf("%23s", a);
            change(find_(a), -1);
        } else if (strcmp(s, "get") == 0) {
            scanf("%23s", a);
            int v = val[find_(a)];
            puts(v < 0 ? "-" : name[v]);
        } else if (strcmp(s, "count") == 0) {
            scanf("%23s", a);
            printf("%d\n", num[find_(a)]);
        } else if (strcmp(s, "begin") == 0) {
            from[top_++] = ln;
        } else if (top_ == 0) {
            puts("NONE");
        } else {
            top_--;
            if (s[0] == 'u') {
                while (ln > from[top_]) {
                    ln--;
                    assign_(lk[ln], lv[ln]);
                }
            }
        }
    }
    return 0;
}
