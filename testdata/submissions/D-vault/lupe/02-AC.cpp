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
// Una transacción = una llamada recursiva; su diario pasa a quien la llamó.
map<string, string> vault_;
map<string, int> times_;

void change(string key, string value) {
    string &cell = vault_[key];
    if (cell != "") times_[cell]--;
    cell = value;
    if (cell != "") times_[cell]++;
}

int todo;

vector<pair<string, string>> session(bool outer) {
    vector<pair<string, string>> diary;
    while (todo-- > 0) {
        string op = in.word();
        if (op == "put" || op == "del") {
            string key = in.word();
            diary.PB(MP(key, vault_[key]));
            change(key, op == "put" ? in.word() : "");
        }
        if (op == "get") {
            string s = vault_[in.word()];
            puts(s == "" ? "-" : s.c_str());
        }
        if (op == "count") printf("%d\n", times_[in.word()]);
        if (op == "begin") {
            auto inner = session(false);
            if (!outer) diary.insert(diary.end(), ALL(inner));
        }
        if (op == "undo" || op == "keep") {
            if (outer) {
                puts("NONE");
                continue;
            }
            while (op == "undo" && SZ(diary)) {
                change(diary.back().first, diary.back().second);
                diary.pop_back();
            }
            return diary;
        }
    }
    return diary;
}

int main() {
    todo = in.number();
    session(true);
}
