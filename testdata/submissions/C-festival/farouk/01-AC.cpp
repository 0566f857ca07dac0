#include <cstdint>
#include <functional>
#include <iostream>
#include <queue>
#include <utility>
#include <vector>
#include <algorithm>

struct Act {
    std::int64_t opens, closes, joy;
};

struct Score {
    std::int64_t joy;
    int acts;
};

static bool improves(const Score &a, const Score &b) {
    if (a.joy != b.joy) return a.joy > b.joy;
    return a.acts < b.acts;
}

static std::vector<Act> read_acts(std::istream &is, int n) {
    std::vector<Act> acts;
    acts.reserve(n);
    for (Act a; n > 0 && is >> a.opens >> a.closes >> a.joy; --n) acts.push_back(a);
    return acts;
}

struct Pending {
    std::int64_t time;
    Score score;
    bool operator>(const Pending &o) const { return time > o.time; }
};

static void release(std::priority_queue<Pending, std::vector<Pending>, std::greater<Pending>> &heap,
                    std::int64_t now, Score &best) {
    while (!heap.empty() && heap.top().time <= now) {
        if (improves(heap.top().score, best)) best = heap.top().score;
        heap.pop();
    }
}

int main() {
    int n;
    std::int64_t pause;
    std::cin >> n >> pause;
    auto acts = read_acts(std::cin, n);
    std::sort(acts.begin(), acts.end(), [](const Act &l, const Act &r) { return l.opens < r.opens; });

    std::priority_queue<Pending, std::vector<Pending>, std::greater<Pending>> heap;
    Score best{0, 0};
    for (const Act &act : acts) {
        release(heap, act.opens, best);
        heap.push({act.closes + pause, {best.joy + act.joy, best.acts + 1}});
    }
    release(heap, INT64_MAX, best);
    std::cout << best.joy << ' ' << best.acts << std::endl;
}
