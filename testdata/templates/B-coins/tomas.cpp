#include <iostream>
#include <vector>
#include <string>
#include <algorithm>
#include <utility>

// ---- bell library, v3.1: https://bell-library.example/ ----
namespace bell {

template <unsigned M>
struct Residue {
    unsigned v;
    Residue(long long x = 0) : v(static_cast<unsigned>((x % M + M) % M)) {}
    Residue &operator+=(const Residue &o) { v += o.v; if (v >= M) v -= M; return *this; }
    Residue &operator-=(const Residue &o) { if (v < o.v) v += M; v -= o.v; return *this; }
    Residue &operator*=(const Residue &o) { v = static_cast<unsigned>(1ull * v * o.v % M); return *this; }
    friend Residue operator+(Residue a, const Residue &b) { return a += b; }
    friend Residue operator-(Residue a, const Residue &b) { return a -= b; }
    friend Residue operator*(Residue a, const Residue &b) { return a *= b; }
    Residue power(unsigned long long e) const {
        Residue base = *this, result = 1;
        for (; e; e >>= 1, base *= base) if (e & 1) result *= base;
        return result;
    }
    Residue inverse() const { return power(M - 2); }
};

class Forest {
    std::vector<int> link;
public:
    explicit Forest(int n) : link(n, -1) {}
    int root(int x) { return link[x] < 0 ? x : link[x] = root(link[x]); }
    bool unite(int a, int b) {
        a = root(a), b = root(b);
        if (a == b) return false;
        if (link[a] > link[b]) std::swap(a, b);
        link[a] += link[b];
        link[b] = a;
        return true;
    }
    int size(int x) { return -link[root(x)]; }
};

template <class T, class F>
class RangeTree {
    int leaves = 1;
    T unit;
    F join;
    std::vector<T> node;
public:
    RangeTree(const std::vector<T> &a, T unit, F join) : unit(unit), join(join) {
        while (leaves < static_cast<int>(a.size())) leaves *= 2;
        node.assign(2 * leaves, unit);
        std::copy(a.begin(), a.end(), node.begin() + leaves);
        for (int i = leaves - 1; i > 0; --i) node[i] = join(node[2 * i], node[2 * i + 1]);
    }
    void set(int i, T value) {
        for (node[i += leaves] = value; i /= 2;) node[i] = join(node[2 * i], node[2 * i + 1]);
    }
    T query(int l, int r) const {
        T left = unit, right = unit;
        for (l += leaves, r += leaves; l < r; l /= 2, r /= 2) {
            if (l & 1) left = join(left, node[l++]);
            if (r & 1) right = join(node[--r], right);
        }
        return join(left, right);
    }
};

}  // namespace bell
// ---- end of bell library ----

using namespace std;
typedef bell::Residue<1000000007> R;

vector<R> add_coin(const vector<R> &before, int worth, int count) {
    vector<R> after(before.size());
    for (int rest = 0; rest < worth && rest < (int)before.size(); rest++) {
        R window = 0;
        int inside = 0;
        for (size_t sum = rest; sum < before.size(); sum += worth) {
            window += before[sum];
            if (++inside > count + 1) {
                window -= before[sum - (size_t)worth * (count + 1)];
                inside--;
            }
            after[sum] = window;
        }
    }
    return after;
}

int main() {
    int kinds, target;
    cin >> kinds >> target;
    vector<R> table(target + 1);
    table.front() = R(1);
    while (kinds-- > 0) {
        pair<int, int> coin;
        cin >> coin.first >> coin.second;
        table = add_coin(table, coin.first, coin.second);
    }
    cout << table.back().v << "\n";
    return 0;
}
