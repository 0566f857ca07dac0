#include <iostream>
#include <string>
using namespace std;

int main() {
    string n;
    cin >> n;
    int ans = 0;
    for (char ch : n) ans += ch - '0';
    cout << ans << '\n';
    return 0;
}
