import sys
from collections import defaultdict


def main():
    input = sys.stdin.readline
    q = int(input())
    # history[key] is a stack of (level, value)
    history = defaultdict(list)
    number = defaultdict(int)
    levels = [[]]

    def current(key):
        return history[key][-1][1] if history[key] else None

    def put(key, value):
        number[current(key)] -= 1
        number[value] += 1
        level = len(levels)
        if history[key] and history[key][-1][0] == level:
            history[key][-1] = (level, value)
        else:
            history[key].append((level, value))
            levels[-1].append(key)

    for _ in range(q):
        cmd = input().split()
        if cmd[0] == 'put':
            put(cmd[1], cmd[2])
        elif cmd[0] == 'del':
            put(cmd[1], None)
        elif cmd[0] == 'get':
            print(current(cmd[1]) or '-')
        elif cmd[0] == 'count':
            print(number[cmd[1]])
        elif cmd[0] == 'begin':
            levels.append([])
        elif len(levels) == 1:
            print('NONE')
        else:
            for key in levels.pop():
                value = history[key].pop()[1]
                number[value] -= 1
                number[current(key)] += 1
                if cmd[0] == 'keep':
                    put(key, value)


main()
