import sys


def main():
    q = int(input())
    stack = [{}]
    for _ in range(q):
        cmd = input().split()
        top = stack[-1]
        if cmd[0] == 'put':
            top[cmd[1]] = cmd[2]
        elif cmd[0] == 'del':
            top[cmd[1]] = None
        elif cmd[0] == 'get':
            print(top.get(cmd[1]) or '-')
        elif cmd[0] == 'count':
            print(list(top.values()).count(cmd[1]))
        elif cmd[0] == 'begin':
            stack.append({})
        elif cmd[0] == 'undo':
            print('NONE') if len(stack) == 1 else stack.pop()
        else:
            if len(stack) == 1:
                print('NONE')
            else:
                stack.pop()
                stack[-1].update(top)


main()
