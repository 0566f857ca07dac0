// Shortest path in a weighted graph, Dijkstra.
#include <iostream>
#include <queue>
#include <vector>
#define INF 1000000000
#define ALL(x) (x).begin(), (x).end()
using namespace std;

struct Edge {
    int to;
    long long weight; // metres
};

vector<vector<Edge>> graph;

/* returns the distance from the source to every vertex */
vector<long long> dijkstra(int source, int n) {
    vector<long long> dist(n, INF);
    priority_queue<pair<long long, int>, vector<pair<long long, int>>, greater<pair<long long, int>>> q;
    dist[source] = 0;
    q.push({0, source});
    while (!q.empty()) {
        auto top = q.top();
        q.pop();
        if (top.first > dist[top.second]) continue;
        for (const Edge& e : graph[top.second]) {
            long long d = top.first + e.weight;
            if (d < dist[e.to]) { dist[e.to] = d; q.push({d, e.to}); }
        }
    }
    return dist;
}

int main() {
    ios::sync_with_stdio(false);
    int n, m;
    cin >> n >> m;
    graph.resize(n);
    for (int i = 0; i < m; i++) {
        int a, b, w;
        cin >> a >> b >> w;
        graph[a - 1].push_back({b - 1, w});
    }
    cout << "distance " << dijkstra(0, n)[n - 1] << '\n';
}
