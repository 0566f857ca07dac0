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

int main() {
    std::vector<int> worth, stock;
    int kinds = readInt(), sum = readInt();
    for (int k = 0; k < kinds; k++) {
        worth.push_back(readInt());
        stock.push_back(readInt());
    }
    Memo ways;
    ways.rule = [&](int kind, int left) -> long {
        if (kind == (int)worth.size()) return left == 0;
        long total = 0;
        int used = 0;
        do {
            total += ways(kind + 1, left);
            left -= worth[kind];
        } while (left >= 0 && ++used <= stock[kind]);
        return total % 1000000007L;
    };
    writeLine(ways(0, sum));
}
