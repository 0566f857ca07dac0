from heapq import heappush, heappop


class Plan:
    """A chain of concerts: when it is free again, its joy, its length."""

    def __init__(self, free, joy, length):
        self.free = free
        self.joy = joy
        self.length = length

    def __lt__(self, other):
        return self.free < other.free

    def beats(self, other):
        if self.joy == other.joy:
            return self.length < other.length
        return self.joy > other.joy


def read():
    n, g = map(int, input().split())
    shows = []
    for _ in range(n):
        shows.append(tuple(map(int, input().split())))
    return sorted(shows), g


def finish(running, now, champion):
    while running and (now is None or running[0].free <= now):
        plan = heappop(running)
        if plan.beats(champion):
            champion = plan
    return champion


shows, g = read()
running = []
champion = Plan(0, 0, 0)
for begin, end, joy in shows:
    champion = finish(running, begin, champion)
    heappush(running, Plan(end + g, champion.joy + joy, champion.length + 1))
champion = finish(running, None, champion)
print(champion.joy, champion.length)
