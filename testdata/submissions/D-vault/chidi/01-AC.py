# A generator per transaction: it is sent commands, and when it ends it
# gives its parent the old values that the parent must remember.
now = {}
owners = {}


def swap(key, value):
    old = now.get(key)
    if old:
        owners[old].discard(key)
    if value:
        owners.setdefault(value, set()).add(key)
    now[key] = value
    return old


def transaction(root=False):
    first = {}
    while True:
        command, *args = yield
        if command == 'put':
            first.setdefault(args[0], now.get(args[0]))
            swap(*args)
        elif command == 'del':
            first.setdefault(args[0], now.get(args[0]))
            swap(args[0], None)
        elif command == 'get':
            print(now.get(args[0]) or '-')
        elif command == 'count':
            print(len(owners.get(args[0], ())))
        elif command == 'begin':
            for key, old in (yield from transaction()).items():
                first.setdefault(key, old)
        elif root:
            print('NONE')
        elif command == 'keep':
            return first
        else:
            for key, old in first.items():
                swap(key, old)
            return {}


run = transaction(root=True)
next(run)
for _ in range(int(input())):
    run.send(input().split())
