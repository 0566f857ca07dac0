import sys
from itertools import groupby
sys.setrecursionlimit(10 ** 6)

rows = [tuple(map(int, line.split())) for line in sys.stdin if line.strip()]
(n, g), rows = rows[0], sorted(rows[1:], reverse=True)

# latest start first; stairs keeps (start, value) with values only growing
stairs = [(float('inf'), 0, 0)]


def after(t, lo, hi):
    """index of the last stair whose start is not before t"""
    if hi - lo == 1:
        return lo
    mid = (lo + hi) // 2
    return after(t, mid, hi) if stairs[mid][0] >= t else after(t, lo, mid)


for start, same in groupby(rows, key=lambda row: row[0]):
    found = []
    for _, end, joy in same:
        _, total, minus = stairs[after(end + g, 0, len(stairs))]
        found.append((total + joy, minus - 1))
    if max(found) > stairs[-1][1:]:
        stairs.append((start, *max(found)))

print(stairs[-1][1], -stairs[-1][2])
