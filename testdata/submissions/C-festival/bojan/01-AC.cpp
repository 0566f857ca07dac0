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

// the best chain, and at which concert it ends, to print the list while testing
struct Chain {
    struct T {
        long long joy;
        int shows, last;
    };
    static T unit() { return {0, 0, -1}; }
    static T join(const T &a, const T &b) {
        if (a.joy == b.joy) return a.shows <= b.shows ? a : b;
        return a.joy > b.joy ? a : b;
    }
};

int main() {
    int n;
    long long g;
    cin >> n >> g;
    multimap<long long, int> queue_;  // moment -> concert that starts (>= 0) or ~concert that is over
    vector<int> joy(n), parent(n, -1);
    for (int i = 0; i < n; i++) {
        long long from, to;
        cin >> from >> to >> joy[i];
        queue_.emplace(2 * from + 1, i);
        queue_.emplace(2 * (to + g), ~i);
    }
    heron::SegmentTree<Chain> over(n);
    vector<Chain::T> chain(n);
    for (auto [moment, i] : queue_) {
        if (i < 0) {
            over.set(~i, chain[~i]);
            continue;
        }
        chain[i] = over.fold(0, n);
        parent[i] = chain[i].last;
        chain[i].joy += joy[i];
        chain[i].shows++;
        chain[i].last = i;
    }
    Chain::T best = over.fold(0, n);
#ifdef TESTING
    for (int i = best.last; i >= 0; i = parent[i]) cerr << i << ' ';
#endif
    cout << best.joy << ' ' << best.shows << '\n';
}
