#include <bits/stdc++.h>
using namespace std;

// heron/segment_tree.h -- from the heron collection of contest code.
// Dedicated to the public: copy it, change it, hand it in as your own.
//
// A segment tree over a monoid M with M::T, M::unit() and M::join(a, b).
//   SegmentTree<M> t(n)   all positions hold the unit
//   t.set(i, x)           position i becomes x                  O(log n)
//   t.get(i)              what position i holds                  O(1)
//   t.fold(l, r)          join over the half-open range [l, r)   O(log n)
//   t.first(l, p)         first i >= l where p(fold(l, i + 1))   O(log n)
namespace heron {
template <class M>
class SegmentTree {
public:
    using T = typename M::T;
    explicit SegmentTree(int n) : count(n), base(1) {
        while (base < count) base *= 2;
        node.assign(2 * base, M::unit());
    }
    void set(int i, T x) {
        assert(0 <= i && i < count);
        node[i += base] = x;
        while (i /= 2) node[i] = M::join(node[2 * i], node[2 * i + 1]);
    }
    T get(int i) const { return node[i + base]; }
    T fold(int l, int r) const {
        T front = M::unit(), back = M::unit();
        for (l += base, r += base; l < r; l /= 2, r /= 2) {
            if (l % 2 == 1) front = M::join(front, node[l++]);
            if (r % 2 == 1) back = M::join(node[--r], back);
        }
        return M::join(front, back);
    }
    template <class P>
    int first(int l, P p) const {
        if (l >= count) return count;
        T sum = M::unit();
        l += base;
        do {
            while (l % 2 == 0) l /= 2;
            if (p(M::join(sum, node[l]))) {
                while (l < base) {
                    l *= 2;
                    T more = M::join(sum, node[l]);
                    if (!p(more)) sum = more, l++;
                }
                return min(l - base, count);
            }
            sum = M::join(sum, node[l++]);
        } while ((l & -l) != l);
        return count;
    }
private:
    int count, base;
    vector<T> node;
};
}  // namespace heron
// -- end of heron/segment_tree.h

struct Best {
    using T = pair<long long, int>;
    static T unit() { return {0, 0}; }
    static T join(T a, T b) { return max(a, b); }
};

// position = rank of the moment when we are free again
int main() {
    int n, g;
    scanf("%d%d", &n, &g);
    vector<tuple<int, int, int>> acts;
    vector<int> moments;
    while (n--) {
        int s, f, v;
        scanf("%d%d%d", &s, &f, &v);
        acts.emplace_back(s, f + g, v);
        moments.push_back(f + g);
    }
    sort(acts.begin(), acts.end());
    sort(moments.begin(), moments.end());
    moments.erase(unique(moments.begin(), moments.end()), moments.end());
    heron::SegmentTree<Best> tree(moments.size());
    for (auto [s, free_, v] : acts) {
        int known = upper_bound(moments.begin(), moments.end(), s) - moments.begin();
        auto [joy, minus] = tree.fold(0, known);
        int at = lower_bound(moments.begin(), moments.end(), free_) - moments.begin();
        tree.set(at, max(tree.get(at), {joy + v, minus - 1}));
    }
    auto top = tree.fold(0, moments.size());
    printf("%lld %d\n", top.first, -top.second);
}
