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
// Bitset ile dalga: her katman icin bir kume, bir adimda tum satirlar kayar.
const int W = 256;
typedef vector<bitset<W>> Sheet;

Sheet spread(const Sheet &s) {
    Sheet t(SZ(s));
    REP(i, SZ(s)) {
        t[i] = (s[i] << 1) | (s[i] >> 1);
        if (i > 0) t[i] |= s[i - 1];
        if (i + 1 < SZ(s)) t[i] |= s[i + 1];
    }
    return t;
}

int main() {
    int rows = in.number(), cols = in.number(), planks = in.number();
    Sheet dry(rows), wet(rows), first(rows);
    pii target;
    REP(i, rows) {
        string line = in.word();
        REP(j, cols) {
            if (line[j] == '~') wet[i].set(j);
            else if (line[j] != '#') dry[i].set(j);
            if (line[j] == 'S') first[i].set(j);
            if (line[j] == 'T') target = MP(i, j);
        }
    }
    vector<Sheet> front(planks + 1, Sheet(rows)), known = front;
    front[0] = known[0] = first;
    for (int minute = 1;; minute++) {
        vector<Sheet> fresh(planks + 1, Sheet(rows));
        bool moved = false;
        REP(p, planks + 1) {
            Sheet reach = spread(front[p]);
            REP(i, rows) {
                fresh[p][i] |= reach[i] & dry[i];
                if (p < planks) fresh[p + 1][i] |= reach[i] & wet[i];
            }
        }
        REP(p, planks + 1) REP(i, rows) {
            fresh[p][i] &= ~known[p][i];
            known[p][i] |= fresh[p][i];
            moved |= fresh[p][i].any();
        }
        REP(p, planks + 1) if (fresh[p][target.first][target.second]) {
            printf("%d\n", minute);
            return 0;
        }
        if (!moved) break;
        front.swap(fresh);
    }
    printf("-1\n");
}
