import sys


def main():
    read = sys.stdin.buffer.readline
    n, gap = map(int, read().split())
    starting = {}
    arriving = {}
    for _ in range(n):
        s, e, v = map(int, read().split())
        starting.setdefault(s, []).append((e + gap, v))
        arriving[e + gap] = None
    clock = sorted(set(starting) | set(arriving))

    # value at each moment: joy * SCALE - concerts
    scale = 1 << 20
    incoming = dict.fromkeys(clock, 0)
    current = 0
    for moment in clock:
        current = max(current, incoming[moment])
        for free, v in starting.get(moment, ()):
            value = current + v * scale - 1
            if value > incoming[free]:
                incoming[free] = value

    joy = -(-current // scale)
    print(joy, joy * scale - current)


main()
