#include <bits/stdc++.h>
using namespace std;

typedef long long ll;
typedef vector<int> vi;

ll power(ll base, ll exponent, ll modulus) {
    ll result = 1;
    while (exponent > 0) {
        if (exponent & 1) result = result * base % modulus;
        base = base * base % modulus;
        exponent >>= 1;
    }
    return result;
}

// The height of each tree of the forest.
int height(const vector<vi>& children, int node) {
    int best = 0;
    for (int child : children[node]) {
        best = max(best, 1 + height(children, child));
    }
    return best;
}

int main() {
    int n, m;
    cin >> n >> m;
    vector<vi> children(n);
    for (int i = 1; i < n; i++) {
        int parent;
        cin >> parent;
        children[parent - 1].push_back(i);
    }

    ll answer = power(2, height(children, 0), m);
    cout << "Case <1> & 'only': " << answer % m << endl;
}
