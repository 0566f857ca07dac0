#include <array>
#include <deque>
#include <iostream>
#include <string>
#include <tuple>
#include <vector>

class RiverMap {
public:
    explicit RiverMap(std::istream &is) {
        is >> height_ >> width_ >> planks_;
        rows_.resize(height_);
        for (auto &row : rows_) is >> row;
        visited_.assign(planks_ + 1, std::vector<bool>(height_ * width_, false));
    }

    int shortest() {
        auto [sy, sx] = locate('S');
        std::deque<Step> todo;
        visit(todo, sy, sx, planks_, 0);
        while (!todo.empty()) {
            auto [y, x, bag, length] = todo.front();
            todo.pop_front();
            if (rows_[y][x] == 'T') return length;
            for (const auto &m : kMoves) visit(todo, y + m[0], x + m[1], bag, length + 1);
        }
        return -1;
    }

private:
    using Step = std::tuple<int, int, int, int>;
    static constexpr std::array<std::array<int, 2>, 4> kMoves{{{-1, 0}, {1, 0}, {0, -1}, {0, 1}}};

    std::pair<int, int> locate(char what) const {
        for (int y = 0; y < height_; ++y) {
            auto x = rows_[y].find(what);
            if (x != std::string::npos) return {y, static_cast<int>(x)};
        }
        return {-1, -1};
    }

    // Reiht das Feld ein, falls es betretbar und in dieser Lage neu ist.
    void visit(std::deque<Step> &todo, int y, int x, int bag, int length) {
        if (y < 0 || y >= height_ || x < 0 || x >= width_) return;
        const char cell = rows_[y][x];
        if (cell == '#') return;
        if (cell == '~' && bag-- == 0) return;
        if (visited_[bag][y * width_ + x]) return;
        visited_[bag][y * width_ + x] = true;
        todo.emplace_back(y, x, bag, length);
    }

    int height_, width_, planks_;
    std::vector<std::string> rows_;
    std::vector<std::vector<bool>> visited_;
};

int main() {
    RiverMap map(std::cin);
    std::cout << map.shortest() << '\n';
}
