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
// Capa por capa: cuantas tablas ya usamos. En cada capa se camina solo por
// tierra, y las orillas mojadas son las semillas de la capa siguiente.
const int FAR = 1 << 28;

struct Layer {
    vi dist;
    explicit Layer(int cells) : dist(cells, FAR) {}
};

int main() {
    int h = in.number() + 2, w = in.number() + 2, k = in.number();
    string sea(h * w, '#');
    FOR(i, 1, h - 2) {
        string s = in.word();
        copy(ALL(s), sea.begin() + i * w + 1);
    }
    const int move_[4] = {-w, w, -1, 1};
    const int goal = int(sea.find('T'));
    Layer now(h * w);
    now.dist[sea.find('S')] = 0;
    int answer = FAR;
    REP(used, k + 1) {
        vector<pii> seeds;
        REP(c, h * w) if (now.dist[c] < FAR) seeds.PB(MP(now.dist[c], c));
        sort(ALL(seeds));
        queue<pii> q;
        size_t next_seed = 0;
        Layer later(h * w);
        vi done(h * w, 0);
        while (next_seed < seeds.size() || !q.empty()) {
            pii top;
            if (q.empty() || (next_seed < seeds.size() && seeds[next_seed] < q.front()))
                top = seeds[next_seed++];
            else
                top = q.front(), q.pop();
            if (done[top.second]++) continue;
            for (int d : move_) {
                int c = top.second + d;
                if (sea[c] == '#') continue;
                if (sea[c] == '~') lower_to(later.dist[c], top.first + 1);
                else if (lower_to(now.dist[c], top.first + 1)) q.push(MP(top.first + 1, c));
            }
        }
        lower_to(answer, now.dist[goal]);
        now = later;
    }
    printf("%d\n", answer == FAR ? -1 : answer);
}
