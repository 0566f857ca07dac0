#include <vector>
#include <cstdio>
#include <chrono>
#include <random>
#include <functional>
#include <map>
#include <string>

class Stopwatch {
    std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
public:
    double elapsed() const {
        std::chrono::duration<double> d = std::chrono::steady_clock::now() - begin;
        return d.count();
    }
    void restart() { begin = std::chrono::steady_clock::now(); }
};

class Dice {
    std::mt19937_64 engine{20240511};
public:
    long roll(long low, long high) { return std::uniform_int_distribution<long>(low, high)(engine); }
    template <class It> void mix(It first, It last) {
        for (long n = last - first; n > 1; n--) std::swap(first[n - 1], first[roll(0, n - 1)]);
    }
};

struct Memo {
    std::map<std::pair<int, int>, long> known;
    std::function<long(int, int)> rule;
    long operator()(int a, int b) {
        auto found = known.find({a, b});
        if (found != known.end()) return found->second;
        long value = rule(a, b);
        known[{a, b}] = value;
        return value;
    }
};

inline int readInt() { int x = 0; if (scanf("%d", &x) != 1) return 0; return x; }
inline void writeLine(long x) { printf("%ld\n", x); }

int lowest[1 << 19], offset = 1;

void build(int count) {
    while (offset < count + 2) offset <<= 1;
    for (int k = 0; k < 2 * offset; k++) lowest[k] = 0x7fffffff;
    for (int k = 1; k <= count; k++) lowest[offset + k] = readInt();
    for (int k = offset; --k;) lowest[k] = lowest[k + k] < lowest[k + k + 1] ? lowest[k + k] : lowest[k + k + 1];
}

int main() {
    int count = readInt();
    int questions = readInt();
    build(count);
    for (char c[2]; questions-- && scanf("%1s", c) == 1;) {
        int u = readInt() + offset, w = readInt();
        switch (*c) {
        case 'p':
            lowest[u] = w;
            while (u >>= 1) lowest[u] = lowest[2 * u + 1] < lowest[2 * u] ? lowest[2 * u + 1] : lowest[2 * u];
            break;
        default:
            int answer = 0x7fffffff;
            for (u--, w += offset + 1; u ^ w ^ 1; u >>= 1, w >>= 1) {
                if (~u & 1 && lowest[u ^ 1] < answer) answer = lowest[u ^ 1];
                if (w & 1 && lowest[w ^ 1] < answer) answer = lowest[w ^ 1];
            }
            writeLine(answer);
        }
    }
}
