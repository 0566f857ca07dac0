from collections import deque


class Boat:
    def __init__(self, y, x, planks):
        self.y = y
        self.x = x
        self.planks = planks

    def key(self):
        return self.y, self.x, self.planks


def moves(boat, rows):
    for y, x in ((boat.y, boat.x + 1), (boat.y, boat.x - 1),
                 (boat.y + 1, boat.x), (boat.y - 1, boat.x)):
        if not (0 <= y < len(rows) and 0 <= x < len(rows[0])):
            continue
        if rows[y][x] == '#':
            continue
        planks = boat.planks - (rows[y][x] == '~')
        if planks >= 0:
            yield Boat(y, x, planks)


def main():
    h, w, k = map(int, input().split())
    rows = [input() for _ in range(h)]
    y = next(i for i, row in enumerate(rows) if 'S' in row)
    first = Boat(y, rows[y].index('S'), k)
    length = {first.key(): 0}
    todo = deque([first])
    while todo:
        boat = todo.popleft()
        now = length[boat.key()]
        if rows[boat.y][boat.x] == 'T':
            return now
        for other in moves(boat, rows):
            if other.key() not in length:
                length[other.key()] = now + 1
                todo.append(other)
    return -1


print(main())
