#include <bits/stdc++.h>
using namespace std;
typedef long long ll;

// vera's head, do not edit
static char pool[1 << 16];
static size_t pool_at, pool_end;
static int peek() {
    if (pool_at == pool_end) {
        pool_end = fread(pool, 1, sizeof pool, stdin);
        pool_at = 0;
        if (pool_end == 0) return EOF;
    }
    return pool[pool_at];
}
static int take() { int c = peek(); pool_at++; return c; }
static ll num() {
    while (peek() != '-' && !isdigit(peek())) take();
    bool minus = peek() == '-';
    if (minus) take();
    ll x = 0;
    while (isdigit(peek())) x = 10 * x + (take() - '0');
    return minus ? -x : x;
}
template <class A, class B> bool lower(A &a, B b) { if (b < a) { a = b; return true; } return false; }
template <class A, class B> bool raise_(A &a, B b) { if (a < b) { a = b; return true; } return false; }
template <class A> void show(const vector<A> &v, const char *sep = " ") {
    for (size_t i = 0; i < v.size(); ++i) cout << (i ? sep : "") << v[i];
    cout << '\n';
}

vector<pair<int, int>> road;
vector<vector<int>> at;
vector<int> tin, low, sz;
int timer_, answer, far_side;

int flood(int s, vector<bool> &seen) {
    int cnt = 0; // size of this part
    vector<int> todo{s};
    seen[s] = true;
    while (!todo.empty()) {
        int u = todo.back();
        todo.pop_back();
        cnt++;
        for (int e : at[u]) {
            int v = road[e].first + road[e].second - u;
            if (seen[v]) continue;
            seen[v] = true;
            todo.push_back(v);
        }
    }
    return cnt;
}

void dfs(int u, int pe, int cnt) {
    tin[u] = low[u] = ++timer_;
    sz[u] = 1;
    for (int e : at[u]) {
        if (e == pe) continue;
        int v = road[e].first + road[e].second - u;
        if (tin[v]) {
            if (tin[v] < low[u]) low[u] = tin[v];
            continue;
        }
        dfs(v, e, cnt);
        sz[u] += sz[v];
        if (low[v] < low[u]) low[u] = low[v];
        if (low[v] == tin[v]) {
            answer++;
            int other = cnt - sz[v];
            if (sz[v] > other) other = sz[v];
            if (other > far_side) far_side = other;
        }
    }
}

int main() {
    int n = num(), m = num();
    at.resize(n);
    for (int e = 0; e < m; e++) {
        int x = num() - 1, y = num() - 1;
        road.push_back({x, y});
        at[x].push_back(e);
        at[y].push_back(e);
    }
    tin.assign(n, 0);
    low = sz = tin;
    vector<bool> seen(n, false);
    for (int u = 0; u < n; u++) {
        if (!seen[u]) dfs(u, -1, flood(u, seen));
    }
    cout << answer << " " << far_side << endl;
}
