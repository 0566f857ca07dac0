#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;

// one concert
struct Concert {
    int from, to, joy;
};

int main() {
    ios_base::sync_with_stdio(false);
    cin.tie(NULL);

    int n, gap;
    cin >> n >> gap;
    vector<Concert> a(n);
    for (int i = 0; i < n; i++) {
        cin >> a[i].from >> a[i].to >> a[i].joy;
    }
    // by end time, smaller struct to save memory
    sort(a.begin(), a.end(), [](const Concert &x, const Concert &y) {
        return x.to < y.to;
    });
    vector<int> ends;
    for (const Concert &c : a) ends.push_back(c.to);

    // best[i]: joy and minus count, using only the first i concerts
    vector<pair<long long, int>> best(n + 1);
    for (int i = 1; i <= n; i++) {
        int j = upper_bound(ends.begin(), ends.end(), a[i - 1].from - gap) - ends.begin();
        best[i] = max(best[i - 1], make_pair(best[j].first + a[i - 1].joy, best[j].second - 1));
    }
    cout << best[n].first << " " << -best[n].second << endl;
    return 0;
}
