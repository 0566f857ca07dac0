#include <cstdio>
#include <algorithm>
struct S { int a, b, v; } s[100000];
int main() {
    int n, g;
    scanf("%d %d", &n, &g);
    for (int i = 0; i < n; i++) scanf("%d %d %d", &s[i].a, &s[i].b, &s[i].v);
    /* greedy: most joy first?? */
    std::sort(s, s + n, [](S x, S y) { return x.v > y.v; });
    long long sum = 0;
    int cnt = 0;
    for (int i = 0; i < n; i++) {
        bool ok = true;
        for (int j = 0; j < i; j++)
            if (s[j].v >= 0 && s[i].a < s[j].b + g && s[j].a < s[i].b + g) ok = false;
        if (ok) sum += s[i].v, cnt++;
        else s[i].v = -1;
    }
    printf("%lld %d\n", sum, cnt);
}
