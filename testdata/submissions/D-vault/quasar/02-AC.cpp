#include <iostream>
#include <map>
#include <string>
#include <vector>
using namespace std;

// 版本栈：每个键的旧值
struct Op { string key, old; };

int main() {
    int n;
    cin >> n;
    map<string, string> m;
    map<string, int> c;
    vector<Op> ops;
    vector<int> begins;
    auto change = [&](const string &k, const string &v) {
        if (!m[k].empty()) c[m[k]]--;
        m[k] = v;
        c[v]++;
    };
    for (int i = 0; i < n; i++) {
        string t, k, v;
        cin >> t;
        if (t == "put" || t == "del") {
            cin >> k;
            if (t == "put") cin >> v;
            ops.push_back({k, m[k]});
            change(k, v);
        } else if (t == "get") {
            cin >> k;
            cout << (m[k].empty() ? "-" : m[k]) << '\n';
        } else if (t == "count") {
            cin >> v;
            cout << c[v] << '\n';
        } else if (t == "begin") {
            begins.push_back(ops.size());
        } else {
            if (begins.empty()) { cout << "NONE\n"; continue; }
            if (t == "undo")
                while ((int)ops.size() > begins.back()) {
                    change(ops.back().key, ops.back().old);
                    ops.pop_back();
                }
            begins.pop_back();
        }
    }
}
