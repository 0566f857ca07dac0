#include <stdio.h>
#include <stdlib.h>
#define MAXN 100005

static int parent[MAXN];
static long long sum[MAXN];

/* find with path compression */
int find(int x) {
    while (parent[x] != x) {
        parent[x] = parent[parent[x]];
        x = parent[x];
    }
    return x;
}

int compare(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

int main(void) {
    int n, q;
    scanf("%d %d", &n, &q);
    for (int i = 1; i <= n; i++) {
        parent[i] = i;
        sum[i] = 0;
    }
    while (q--) {
        char kind;
        int a, b;
        scanf(" %c %d %d", &kind, &a, &b);
        if (kind == 'u') {
            parent[find(a)] = find(b);
        } else {
            printf("%s\n", find(a) == find(b) ? "YES" : "NO");
        }
    }
    return 0;
}
