n, g = map(int, input().split())
todo = [tuple(map(int, input().split())) for _ in range(n)]


def best(free, rest):
    out = (0, 0)
    for i, (a, b, v) in enumerate(rest):
        if a >= free:
            joy, minus = best(b + g, rest[:i] + rest[i + 1:])
            out = max(out, (joy + v, minus - 1))
    return out


joy, minus = best(0, todo)
print(joy, -minus)
