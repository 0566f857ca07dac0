import sys
from heapq import heappush, heappop

# alles in een functie, dan is het sneller
def run():
    regels = sys.stdin.read().split('\n')
    h, w, max_nat = (int(x) for x in regels[0].split())
    veld = {}
    punt = {}
    for i, regel in enumerate(regels[1:h + 1]):
        for j, teken in enumerate(regel):
            if teken != '#':
                veld[i, j] = 1 if teken == '~' else 0
            if teken in 'ST':
                punt[teken] = (i, j)
    rij = [(0, 0, punt['S'])]
    minst = {}
    while rij:
        stappen, nat, plek = heappop(rij)
        if plek == punt['T']:
            return stappen
        if minst.get(plek, max_nat + 1) <= nat:
            continue
        minst[plek] = nat
        i, j = plek
        for buur in ((i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)):
            if buur not in veld:
                continue
            som = nat + veld[buur]
            if som <= max_nat and som < minst.get(buur, max_nat + 1):
                heappush(rij, (stappen + 1, som, buur))
    return -1

print(run())
