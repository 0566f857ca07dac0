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
// every vertex is one number: (row * w + column) * (k + 1) + planks left
int main() {
    int h = in.number(), w = in.number(), k = in.number();
    string map_;
    REP(i, h) map_ += in.word();
    const int layers = k + 1;
    vi seen(h * w * layers, 0), order;
    order.reserve(h * w);
    int from = int(map_.find('S'));
    int goal = int(map_.find('T'));
    order.PB(from * layers + k);
    seen[order[0]] = 1;
    for (size_t head = 0; head < order.size(); head++) {
        const int id = order[head], cell = id / layers, left = id % layers;
        if (cell == goal) {
            printf("%d\n", seen[id] - 1);
            return 0;
        }
        auto go = [&](int to) {
            if (map_[to] == '#') return;
            int rest = map_[to] == '~' ? left - 1 : left;
            if (rest < 0) return;
            int &mark = seen[to * layers + rest];
            if (mark) return;
            mark = seen[id] + 1;
            order.PB(to * layers + rest);
        };
        if (cell >= w) go(cell - w);
        if (cell + w < h * w) go(cell + w);
        go(cell - 1);
        go(cell + 1);
    }
    puts("-1");
}
