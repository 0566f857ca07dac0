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

int n, m;
vector<vi> kids;

int main()
{
	scanf("%d%d", &n, &m);
	kids.resize(n);
	for (int j=1; j<n; j++) {
		int up;
		cin >> up;
		kids[up-1].push_back(j);
	}
	extern int deep(const vector<vi>&, int);
	ll out = power(2, deep(kids, 0), m);
	cout << "Case <1> & 'only': " << out%m << endl;
}

int deep(const vector<vi>& kids, int at) {
	int d = 0;
	for (int k : kids[at]) {
		d = max(d, 1 + deep(kids, k));
	}
	return d;
}
