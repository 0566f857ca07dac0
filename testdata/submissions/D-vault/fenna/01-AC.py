import sys
import time

DEBUG = False


def main():
    begin_tijd = time.time()
    regels = sys.stdin.read().split('\n')
    n = int(regels[0])
    kluis = {}
    aantal = {}
    logboek = []
    merken = []
    uit = []
    statistiek = {'put': 0, 'get': 0, 'undo': 0}
    diepste = 0

    def zet(sleutel, waarde):
        vorige = kluis.get(sleutel)
        if vorige is not None:
            aantal[vorige] -= 1
            if aantal[vorige] < 0:
                raise ValueError('kan niet')
        if waarde is None:
            kluis.pop(sleutel, None)
        else:
            kluis[sleutel] = waarde
            aantal[waarde] = aantal.get(waarde, 0) + 1

    def onthoud(sleutel):
        if merken:
            logboek.append((sleutel, kluis.get(sleutel)))

    def controleer():
        totaal = 0
        for waarde in kluis.values():
            totaal += 1 if waarde else 0
        return totaal == sum(aantal.values())

    for i in range(1, n + 1):
        deel = regels[i].split()
        wat = deel[0]
        if wat in statistiek:
            statistiek[wat] += 1
        if wat == 'put':
            onthoud(deel[1])
            zet(deel[1], deel[2])
        elif wat == 'del':
            onthoud(deel[1])
            zet(deel[1], None)
        elif wat == 'get':
            uit.append(kluis.get(deel[1], '-'))
        elif wat == 'count':
            uit.append(str(aantal.get(deel[1], 0)))
        elif wat == 'begin':
            merken.append(len(logboek))
            diepste = max(diepste, len(merken))
        elif not merken:
            uit.append('NONE')
        else:
            merk = merken.pop()
            if wat == 'undo':
                while len(logboek) > merk:
                    sleutel, vorige = logboek.pop()
                    zet(sleutel, vorige)
        if DEBUG and not controleer():
            print('fout na regel', i, file=sys.stderr)

    if DEBUG:
        print(statistiek, diepste, time.time() - begin_tijd, file=sys.stderr)
    print('\n'.join(uit))


main()
