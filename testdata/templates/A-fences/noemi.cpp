#include <iostream>
#include <map>
#include <set>
#include <vector>
using namespace std;

// too slow for the last tests, but short
int main()
{
    unsigned size, rounds;
    cin >> size >> rounds;
    vector<int> wall(size);
    for (unsigned at = 0; at < size; ++at)
        cin >> wall.at(at);
    for (unsigned turn = 1; turn <= rounds; ++turn)
    {
        string word;
        unsigned x, y;
        cin >> word >> x >> y;
        if (word == "put")
        {
            wall.at(x - 1) = y;
        }
        else
        {
            multiset<int> part(wall.begin() + (x - 1), wall.begin() + y);
            cout << *part.begin() << '\n';
        }
    }
    return 0;
}
