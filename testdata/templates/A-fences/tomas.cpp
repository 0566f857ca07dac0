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

struct Lowest {
    long long operator()(long long x, long long y) const { return x < y ? x : y; }
};

vector<string> answers;

void work(int planks) {
    vector<long long> fence;
    for (int i = 0; i != planks; i++) {
        long long x;
        cin >> x;
        fence.push_back(x);
    }
    bell::RangeTree<long long, Lowest> rt(fence, 1LL << 60, Lowest());
    string what;
    while (cin >> what && what != "end") {
        int where;
        long long value;
        cin >> where >> value;
        where--;
        if (what[0] == 'm') answers.push_back(to_string(rt.query(where, (int)value)));
        if (what[0] == 'p') rt.set(where, value);
    }
}

int main() {
    ios::sync_with_stdio(false);
    int planks, ignored;
    cin >> planks >> ignored;
    work(planks);
    for (const string &s : answers) cout << s << "\n";
    return 0;
}
