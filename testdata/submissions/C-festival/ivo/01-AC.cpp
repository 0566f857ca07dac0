#include <bits/stdc++.h>
#pragma GCC optimize("O3,unroll-loops")

namespace ivo {
using i64 = std::int64_t;
using u64 = std::uint64_t;

template <class... A> void read(A &...a) { (std::cin >> ... >> a); }
template <class T> std::istream &operator>>(std::istream &is, std::vector<T> &v) {
    for (T &x : v) is >> x;
    return is;
}
template <class T> void print(const T &x) { std::cout << x << '\n'; }
template <class T, class... R> void print(const T &x, const R &...r) {
    std::cout << x << ' ';
    print(r...);
}

u64 mix(u64 x) {
    x += 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

i64 floor_div(i64 a, i64 b) { return a / b - ((a % b != 0) && ((a < 0) != (b < 0))); }
i64 ceil_div(i64 a, i64 b) { return -floor_div(-a, b); }

i64 pow_mod(i64 b, i64 e, i64 m) {
    i64 r = 1;
    for (b %= m; e > 0; e /= 2) {
        if (e % 2) r = r * b % m;
        b = b * b % m;
    }
    return r;
}

struct Graph {
    std::vector<std::vector<int>> to;
    explicit Graph(int n) : to(n) {}
    void edge(int a, int b) {
        to[a].push_back(b);
        to[b].push_back(a);
    }
    std::vector<int> distances(int from) const {
        std::vector<int> d(to.size(), -1), q{from};
        d[from] = 0;
        for (std::size_t h = 0; h < q.size(); ++h)
            for (int v : to[q[h]])
                if (d[v] < 0) d[v] = d[q[h]] + 1, q.push_back(v);
        return d;
    }
};

struct Timer {
    std::chrono::steady_clock::time_point t0 = std::chrono::steady_clock::now();
    double ms() const {
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - t0).count();
    }
};

template <class F> i64 bisect(i64 lo, i64 hi, F ok) {
    while (hi - lo > 1) {
        i64 mid = lo + (hi - lo) / 2;
        (ok(mid) ? hi : lo) = mid;
    }
    return hi;
}
}  // namespace ivo
using namespace std;

struct Gig {
    int from, to;
    long long v;
};

struct Stairs {
    using P = pair<long long, int>;
    map<int, P> m;

    Stairs() { m[-2000000000] = {0, 0}; }

    P at(int t) const { return prev(m.upper_bound(t))->second; }

    void add(int t, P x) {
        if (at(t) >= x) return;
        auto it = m.insert_or_assign(t, x).first;
        for (++it; it != m.end() && it->second <= x;) it = m.erase(it);
    }
};

int main() {
    ios::sync_with_stdio(false);
    int n, g;
    ivo::read(n, g);
    vector<Gig> a(n);
    for (auto &x : a) ivo::read(x.from, x.to, x.v);
    sort(a.begin(), a.end(), [](const auto &x, const auto &y) { return x.from < y.from; });

    Stairs s;
    for (const auto &x : a) {
        auto p = s.at(x.from);
        p.first += x.v;
        p.second -= 1;
        s.add(x.to + g, p);
    }
    auto [joy, cnt] = s.m.rbegin()->second;
    ivo::print(joy, -cnt);
}
