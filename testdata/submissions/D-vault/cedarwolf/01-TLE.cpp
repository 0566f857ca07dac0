#include <iostream>
#include <map>
#include <stack>
#include <string>

int main() {
    int lines;
    std::cin >> lines;
    std::stack<std::map<std::string, std::string>> worlds;
    worlds.push({});
    while (lines--) {
        std::string verb, a, b;
        std::cin >> verb;
        if (verb == "put") {
            std::cin >> a >> b;
            worlds.top()[a] = b;
        }
        if (verb == "del") {
            std::cin >> a;
            worlds.top().erase(a);
        }
        if (verb == "get") {
            std::cin >> a;
            std::cout << (worlds.top().count(a) ? worlds.top()[a] : "-") << '\n';
        }
        if (verb == "count") {
            std::cin >> a;
            int n = 0;
            for (auto &[key, value] : worlds.top()) n += value == a;
            std::cout << n << '\n';
        }
        if (verb == "begin") worlds.push(worlds.top());
        if (verb == "undo" || verb == "keep") {
            if (worlds.size() == 1) {
                std::cout << "NONE\n";
                continue;
            }
            auto top = worlds.top();
            worlds.pop();
            if (verb == "keep") worlds.top() = top;
        }
    }
}
