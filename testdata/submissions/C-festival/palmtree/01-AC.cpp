// C
#include <algorithm>
#include <iostream>
#include <vector>
using namespace std;
struct Concert
{
	long long from, to, joy;
};
int main()
{
	ios_base::sync_with_stdio(false); cin.tie(NULL);
	int n; long long gap;
	cin>>n>>gap;
	vector<Concert> a(n);
	for(int i=0;i<n;i++)
	{
		cin>>a[i].from>>a[i].to>>a[i].joy;
	}
	sort(a.begin(),a.end(),[](const Concert&x,const Concert&y){return x.to<y.to;});
	vector<long long> ends(n);
	for(int i=0;i<n;i++)
		ends[i]=a[i].to;
	/* dp over the sorted list:
	   take it or leave it */
	vector<long long> joy(n+1,0);
	vector<int> cnt(n+1,0);
	for(int i=1;i<=n;i++)
	{
		joy[i]=joy[i-1];
		cnt[i]=cnt[i-1];
		int j=upper_bound(ends.begin(),ends.end(),a[i-1].from-gap)-ends.begin();
		long long take=joy[j]+a[i-1].joy;
		if(take>joy[i]||(take==joy[i]&&cnt[j]+1<cnt[i]))
		{
			joy[i]=take;
			cnt[i]=cnt[j]+1;
		}
	}
	cout<<joy[n]<<" "<<cnt[n]<<endl;
	return 0;
}
