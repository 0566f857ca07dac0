#include <bits/stdc++.h>
using namespace std;

struct Change {
    string key;
    bool had;
    string old;
};

map<string, string> data_;
map<string, int> freq;
vector<vector<Change>> logs;

void setValue(const string &key, const string &value) {
    auto it = data_.find(key);
    if (it != data_.end()) freq[it->second]--;
    data_[key] = value;
    freq[value]++;
}

void removeKey(const string &key) {
    auto it = data_.find(key);
    if (it == data_.end()) return;
    freq[it->second]--;
    data_.erase(it);
}

void remember(const string &key) {
    if (logs.empty()) return;
    auto it = data_.find(key);
    if (it == data_.end()) logs.back().push_back({key, false, ""});
    else logs.back().push_back({key, true, it->second});
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int q;
    cin >> q;
    while (q--) {
        string cmd, key, value;
        cin >> cmd;
        if (cmd == "put") {
            cin >> key >> value;
            remember(key);
            setValue(key, value);
        } else if (cmd == "del") {
            cin >> key;
            remember(key);
            removeKey(key);
        } else if (cmd == "get") {
            cin >> key;
            auto it = data_.find(key);
            cout << (it == data_.end() ? "-" : it->second) << "\n";
        } else if (cmd == "count") {
            cin >> value;
            cout << freq[value] << "\n";
        } else if (cmd == "begin") {
            logs.push_back({});
        } else if (logs.empty()) {
            cout << "NONE\n";
        } else {
            vector<Change> last = logs.back();
            logs.pop_back();
            if (cmd == "undo") {
                // newest change first
                for (int i = (int)last.size() - 1; i >= 0; i--) {
                    if (last[i].had) setValue(last[i].key, last[i].old);
                    else removeKey(last[i].key);
                }
            } else if (!logs.empty()) {
                for (auto &c : last) logs.back().push_back(c);
            }
        }
    }
    return 0;
}
