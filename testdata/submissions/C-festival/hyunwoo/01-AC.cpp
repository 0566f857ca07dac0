#include <cstdio>
#include <cstdlib>

typedef struct {
    int s, e, v;
} Show;

static Show show[100001];
static long long sum[100001];
static int len[100001];

static int cmp(const void *a, const void *b) {
    const Show *p = (const Show *)a;
    const Show *q = (const Show *)b;
    return p->e < q->e ? -1 : p->e > q->e;
}

/* 끝나는 시간 <= t 인 공연의 수 (1..hi) */
static int before(int hi, int t) {
    int lo = 0;
    while (lo < hi) {
        int m = (lo + hi + 1) / 2;
        if (show[m].e <= t)
            lo = m;
        else
            hi = m - 1;
    }
    return lo;
}

int main(void) {
    int n, g, i;
    scanf("%d%d", &n, &g);
    for (i = 1; i <= n; i++)
        scanf("%d%d%d", &show[i].s, &show[i].e, &show[i].v);
    qsort(show + 1, n, sizeof(Show), cmp);
    for (i = 1; i <= n; i++) {
        int j = before(i - 1, show[i].s - g);
        sum[i] = sum[j] + show[i].v;
        len[i] = len[j] + 1;
        if (sum[i - 1] > sum[i] || (sum[i - 1] == sum[i] && len[i - 1] <= len[i])) {
            sum[i] = sum[i - 1];
            len[i] = len[i - 1];
        }
    }
    printf("%lld %d\n", sum[n], len[n]);
    return 0;
}
