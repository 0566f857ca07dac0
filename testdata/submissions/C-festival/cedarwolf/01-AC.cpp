#include <algorithm>
#include <iostream>
#include <numeric>
#include <string>
#include <vector>

using std::vector;

// Walk along the compressed time axis. At each mark we know the best so far
// and push it forward along every concert that starts there.
int main() {
    int total, breather;
    std::cin >> total >> breather;
    vector<int> from(total), until(total), fun(total), axis;
    for (int i = 0; i != total; ++i) {
        std::cin >> from[i] >> until[i] >> fun[i];
        until[i] += breather;
        axis.push_back(from[i]);
        axis.push_back(until[i]);
    }
    std::sort(begin(axis), end(axis));
    axis.resize(std::unique(begin(axis), end(axis)) - begin(axis));
    auto mark = [&](int t) { return int(std::lower_bound(begin(axis), end(axis), t) - begin(axis)); };

    vector<vector<int>> leaving(axis.size());
    for (int i = 0; i != total; ++i) leaving[mark(from[i])].push_back(i);

    vector<long long> sum(axis.size() + 1, 0);
    vector<int> shows(axis.size() + 1, 0);
    auto push = [&](size_t to, long long s, int c) {
        if (s < sum[to] || (s == sum[to] && c >= shows[to])) return;
        sum[to] = s;
        shows[to] = c;
    };
    for (size_t m = 0; m < axis.size(); ++m) {
        push(m + 1, sum[m], shows[m]);
        for (int i : leaving[m]) push(mark(until[i]), sum[m] + fun[i], shows[m] + 1);
    }
    std::cout << sum.back() << " " << shows.back() << "\n";
}
