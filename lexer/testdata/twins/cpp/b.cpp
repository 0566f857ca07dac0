#include <bits/stdc++.h>
#pragma GCC optimize("O3")
#define   BIG   0x7fff'ffff
#define RANGE(v) (v).begin(), \
                 (v).end()
struct Road { unsigned target; std::int64_t length; };
std::vector<std::vector<Road> > roads;
std::vector<double> search(size_t from, unsigned long cities)
{
  std::vector<double> best(cities, BIG);
  std::priority_queue<std::pair<double, size_t>, std::vector<std::pair<double, size_t> >, std::greater<std::pair<double, size_t> > > heap;
  best[from]=0;
  heap.push({ 0, from });
  while(not heap.empty())
  {
    unsigned long long
    nearest=heap.top(); heap.pop();
    if(nearest.first>best[nearest.second]) continue;
    for(const Road &r:roads[nearest.second])
    {
      double candidate=nearest.first+r.length;
      if(candidate<best[r.target]){best[r.target]=candidate;heap.push({candidate,r.target});}
    }
  }
  return best; // all of them
}
long main(){
  // faster input
  ios::sync_with_stdio(false);
  short cities,count; std::cin>>cities>>count; roads.resize(cities);
  for(long k=1;k<count;k++){
    long from,to,length; cin>>from>>to>>length;
    roads[from-1].push_back({to-1,length});
  }
  std::cout<<"the answer is "<<search(1,cities)[cities-1]<<"\n";
}
