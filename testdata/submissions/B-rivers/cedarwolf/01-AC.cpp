#include <iostream>
#include <string>
#include <utility>
#include <vector>

using std::pair;
using std::string;
using std::vector;

// A cell is only worth coming back to with more planks in the bag than
// on every earlier visit. So keep the best bag per cell and go in rounds.
int main() {
    int rows, cols, planks;
    std::cin >> rows >> cols >> planks;
    vector<string> a(rows + 2, string(cols + 2, '#'));
    pair<int, int> boat;
    for (int y = 1; y <= rows; ++y) {
        string line;
        std::cin >> line;
        for (int x = 1; x <= cols; ++x) {
            a[y][x] = line[x - 1];
            if (a[y][x] == 'S') boat = {y, x};
        }
    }

    vector<vector<int>> bag(rows + 2, vector<int>(cols + 2, -1));
    vector<pair<int, int>> wave{boat};
    bag[boat.first][boat.second] = planks;
    const int around[] = {0, 1, 0, -1, 0};

    for (int step = 0; !wave.empty(); ++step) {
        vector<pair<pair<int, int>, int>> arrivals;
        for (auto [y, x] : wave) {
            if (a[y][x] == 'T') {
                std::cout << step << '\n';
                return 0;
            }
            for (int i = 0; i < 4; ++i) {
                int yy = y + around[i], xx = x + around[i + 1];
                if (a[yy][xx] == '#') continue;
                int rest = bag[y][x];
                if (a[yy][xx] == '~') --rest;
                if (rest >= 0) arrivals.push_back({{yy, xx}, rest});
            }
        }
        wave.clear();
        for (auto &[place, rest] : arrivals) {
            int &best = bag[place.first][place.second];
            if (rest > best) {
                best = rest;
                wave.push_back(place);
            }
        }
    }
    std::cout << "-1\n";
}
