#include <bits/stdc++.h>
using namespace std;

struct Zmiana {
    string k;
    bool byl;
    string stary;
};

map<string, string> mapa;
map<string, int> ile;
vector<vector<Zmiana>> historia;

void ustaw(const string &k, const string &v) {
    auto it = mapa.find(k);
    if (it != mapa.end()) ile[it->second]--;
    mapa[k] = v;
    ile[v]++;
}

void usun(const string &k) {
    auto it = mapa.find(k);
    if (it == mapa.end()) return;
    ile[it->second]--;
    mapa.erase(it);
}

void zapisz(const string &k) {
    if (historia.empty()) return;
    auto it = mapa.find(k);
    if (it == mapa.end()) historia.back().push_back({k, false, ""});
    else historia.back().push_back({k, true, it->second});
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    cin >> n;
    while (n--) {
        string co, k, v;
        cin >> co;
        if (co == "put") {
            cin >> k >> v;
            zapisz(k);
            ustaw(k, v);
        } else if (co == "del") {
            cin >> k;
            zapisz(k);
            usun(k);
        } else if (co == "get") {
            cin >> k;
            auto it = mapa.find(k);
            cout << (it == mapa.end() ? "-" : it->second) << "\n";
        } else if (co == "count") {
            cin >> v;
            cout << ile[v] << "\n";
        } else if (co == "begin") {
            historia.push_back({});
        } else if (historia.empty()) {
            cout << "NONE\n";
        } else {
            vector<Zmiana> ost = historia.back();
            historia.pop_back();
            if (co == "undo") {
                    for (int a = (int)ost.size() - 1; a >= 0; a--) {
                    if (ost[a].byl) ustaw(ost[a].k, ost[a].stary);
                    else usun(ost[a].k);
                }
            } else if (!historia.empty()) {
                for (auto &z : ost) historia.back().push_back(z);
            }
        }
    }
    return 0;
}
