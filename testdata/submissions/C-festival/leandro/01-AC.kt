import java.util.TreeMap

data class Concierto(val inicio: Int, val fin: Int, val alegria: Long)

data class Total(val alegria: Long, val cuantos: Int) : Comparable<Total> {
    override fun compareTo(other: Total) =
        compareValuesBy(this, other, { it.alegria }, { -it.cuantos })

    operator fun plus(c: Concierto) = Total(alegria + c.alegria, cuantos + 1)
}

fun leer(): Pair<List<Concierto>, Int> {
    val (n, pausa) = readln().trim().split(" ").map(String::toInt)
    val lista = List(n) {
        val (a, b, c) = readln().trim().split(" ")
        Concierto(a.toInt(), b.toInt(), c.toLong())
    }
    return lista to pausa
}

fun main() {
    val (lista, pausa) = leer()
    val mejor = TreeMap<Int, Total>()
    mejor[Int.MIN_VALUE] = Total(0, 0)
    // en orden de final: así el último valor siempre es el máximo
    lista.sortedBy(Concierto::fin).forEach { c ->
        val nuevo = mejor.floorEntry(c.inicio - pausa).value + c
        val ultimo = mejor.lastEntry().value
        if (nuevo > ultimo) mejor[c.fin] = nuevo
    }
    val (alegria, cuantos) = mejor.lastEntry().value
    println("$alegria $cuantos")
}
