import sys

tresor = {}
haeufigkeit = {}
protokoll = []
marken = []


def zaehle(wert, um):
    if wert is None:
        return
    bisher = haeufigkeit.get(wert, 0)
    haeufigkeit[wert] = bisher + um


def setze(name, wert):
    alt = tresor.get(name)
    zaehle(alt, -1)
    zaehle(wert, 1)
    if wert is None:
        tresor.pop(name, None)
    else:
        tresor[name] = wert


def protokolliere(name):
    if len(marken) > 0:
        protokoll.append((name, tresor.get(name)))


anzahl = int(sys.stdin.readline())
for i in range(anzahl):
    teile = sys.stdin.readline().split()
    befehl = teile[0]
    if befehl == "put":
        protokolliere(teile[1])
        setze(teile[1], teile[2])
    elif befehl == "del":
        protokolliere(teile[1])
        setze(teile[1], None)
    elif befehl == "get":
        wert = tresor.get(teile[1])
        print("-" if wert is None else wert)
    elif befehl == "count":
        print(haeufigkeit.get(teile[1], 0))
    elif befehl == "begin":
        marken.append(len(protokoll))
    else:
        if len(marken) == 0:
            print("NONE")
            continue
        marke = marken.pop()
        if befehl == "undo":
            for j in range(len(protokoll) - 1, marke - 1, -1):
                eintrag = protokoll.pop()
                setze(eintrag[0], eintrag[1])
