#include <iostream>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

using std::string;
using std::vector;

// A persistent trie over 18-bit ids: a version is just a root, so a
// transaction keeps the root from before and "undo" goes back to it.
struct Trie {
    struct Node {
        int zero = 0, one = 0;
    };
    vector<Node> pool{1};

    int get(int root, int id) const {
        for (int bit = 17; bit >= 0 && root; --bit) root = id >> bit & 1 ? pool[root].one : pool[root].zero;
        return root ? pool[root].zero : 0;
    }

    int set(int root, int id, int value, int bit = 17) {
        Node copy = pool[root];
        if (bit < 0) {
            copy.zero = value;
        } else if (id >> bit & 1) {
            int child = set(copy.one, id, value, bit - 1);
            copy.one = child;
        } else {
            int child = set(copy.zero, id, value, bit - 1);
            copy.zero = child;
        }
        pool.push_back(copy);
        return int(pool.size()) - 1;
    }
};

struct Interner {
    std::unordered_map<string, int> seen;
    vector<string> text{"-"};
    int read() {
        string s;
        std::cin >> s;
        auto [it, fresh] = seen.try_emplace(s, int(text.size()));
        if (fresh) text.push_back(s);
        return it->second;
    }
};

int main() {
    std::ios::sync_with_stdio(false);
    int lines;
    std::cin >> lines;
    Trie trie;
    Interner words;
    std::pair<int, int> world{0, 0};  // roots: key -> value, value -> how many
    vector<std::pair<int, int>> saved;
    auto bump = [&](int value, int by) {
        if (value) world.second = trie.set(world.second, value, trie.get(world.second, value) + by);
    };
    auto store = [&](int key, int value) {
        bump(trie.get(world.first, key), -1);
        bump(value, +1);
        world.first = trie.set(world.first, key, value);
    };
    for (string verb; lines-- && std::cin >> verb;) {
        if (verb == "put") {
            int key = words.read();
            store(key, words.read());
        } else if (verb == "del") {
            store(words.read(), 0);
        } else if (verb == "get") {
            std::cout << words.text[trie.get(world.first, words.read())] << '\n';
        } else if (verb == "count") {
            std::cout << trie.get(world.second, words.read()) << '\n';
        } else if (verb == "begin") {
            saved.push_back(world);
        } else if (saved.empty()) {
            std::cout << "NONE\n";
        } else {
            if (verb == "undo") world = saved.back();
            saved.pop_back();
        }
    }
}
