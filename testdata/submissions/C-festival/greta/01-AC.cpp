#include <algorithm>
#include <iostream>
#include <iterator>
#include <map>
#include <vector>

struct Auftritt {
    int beginn, ende;
    long long freude;
};

// Treppe: frei ab Zeitpunkt -> bestes Ergebnis; spätere Stufen sind immer besser.
class Treppe {
public:
    using Wert = std::pair<long long, int>;  // Freude, minus Anzahl

    Treppe() { stufen_[-2000000000] = {0, 0}; }

    Wert bis(int zeit) const { return std::prev(stufen_.upper_bound(zeit))->second; }

    void lege(int zeit, Wert wert) {
        if (bis(zeit) >= wert) return;
        auto it = stufen_.insert_or_assign(zeit, wert).first;
        for (++it; it != stufen_.end() && it->second <= wert;) it = stufen_.erase(it);
    }

    Wert oben() const { return stufen_.rbegin()->second; }

private:
    std::map<int, Wert> stufen_;
};

int main() {
    int anzahl, pause;
    std::cin >> anzahl >> pause;
    std::vector<Auftritt> plan(anzahl);
    for (auto &p : plan) std::cin >> p.beginn >> p.ende >> p.freude;
    std::sort(plan.begin(), plan.end(),
              [](const auto &a, const auto &b) { return a.beginn < b.beginn; });

    Treppe treppe;
    for (const auto &p : plan) {
        auto wert = treppe.bis(p.beginn);
        wert.first += p.freude;
        wert.second -= 1;
        treppe.lege(p.ende + pause, wert);
    }
    auto [freude, minus] = treppe.oben();
    std::cout << freude << ' ' << -minus << '\n';
}
