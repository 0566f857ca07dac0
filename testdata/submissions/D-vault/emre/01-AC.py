import sys


def main():
    satirlar = sys.stdin.read().split('\n')
    cikti = []
    isaret = []
    gunluk = []
    sayi = {}
    sozluk = {}
    n = int(satirlar[0])

    def kaydet(anahtar):
        if isaret:
            gunluk.append((anahtar, sozluk.get(anahtar)))

    def ata(anahtar, deger):
        eski = sozluk.get(anahtar)
        if eski is not None:
            sayi[eski] -= 1
        if deger is not None:
            sozluk[anahtar] = deger
            sayi[deger] = sayi.get(deger, 0) + 1
        else:
            sozluk.pop(anahtar, None)

    for i in range(1, n + 1):
        parca = satirlar[i].split()
        komut = parca[0]
        if komut == 'get':
            cikti.append(sozluk.get(parca[1], '-'))
        elif komut == 'count':
            cikti.append(str(sayi.get(parca[1], 0)))
        elif komut == 'put':
            kaydet(parca[1])
            ata(parca[1], parca[2])
        elif komut == 'del':
            kaydet(parca[1])
            ata(parca[1], None)
        elif komut == 'begin':
            isaret.append(len(gunluk))
        elif not isaret:
            cikti.append('NONE')
        else:
            yer = isaret.pop()
            if komut == 'undo':
                while len(gunluk) > yer:
                    anahtar, eski = gunluk.pop()
                    ata(anahtar, eski)

    print('\n'.join(cikti))


main()
