#include <bits/stdc++.h>
using namespace std;
typedef long long ll;
int main() {
    ll n; cin >> n;
    ll r = 0;
    while (n) { r += n % 10; n /= 10; }
    cout << r << endl;
    return 0;
}
