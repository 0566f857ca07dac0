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

// Baslangica gore sirali; sondan basa dogru gidiyoruz.
struct Result {
    int64_t joy = 0;
    int shows = 0;
    bool better_than(const Result &o) const {
        return joy > o.joy || (joy == o.joy && shows < o.shows);
    }
};
struct Choice {
    typedef Result T;
    static Result unit() { return Result(); }
    static Result join(const Result &a, const Result &b) { return b.better_than(a) ? b : a; }
};
struct Earliest {
    typedef int T;
    static int unit() { return INT_MIN; }
    static int join(int a, int b) { return a > b ? a : b; }
};
struct Show { int begin, end, joy; };

int main() {
    cin.tie(0)->sync_with_stdio(0);
    int count, pause;
    cin >> count >> pause;
    vector<Show> shows(count);
    for (Show &s : shows) cin >> s.begin >> s.end >> s.joy;
    sort(shows.begin(), shows.end(), [](const Show &a, const Show &b) { return a.begin < b.begin; });
    heron::SegmentTree<Earliest> starts(count);
    for (int i = 0; i < count; i++) starts.set(i, shows[i].begin);
    heron::SegmentTree<Choice> tail(count);
    for (int i = count; i-- > 0;) {
        const int clear = shows[i].end + pause;
        int next = starts.first(i + 1, [&](int latest) { return latest >= clear; });
        Result r = tail.fold(next, count);
        r.joy += shows[i].joy;
        r.shows++;
        tail.set(i, r);
    }
    Result all = tail.fold(0, count);
    cout << all.joy << ' ' << all.shows << '\n';
}
