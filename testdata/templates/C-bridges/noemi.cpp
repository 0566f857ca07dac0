#include <iostream>
#include <queue>
#include <set>
#include <utility>
#include <vector>
using namespace std;

int reachable(int from, const vector<set<int>> &map_)
{
    vector<char> been(map_.size(), 0);
    queue<int> line;
    line.push(from);
    been[from] = 1;
    int people = 0;
    for (; !line.empty(); line.pop())
    {
        ++people;
        for (int to : map_[line.front()])
            if (!been[to])
            {
                been[to] = 1;
                line.push(to);
            }
    }
    return people;
}

int main()
{
    unsigned towns, streets;
    cin >> towns >> streets;
    vector<set<int>> map_(towns + 1);
    multiset<pair<int, int>> all;
    while (streets-- != 0)
    {
        int p, q;
        cin >> p >> q;
        if (p > q)
            swap(p, q);
        all.insert(make_pair(p, q));
        map_[p].insert(q);
        map_[q].insert(p);
    }
    int number = 0, best = 0;
    for (const pair<int, int> &street : all)
    {
        if (all.count(street) > 1)
            continue;
        int whole = reachable(street.first, map_);
        map_[street.first].erase(street.second);
        map_[street.second].erase(street.first);
        int one = reachable(street.first, map_);
        if (one != whole)
        {
            ++number;
            best = max(best, max(one, whole - one));
        }
        map_[street.first].insert(street.second);
        map_[street.second].insert(street.first);
    }
    cout << number << ' ' << best << '\n';
    return 0;
}
