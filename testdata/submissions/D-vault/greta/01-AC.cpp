#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

// Jede offene Transaktion ist eine Folie über der darunterliegenden.
class Folie {
public:
    explicit Folie(std::unique_ptr<Folie> unten) : unten_(std::move(unten)) {}

    std::optional<std::string> lies(const std::string &name) const {
        auto it = werte_.find(name);
        if (it != werte_.end()) return it->second;
        return unten_ ? unten_->lies(name) : std::nullopt;
    }

    void schreibe(const std::string &name, std::optional<std::string> wert) {
        if (auto alt = lies(name)) --anzahl_[*alt];
        if (wert) ++anzahl_[*wert];
        werte_[name] = std::move(wert);
    }

    int zaehle(const std::string &wert) const {
        auto it = anzahl_.find(wert);
        int hier = it == anzahl_.end() ? 0 : it->second;
        return unten_ ? hier + unten_->zaehle(wert) : hier;
    }

    bool ist_grund() const { return unten_ == nullptr; }

    std::unique_ptr<Folie> verwirf() { return std::move(unten_); }

    std::unique_ptr<Folie> verschmelze() {
        for (auto &[name, wert] : werte_) unten_->werte_[name] = std::move(wert);
        for (auto &[wert, n] : anzahl_) unten_->anzahl_[wert] += n;
        return std::move(unten_);
    }

private:
    std::unordered_map<std::string, std::optional<std::string>> werte_;
    std::unordered_map<std::string, int> anzahl_;
    std::unique_ptr<Folie> unten_;
};

int main() {
    std::ios::sync_with_stdio(false);
    auto oben = std::make_unique<Folie>(nullptr);
    int zeilen;
    std::cin >> zeilen;
    for (std::string befehl, a, b; zeilen > 0 && std::cin >> befehl; --zeilen) {
        if (befehl == "begin") {
            oben = std::make_unique<Folie>(std::move(oben));
        } else if (befehl == "put" && std::cin >> a >> b) {
            oben->schreibe(a, b);
        } else if (befehl == "del" && std::cin >> a) {
            oben->schreibe(a, std::nullopt);
        } else if (befehl == "get" && std::cin >> a) {
            std::cout << oben->lies(a).value_or("-") << '\n';
        } else if (befehl == "count" && std::cin >> a) {
            std::cout << oben->zaehle(a) << '\n';
        } else if (oben->ist_grund()) {
            std::cout << "NONE\n";
        } else {
            oben = befehl == "undo" ? oben->verwirf() : oben->verschmelze();
        }
    }
}
