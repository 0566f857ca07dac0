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
// Every key has its own pile of (depth, value); the top is what is visible.
// touched[d] lists the keys that got a new card at depth d.
unordered_map<string, int> ids;
vector<string> names(1, "-");
vector<vector<pii>> piles;
vector<int> holders;
vector<vi> touched(1);

int id_of(const string &s) {
    auto r = ids.insert(MP(s, SZ(names)));
    if (r.second) {
        names.PB(s);
        piles.resize(SZ(names));
        holders.resize(SZ(names));
    }
    return r.first->second;
}

int shown(int key) { return piles[key].empty() ? 0 : piles[key].back().second; }

void recount(int before, int after) {
    if (before) holders[before]--;
    if (after) holders[after]++;
}

void write(int key, int value) {
    const int depth = SZ(touched) - 1;
    recount(shown(key), value);
    if (!piles[key].empty() && piles[key].back().first == depth) {
        piles[key].back().second = value;
    } else {
        piles[key].PB(MP(depth, value));
        touched[depth].PB(key);
    }
}

int main() {
    piles.resize(1), holders.resize(1);
    REP(line, in.number()) {
        string op = in.word();
        const int depth = SZ(touched) - 1;
        if (op == "begin") {
            touched.PB(vi());
        } else if (op == "put") {
            int key = id_of(in.word());
            write(key, id_of(in.word()));
        } else if (op == "del") {
            write(id_of(in.word()), 0);
        } else if (op == "get") {
            puts(names[shown(id_of(in.word()))].c_str());
        } else if (op == "count") {
            printf("%d\n", holders[id_of(in.word())]);
        } else if (!depth) {
            puts("NONE");
        } else if (op == "undo") {
            for (int key : touched[depth]) {
                int gone = shown(key);
                piles[key].pop_back();
                recount(gone, shown(key));
            }
            touched.pop_back();
        } else {
            vi cards = touched[depth];
            touched.pop_back();
            for (int key : cards) {
                int value = shown(key);
                piles[key].pop_back();
                recount(value, shown(key));
                write(key, value);
            }
        }
    }
}
