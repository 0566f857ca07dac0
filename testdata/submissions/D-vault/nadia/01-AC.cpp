#include <bits/stdc++.h>
using namespace std;

typedef struct {
    string k;
    int was;
    string prev;
} Rec;

map<string, string> mp;
map<string, long long> cnt;
vector<vector<Rec>> st;

void upd(string k, string v) {
    auto it = mp.find(k);
    if (it != mp.end()) cnt[it->second] -= 1;
    mp[k] = v;
    cnt[v] += 1;
}

void del(string k) {
    auto it = mp.find(k);
    if (it == mp.end()) return;
    cnt[it->second] -= 1;
    mp.erase(it);
}

void save(string k) {
    if (st.empty()) return;
    auto it = mp.find(k);
    if (it == mp.end()) st.back().push_back({k, 0, ""});
    else st.back().push_back({k, 1, it->second});
}

int main() {
    cin.tie(0);
    ios::sync_with_stdio(false);
    long long n;
    cin >> n;
    for (long long i = 0; i < n; i++) {
        string s, k, v;
        cin >> s;
        if (s == "put") {
            cin >> k >> v;
            save(k);
            upd(k, v);
        } else if (s == "del") {
            cin >> k;
            save(k);
            del(k);
        } else if (s == "get") {
            cin >> k;
            auto it = mp.find(k);
            cout << (it == mp.end() ? "-" : it->second) << "\n";
        } else if (s == "count") {
            cin >> v;
            cout << cnt[v] << "\n";
        } else if (s == "begin") {
            st.push_back({});
        } else if (st.empty()) {
            cout << "NONE\n";
        } else {
            vector<Rec> x = st.back();
            st.pop_back();
            if (s == "undo") {
                int j = x.size();
                while (j-- > 0) {
                    if (x[j].was) upd(x[j].k, x[j].prev);
                    else del(x[j].k);
                }
            } else if (!st.empty()) {
                for (size_t j = 0; j < x.size(); j++) st.back().push_back(x[j]);
            }
        }
    }
    return 0;
}
