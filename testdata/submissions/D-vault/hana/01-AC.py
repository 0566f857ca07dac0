import sys


def main():
    lines = sys.stdin.read().split('\n')
    q = int(lines[0])
    table = {}
    counts = {}
    journal = []
    marks = []
    out = []

    def assign(key, value):
        old = table.get(key)
        if old is not None:
            counts[old] -= 1
        if value is None:
            table.pop(key, None)
        else:
            table[key] = value
            counts[value] = counts.get(value, 0) + 1

    def note(key):
        if marks:
            journal.append((key, table.get(key)))

    for i in range(1, q + 1):
        words = lines[i].split()
        name = words[0]
        if name == 'put':
            note(words[1])
            assign(words[1], words[2])
        elif name == 'del':
            note(words[1])
            assign(words[1], None)
        elif name == 'get':
            out.append(table.get(words[1], '-'))
        elif name == 'count':
            out.append(str(counts.get(words[1], 0)))
        elif name == 'begin':
            marks.append(len(journal))
        elif not marks:
            out.append('NONE')
        else:
            mark = marks.pop()
            if name == 'undo':
                while len(journal) > mark:
                    key, old = journal.pop()
                    assign(key, old)

    print('\n'.join(out))


main()
