#include <bits/stdc++.h>
using namespace std;

typedef function<void()> Fn;
typedef unordered_map<string, string> Dict;

int operations = 0;
const int MAX_OPERATIONS = 10000000;

class Storage {
    Dict dict;
    unordered_map<string, int> cnt;
    vector<vector<Fn>> levels;
    size_t biggest = 0;

    void later(Fn f) {
        if (levels.size() > 0) levels.back().push_back(f);
    }

    void erase(string key) {
        operations++;
        cnt[dict[key]]--;
        dict.erase(key);
    }

    void insert(string key, string value) {
        operations++;
        cnt[value]++;
        dict[key] = value;
        if (dict.size() > biggest) biggest = dict.size();
    }

public:
    bool tooManyOperations() {
        return operations > MAX_OPERATIONS;
    }

    void put(string key, string value) {
        if (dict.count(key)) {
            del(key);
        }
        insert(key, value);
        later([=] { erase(key); });
    }

    void del(string key) {
        if (!dict.count(key)) return;
        string old = dict[key];
        erase(key);
        later([=] { insert(key, old); });
    }

    string get(string key) {
        return dict.count(key) ? dict[key] : "-";
    }

    int count(string value) {
        return cnt.count(value) ? cnt[value] : 0;
    }

    void dump() {
        for (auto &p : dict) {
            cerr << p.first << " -> " << p.second << endl;
        }
        cerr << "biggest " << biggest << endl;
    }

    void begin() {
        levels.emplace_back();
    }

    bool close(bool undo) {
        if (levels.empty()) return false;
        vector<Fn> fs;
        fs.swap(levels.back());
        levels.pop_back();
        int before = operations;
        if (undo) {
            reverse(fs.begin(), fs.end());
            for (Fn &f : fs) f();
        } else {
            for (Fn &f : fs) later(f);
        }
        if (operations < before) dump();
        return true;
    }
};

int main() {
    Storage st;
    int n, answered = 0;
    cin >> n;
    for (int i = 0; i < n; i++) {
        string s, a, b;
        cin >> s;
        if (s == "put") { cin >> a >> b; st.put(a, b); }
        if (s == "del") { cin >> a; st.del(a); }
        if (s == "get") { cin >> a; cout << st.get(a) << endl; answered++; }
        if (s == "count") { cin >> a; cout << st.count(a) << endl; answered++; }
        if (s == "begin") st.begin();
        if (s == "undo" || s == "keep") {
            bool ok = st.close(s == "undo");
            if (!ok) cout << "NONE" << endl;
        }
        if (st.tooManyOperations()) {
            st.dump();
            break;
        }
    }
    if (answered > n) cerr << "?" << endl;
}
