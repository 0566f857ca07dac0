h, w, k = map(int, input().split())
river = set()
ground = set()
for i in range(h):
    for j, ch in enumerate(input()):
        p = complex(i, j)
        if ch == '~':
            river.add(p)
        elif ch in '.ST':
            ground.add(p)
            if ch == 'S':
                boat = p
            if ch == 'T':
                home = p

# one set per number of planks used, all grow together
front = [set() for _ in range(k + 2)]
front[0].add(boat)
old = [set(f) for f in front]
minute = 0
while any(front) and not any(home in f for f in front):
    minute += 1
    grown = [set() for _ in range(k + 2)]
    for used, f in enumerate(front[:-1]):
        near = {p + d for p in f for d in (1, -1, 1j, -1j)}
        grown[used] |= near & ground
        grown[used + 1] |= near & river
    grown[k + 1].clear()
    for used in range(k + 1):
        grown[used] -= old[used]
        old[used] |= grown[used]
    front = grown

print(minute if any(home in f for f in front) else -1)
