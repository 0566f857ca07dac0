#include <iostream>
#include <vector>
using namespace std;

int main()
{
    const int MOD = 1000000007;
    unsigned kinds, amount;
    cin >> kinds >> amount;
    vector<vector<int>> grid(kinds + 1, vector<int>(amount + 1, 0));
    grid[0][0] = 1;
    for (unsigned row = 1; row <= kinds; ++row)
    {
        unsigned coin, number;
        cin >> coin >> number;
        for (unsigned col = 0; col <= amount; ++col)
            for (unsigned copies = 0; copies <= number && copies * coin <= col; ++copies)
                grid[row][col] = (grid[row][col] + grid[row - 1][col - copies * coin]) % MOD;
    }
    cout << grid[kinds][amount] << '\n';
    return 0;
}
