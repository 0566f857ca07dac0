#include <cstdio>
int main() {
    int c, sum = 0;
    while ((c = getchar()) >= '0' && c <= '9')
        sum += c - '0';
    printf("%d\n", sum);
    return 0;
}
