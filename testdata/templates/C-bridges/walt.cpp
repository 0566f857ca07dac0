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

std::vector<std::pair<int, int>> edges;
std::vector<std::vector<int>> incident;
std::vector<int> entered, top, weight;
int ticks, cuts, widest;

int component(int start, std::vector<bool> &marked) {
    int members = 0;
    std::vector<int> stack{start};
    marked[start] = true;
    while (!stack.empty()) {
        int node = stack.back();
        stack.pop_back();
        members++;
        for (int id : incident[node]) {
            int far = edges[id].first + edges[id].second - node;
            if (marked[far]) continue;
            marked[far] = true;
            stack.push_back(far);
        }
    }
    return members;
}

void explore(int node, int arrived, int members) {
    entered[node] = top[node] = ++ticks;
    weight[node] = 1;
    for (int id : incident[node]) {
        if (id == arrived) continue;
        int far = edges[id].first + edges[id].second - node;
        if (entered[far]) {
            if (entered[far] < top[node]) top[node] = entered[far];
            continue;
        }
        explore(far, id, members);
        weight[node] += weight[far];
        if (top[far] < top[node]) top[node] = top[far];
        if (top[far] == entered[far]) {
            cuts++;
            int side = members - weight[far];
            if (weight[far] > side) side = weight[far];
            if (side > widest) widest = side;
        }
    }
}

int main() {
    int nodes = readInt(), count = readInt();
    incident.resize(nodes);
    for (int id = 0; id < count; id++) {
        int a = readInt() - 1, b = readInt() - 1;
        edges.push_back({a, b});
        incident[a].push_back(id);
        incident[b].push_back(id);
    }
    entered.assign(nodes, 0);
    top = weight = entered;
    std::vector<bool> marked(nodes, false);
    for (int node = 0; node < nodes; node++) {
        if (!marked[node]) explore(node, -1, component(node, marked));
    }
    printf("%d %d\n", cuts, widest);
}
