// kestrel.h, a contest template. Published for everyone: use it, change it,
// hand it in; no rights kept and no thanks needed. Version 7.
#include <bits/stdc++.h>
using namespace std;
typedef long long ll;
typedef pair<int, int> pii;
typedef vector<int> vi;
#define REP(i, n) for (int i = 0, i##_end = (n); i < i##_end; ++i)
#define FOR(i, a, b) for (int i = (a), i##_end = (b); i <= i##_end; ++i)
#define ALL(v) (v).begin(), (v).end()
#define SZ(v) int((v).size())
#define MP make_pair
#define PB push_back
template <class T> bool lower_to(T &a, const T &b) { return b < a ? a = b, true : false; }
template <class T> bool raise_to(T &a, const T &b) { return a < b ? a = b, true : false; }
struct Input {
    static const int CAP = 1 << 16;
    char buf[CAP];
    size_t pos = 0, len = 0;
    int next() {
        if (pos == len) {
            len = fread(buf, 1, CAP, stdin);
            pos = 0;
            if (len == 0) return -1;
        }
        return buf[pos++];
    }
    bool blank(int c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }
    ll number() {
        int c = next();
        while (blank(c)) c = next();
        bool minus = c == '-';
        if (minus) c = next();
        ll x = 0;
        while (c >= '0' && c <= '9') x = x * 10 + (c - '0'), c = next();
        return minus ? -x : x;
    }
    string word() {
        string s;
        int c = next();
        while (blank(c)) c = next();
        while (c != -1 && !blank(c)) s.PB(char(c)), c = next();
        return s;
    }
} in;
// ---------------------------------------------------------------- solution
struct Walker {
    int steps, spent, y, x;
    bool operator<(const Walker &o) const {
        // priority_queue takes the largest, so turn everything round
        if (steps != o.steps) return steps > o.steps;
        return spent > o.spent;
    }
};

int solve(const vector<string> &f, int limit) {
    const int n = SZ(f), m = SZ(f[0]);
    vector<vi> cheapest(n, vi(m, INT_MAX));
    priority_queue<Walker> heap;
    REP(y, n) REP(x, m) if (f[y][x] == 'S') heap.push({0, 0, y, x});
    while (!heap.empty()) {
        Walker v = heap.top();
        heap.pop();
        // came earlier and with fewer planks: nothing new here
        if (!lower_to(cheapest[v.y][v.x], v.spent)) continue;
        if (f[v.y][v.x] == 'T') return v.steps;
        FOR(dy, -1, 1) FOR(dx, -1, 1) {
            if (abs(dy) + abs(dx) != 1) continue;
            Walker u{v.steps + 1, v.spent, v.y + dy, v.x + dx};
            if (min(u.y, u.x) < 0 || u.y >= n || u.x >= m) continue;
            switch (f[u.y][u.x]) {
                case '#': continue;
                case '~': u.spent++; break;
            }
            if (u.spent <= limit && u.spent < cheapest[u.y][u.x]) heap.push(u);
        }
    }
    return -1;
}

int main() {
    int n = in.number();
    in.number();
    int limit = in.number();
    vector<string> field(n);
    for (auto &row : field) row = in.word();
    cout << solve(field, limit) << endl;
}
