#include <iostream>
#include <map>
#include <string>
#include <vector>
using namespace std;

vector<map<string, string>> before;
map<string, string> now;
map<string, int> counts;

void write(string key, string value) {
    string old = now.count(key) ? now[key] : "";
    if (value == "") now.erase(key); else now[key] = value;
    if (old != "") counts[old] -= 1;
    if (value != "") counts[value] += 1;
}

void change(string key, string value) {
    if (!before.empty()) {
        map<string, string> &top = before.back();
        if (!top.count(key)) {
            top[key] = now.count(key) ? now[key] : "";
        }
    }
    write(key, value);
}

string undo() {
    if (before.empty()) return "NONE";
    map<string, string> top = before.back();
    before.pop_back();
    for (auto &e : top) {
        write(e.first, e.second);
    }
    return "";
}

string keep() {
    if (before.empty()) return "NONE";
    map<string, string> inner = before.back();
    before.pop_back();
    if (!before.empty()) {
        map<string, string> &outer = before.back();
        for (auto &e : inner) {
            if (!outer.count(e.first)) outer[e.first] = e.second;
        }
    }
    return "";
}

string run(string command) {
    string key, value;
    if (command == "put") {
        cin >> key >> value;
        change(key, value);
        return "";
    } else if (command == "del") {
        cin >> key;
        change(key, "");
        return "";
    } else if (command == "get") {
        cin >> key;
        return now.count(key) ? now[key] : "-";
    } else if (command == "count") {
        cin >> value;
        return to_string(counts[value]);
    } else if (command == "begin") {
        before.push_back({});
        return "";
    } else if (command == "undo") {
        return undo();
    }
    return keep();
}

int main() {
    int q;
    cin >> q;
    string out;
    for (; q > 0; q--) {
        string command;
        cin >> command;
        string line = run(command);
        if (line != "") out += line + '\n';
    }
    cout << out;
}
