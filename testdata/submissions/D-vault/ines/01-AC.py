# diario de cambios con marcas de inicio
n = int(input())
valores = {}
veces = {}
pila = []


def poner(clave, valor):
    """cambia la clave y devuelve lo que había (None si nada)"""
    previo = valores.pop(clave, None)
    if previo is not None:
        veces[previo] = veces[previo] - 1
    if valor is not None:
        valores[clave] = valor
        veces[valor] = 1 + veces.get(valor, 0)
    return previo


while n:
    n -= 1
    orden, *resto = input().split()
    if orden == 'begin':
        pila.append([])
    if orden == 'get':
        print(valores.get(resto[0], '-'))
    if orden == 'count':
        print(veces.get(resto[0], 0))
    if orden in ('put', 'del'):
        resto.append(None)
        previo = poner(resto[0], resto[1])
        if pila:
            pila[-1].append((resto[0], previo))
    if orden in ('undo', 'keep'):
        if not pila:
            print('NONE')
            continue
        cambios = pila.pop()
        if orden == 'undo':
            for clave, previo in reversed(cambios):
                poner(clave, previo)
        elif pila:
            pila[-1] += cambios
