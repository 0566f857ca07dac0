from bisect import bisect_right
import sys


def main():
    numbers = list(map(int, sys.stdin.read().split()))
    n, rest = numbers[0], numbers[1]
    shows = []
    for i in range(n):
        a, b, fun = numbers[2 + 3 * i: 5 + 3 * i]
        shows.append((b, a, fun))
    shows.sort()

    dp = [(0, 0)]
    over = [s[0] for s in shows]
    for b, a, fun in shows:
        j = bisect_right(over, a - rest)
        better = (dp[j][0] + fun, dp[j][1] - 1)
        old = dp[-1]
        if better > old:
            dp.append(better)
        else:
            dp.append(old)

    fun, count = dp[-1]
    print(fun, -count)


main()
