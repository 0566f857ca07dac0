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
// One tape of old values for everything; a transaction is a place on the tape.
struct Dictionary {
    map<string, int> number_of;
    vector<string> spelled;
    int operator[](const string &s) {
        if (!number_of.count(s)) number_of[s] = SZ(spelled), spelled.PB(s);
        return number_of[s];
    }
} keys, values;

const int NOTHING = -1, LIMIT = 200005;
int held[LIMIT], copies[LIMIT];
vector<pii> tape;
vi marks;

void assign_raw(int k, int v) {
    if (held[k] != NOTHING) --copies[held[k]];
    if ((held[k] = v) != NOTHING) ++copies[v];
}

void rewind_to(size_t mark) {
    for (; tape.size() > mark; tape.pop_back()) assign_raw(tape.back().first, tape.back().second);
}

int main() {
    fill(held, held + LIMIT, NOTHING);
    FOR(i, 1, in.number()) {
        const string what = in.word();
        switch (what[0] * 2 + what[1]) {
            case 'p' * 2 + 'u':
            case 'd' * 2 + 'e': {
                int k = keys[in.word()];
                int v = what == "put" ? values[in.word()] : NOTHING;
                if (SZ(marks)) tape.PB(MP(k, held[k]));
                assign_raw(k, v);
                break;
            }
            case 'g' * 2 + 'e': {
                int v = held[keys[in.word()]];
                printf("%s\n", v == NOTHING ? "-" : values.spelled[v].c_str());
                break;
            }
            case 'c' * 2 + 'o':
                printf("%d\n", copies[values[in.word()]]);
                break;
            case 'b' * 2 + 'e':
                marks.PB(SZ(tape));
                break;
            default:
                if (marks.empty()) {
                    printf("NONE\n");
                    break;
                }
                if (what == "undo") rewind_to(marks.back());
                marks.pop_back();
                if (marks.empty()) tape.clear();
        }
    }
    return 0;
}
