#include <tuple>
#include <vector>
#include <string>
#include <array>
#include <deque>
#include <iostream>

class Grid {
    int planks_, width_, height_;
    std::vector<std::vector<bool>> used_;
    std::vector<std::string> rows_;

    static constexpr std::array<std::array<int, 2>, 4> kSteps{{{0, -1}, {0, 1}, {1, 0}, {-1, 0}}};
    using Item = std::tuple<int, int, int, int>;

    void push(std::deque<Item> &todo, int y, int x, int bag, int length) {
        if (x < 0 || x >= width_ || y < 0 || y >= height_) return;
        const char cell = rows_[y][x];
        if (cell == '#') return;
        if (cell == '~' && bag-- == 0) return;
        if (used_[bag][y * width_ + x]) return;
        used_[bag][y * width_ + x] = true;
        todo.emplace_back(y, x, bag, length);
    }

    std::pair<int, int> find(char what) const {
        for (int y = 0; y < height_; ++y) {
            auto x = rows_[y].find(what);
            if (x != std::string::npos) return {y, static_cast<int>(x)};
        }
        return {-1, -1};
    }

public:
    int answer() {
        std::deque<Item> todo;
        auto [sy, sx] = find('S');
        push(todo, sy, sx, planks_, 0);
        while (!todo.empty()) {
            auto [y, x, bag, length] = todo.front();
            todo.pop_front();
            if (rows_[y][x] == 'T') return length;
            for (const auto &m : kSteps) push(todo, y + m[0], x + m[1], bag, length + 1);
        }
        return -1;
    }

    explicit Grid(std::istream &is) {
        is >> height_ >> width_ >> planks_;
        rows_.resize(height_);
        for (auto &row : rows_) is >> row;
        used_.assign(planks_ + 1, std::vector<bool>(height_ * width_, false));
    }
};

int main() {
    Grid grid(std::cin);
    std::cout << grid.answer() << '\n';
}
