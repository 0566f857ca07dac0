#include <bits/stdc++.h>
using namespace std;

struct Show {
    int64_t l, r, val;
};

struct Res {
    int64_t val;
    int num;
};

struct Item {
    int64_t t;
    Res res;
    bool operator>(const Item &o) const { return t > o.t; }
};

int main() {
    int n;
    int64_t gap;
    cin >> n >> gap;
    vector<Show> shows;
    shows.reserve(n);
    for (Show s; n > 0 && cin >> s.l >> s.r >> s.val; --n) shows.push_back(s);
    sort(shows.begin(), shows.end(), [](const Show &a, const Show &b) { return a.l < b.l; });

    priority_queue<Item, vector<Item>, greater<Item>> pq;
    Res best{0, 0};
    for (const Show &s : shows) {
        while (!pq.empty() && pq.top().t <= s.l) {
            const Res &x = pq.top().res;
            if (x.val != best.val ? x.val > best.val : x.num < best.num) best = pq.top().res;
            pq.pop();
        }
        pq.push({s.r + gap, {best.val + s.val, best.num + 1}});
    }
    while (!pq.empty()) {
        const Res &x = pq.top().res;
        if (x.val != best.val ? x.val > best.val : x.num < best.num) best = pq.top().res;
        pq.pop();
    }
    cout << best.val << ' ' << best.num << endl;
}
