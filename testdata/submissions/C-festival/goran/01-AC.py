import sys
from bisect import bisect_right


def main():
    data = list(map(int, sys.stdin.read().split()))
    n, gap = data[0], data[1]
    concerts = []
    for i in range(n):
        start, end, joy = data[2 + 3 * i: 5 + 3 * i]
        concerts.append((end, start, joy))
    concerts.sort()

    ends = [c[0] for c in concerts]
    best = [(0, 0)]
    for end, start, joy in concerts:
        # how many concerts are over (and rested from) before this one starts
        j = bisect_right(ends, start - gap)
        # j can never be beyond the concerts we have already seen
        take = (best[j][0] + joy, best[j][1] - 1)
        skip = best[-1]
        if take > skip:
            best.append(take)
        else:
            best.append(skip)

    total, minus = best[-1]
    print(total, -minus)


if __name__ == '__main__':
    main()
