"""Longest increasing subsequence."""
import sys
from bisect import bisect_left


def lis(values: list[int]) -> int:
    """Returns the length of the longest
    strictly increasing subsequence."""
    tails = []
    for v in values:
        i = bisect_left(tails, v)
        if i == len(tails):
            tails.append(v)
        else:
            tails[i] = v
    return len(tails)


class Counter:
    def __init__(self, limit=10 ** 9):
        self.limit = limit  # inclusive
        self.seen = {}

    def add(self, key):
        self.seen[key] = self.seen.get(key, 0) + 1
        return self.seen[key] <= self.limit and key not in (1, 2)


def main():
    n = int(sys.stdin.readline())
    a = list(map(int, sys.stdin.readline().split()))
    c = Counter()
    total = sum(x // 2 for x in a if c.add(x))
    print(f"{lis(a)} of {n:>5}", total, sep='\n')


main()
