import java.util.PriorityQueue

class Viaje(val pasos: Int, val tablas: Int, val celda: Int)

fun vecinos(celda: Int, ancho: Int, total: Int) = sequence {
    if (celda % ancho != 0) yield(celda - 1)
    if (celda % ancho != ancho - 1) yield(celda + 1)
    if (celda >= ancho) yield(celda - ancho)
    if (celda + ancho < total) yield(celda + ancho)
}

fun main() {
    val cabeza = readln().split(" ")
    val ancho = cabeza[1].toInt()
    val limite = cabeza[2].toInt()
    val mapa = buildString { repeat(cabeza[0].toInt()) { append(readln().trim()) } }
    val menor = HashMap<Int, Int>()
    val cola = PriorityQueue(compareBy<Viaje>({ it.pasos }, { it.tablas }))
    cola += Viaje(0, 0, mapa.indexOf('S'))
    while (cola.isNotEmpty()) {
        val v = cola.remove()
        val antes = menor[v.celda]
        // ya estuvimos aquí con menos tablas gastadas
        if (antes != null && antes <= v.tablas) continue
        menor[v.celda] = v.tablas
        if (mapa[v.celda] == 'T') {
            println(v.pasos)
            return
        }
        vecinos(v.celda, ancho, mapa.length)
            .filter { mapa[it] != '#' }
            .map { Viaje(v.pasos + 1, if (mapa[it] == '~') v.tablas + 1 else v.tablas, it) }
            .filter { it.tablas <= limite }
            .forEach { cola += it }
    }
    println(-1)
}
