#include <bits/stdc++.h>
using namespace std;

typedef function<void()> Action;
typedef unordered_map<string, string> Table;

class Vault {
    Table table;
    unordered_map<string, int> amount;
    vector<vector<Action>> open;

    void later(Action a) {
        if (open.size() > 0) open.back().push_back(a);
    }

    void erase(string key) {
        amount[table[key]]--;
        table.erase(key);
    }

    void insert(string key, string value) {
        amount[value]++;
        table[key] = value;
    }

public:
    void put(string key, string value) {
        if (table.count(key)) {
            del(key);
        }
        insert(key, value);
        later([=] { erase(key); });
    }

    void del(string key) {
        if (!table.count(key)) return;
        string old = table[key];
        erase(key);
        later([=] { insert(key, old); });
    }

    string get(string key) {
        return table.count(key) ? table[key] : "-";
    }

    int count(string value) {
        return amount.count(value) ? amount[value] : 0;
    }

    void begin() {
        open.emplace_back();
    }

    bool close(bool undo) {
        if (open.empty()) return false;
        vector<Action> actions;
        actions.swap(open.back());
        open.pop_back();
        if (undo) {
            reverse(actions.begin(), actions.end());
            for (Action &a : actions) a();
        } else {
            for (Action &a : actions) later(a);
        }
        return true;
    }
};

int main() {
    Vault vault;
    int q;
    cin >> q;
    for (int i = 0; i < q; i++) {
        string s, a, b;
        cin >> s;
        if (s == "put") { cin >> a >> b; vault.put(a, b); }
        if (s == "del") { cin >> a; vault.del(a); }
        if (s == "get") { cin >> a; cout << vault.get(a) << endl; }
        if (s == "count") { cin >> a; cout << vault.count(a) << endl; }
        if (s == "begin") vault.begin();
        if (s == "undo" || s == "keep") {
            bool ok = vault.close(s == "undo");
            if (!ok) cout << "NONE" << endl;
        }
    }
}
