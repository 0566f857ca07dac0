#include <bits/stdc++.h>
using namespace std;
int main(){
    string s; cin>>s;
    int ans=0;
    for(size_t i=0;i<s.size();i++) ans+=s[i]-'0';
    cout<<ans<<endl;
}
