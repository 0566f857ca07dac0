import sys

INF = 10 ** 9


def flood(field, dist, steps):
    """One layer: walk on dry cells only, from all known cells at once."""
    buckets = {}
    for cell, d in enumerate(dist):
        if d < INF:
            buckets.setdefault(d, []).append(cell)
    shore = [INF] * len(field)
    day = min(buckets) if buckets else INF
    while buckets:
        for cell in buckets.pop(day, ()):
            if dist[cell] != day:
                continue
            for s in steps:
                to = cell + s
                kind = field[to]
                if kind == 126:
                    shore[to] = min(shore[to], day + 1)
                elif kind != 35 and dist[to] > day + 1:
                    dist[to] = day + 1
                    buckets.setdefault(day + 1, []).append(to)
        day += 1
    return shore


def main():
    data = sys.stdin.buffer.read().split()
    width, k = int(data[1]), int(data[2])
    stride = width + 1
    field = b'#' * stride + b'#'.join(data[3:]) + b'#' * (stride + 1)
    dist = [INF] * len(field)
    dist[field.index(b'S')] = 0
    target = field.index(b'T')
    best = INF
    for _ in range(k + 1):
        shore = flood(field, dist, (1, -1, stride, -stride))
        best = min(best, dist[target])
        dist = shore
    print(-1 if best == INF else best)


main()
