import heapq


class Camino:
    def __init__(self, libre, total, largo):
        self.libre = libre
        self.total = total
        self.largo = largo

    def __lt__(self, otro):
        return self.libre < otro.libre

    def mejor_que(self, otro):
        if self.total == otro.total:
            return self.largo < otro.largo
        return self.total > otro.total


def leer():
    n, g = map(int, input().split())
    lista = []
    for _ in range(n):
        lista.append(tuple(map(int, input().split())))
    return sorted(lista), g


def cerrar(cola, ahora, mejor):
    while cola and (ahora is None or cola[0].libre <= ahora):
        camino = heapq.heappop(cola)
        if camino.mejor_que(mejor):
            mejor = camino
    return mejor


conciertos, g = leer()
cola = []
mejor = Camino(0, 0, 0)
for a, b, v in conciertos:
    mejor = cerrar(cola, a, mejor)
    heapq.heappush(cola, Camino(b + g, mejor.total + v, mejor.largo + 1))
mejor = cerrar(cola, None, mejor)
print(mejor.total, mejor.largo)
