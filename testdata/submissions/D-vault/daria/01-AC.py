import sys
from collections import ChainMap, Counter

GONE = object()


class Layers:
    def __init__(self):
        self.names = ChainMap({})
        self.tally = [Counter()]

    def total(self, value):
        return sum(t[value] for t in self.tally)

    def write(self, name, value):
        before = self.names.get(name, GONE)
        if before is not GONE:
            self.tally[-1][before] -= 1
        if value is not GONE:
            self.tally[-1][value] += 1
        self.names[name] = value

    def read(self, name):
        value = self.names.get(name, GONE)
        return '-' if value is GONE else value

    def open(self):
        self.names = self.names.new_child()
        self.tally.append(Counter())

    def close(self, keep):
        if len(self.tally) == 1:
            return 'NONE'
        top, diff = self.names.maps[0], self.tally.pop()
        self.names = self.names.parents
        if keep:
            self.names.update(top)
            # Counter.update adds, it does not replace
            self.tally[-1].update(diff)


def main():
    vault = Layers()
    sys.stdin.readline()
    for line in sys.stdin:
        answer = None
        match line.split():
            case ['put', name, value]:
                vault.write(name, value)
            case ['del', name]:
                vault.write(name, GONE)
            case ['get', name]:
                answer = vault.read(name)
            case ['count', value]:
                answer = vault.total(value)
            case ['begin']:
                vault.open()
            case [word]:
                answer = vault.close(word == 'keep')
        if answer is not None:
            print(answer)


main()
