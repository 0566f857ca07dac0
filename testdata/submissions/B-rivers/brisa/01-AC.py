import heapq
import sys


def read_map(lines):
    height, width, budget = (int(x) for x in lines[0].split())
    cells = {}
    marks = {}
    for y, row in enumerate(lines[1:height + 1]):
        for x, what in enumerate(row):
            if what != '#':
                cells[y, x] = 1 if what == '~' else 0
            if what in 'ST':
                marks[what] = (y, x)
    return cells, marks, budget


def sides(place):
    y, x = place
    yield y - 1, x
    yield y + 1, x
    yield y, x - 1
    yield y, x + 1


def search(cells, marks, budget):
    heap = [(0, 0, marks['S'])]
    fewest = {}
    while heap:
        length, wet, place = heapq.heappop(heap)
        if place == marks['T']:
            return length
        if fewest.get(place, budget + 1) <= wet:
            continue
        fewest[place] = wet
        for other in sides(place):
            if other not in cells:
                continue
            total = wet + cells[other]
            if total <= budget and total < fewest.get(other, budget + 1):
                heapq.heappush(heap, (length + 1, total, other))
    return -1


if __name__ == '__main__':
    print(search(*read_map(sys.stdin.read().split('\n'))))
