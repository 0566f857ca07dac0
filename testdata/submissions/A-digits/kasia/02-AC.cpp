#include <bits/stdc++.h>
using namespace std;
int main() {
    long long n, s = 0; // 10^18 nie miesci sie w int!
    cin >> n;
    while (n) {
        s += n % 10;
        n /= 10;
    }
    cout << s;
}
