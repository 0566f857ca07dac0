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

// joy and count squeezed into one number: joy * 2^17 - count
struct Max {
    typedef long long T;
    static T unit() { return 0; }
    static T join(T a, T b) { return a < b ? b : a; }
};

int n, g;
int a[100000], b[100000], v[100000], by_a[100000], by_b[100000];

int main() {
    scanf("%d %d", &n, &g);
    for (int i = 0; i < n; i++) {
        scanf("%d %d %d", a + i, b + i, v + i);
        by_a[i] = by_b[i] = i;
    }
    sort(by_a, by_a + n, [](int i, int j) { return a[i] < a[j]; });
    sort(by_b, by_b + n, [](int i, int j) { return b[i] < b[j]; });
    int *place = new int[n];
    for (int r = 0; r < n; r++) place[by_b[r]] = r;
    heron::SegmentTree<Max> t(n);
    int closed = 0;
    for (int k = 0; k < n; k++) {
        int i = by_a[k];
        while (closed < n && b[by_b[closed]] + g <= a[i]) closed++;
        t.set(place[i], t.fold(0, closed) + ((long long)v[i] << 17) - 1);
    }
    long long z = t.fold(0, n);
    long long joy = (z + (1 << 17) - 1) >> 17;
    printf("%lld %lld\n", joy, (joy << 17) - z);
    delete[] place;
    return 0;
}
