sealed interface Orden {
    data class Poner(val clave: String, val valor: String?) : Orden
    data class Leer(val clave: String) : Orden
    data class Contar(val valor: String) : Orden
    object Abrir : Orden
    object Deshacer : Orden
    object Guardar : Orden
}

fun interpretar(linea: String): Orden {
    val p = linea.trim().split(' ')
    return when (p[0]) {
        "put" -> Orden.Poner(p[1], p[2])
        "del" -> Orden.Poner(p[1], null)
        "get" -> Orden.Leer(p[1])
        "count" -> Orden.Contar(p[1])
        "begin" -> Orden.Abrir
        "undo" -> Orden.Deshacer
        else -> Orden.Guardar
    }
}

// Capa sobre capa: cada una sabe solo lo que cambió en ella.
class Capa(val abajo: Capa?) {
    private val cambios = mutableMapOf<String, String?>()
    private val cuentas = mutableMapOf<String, Int>()

    fun leer(clave: String): String? =
        if (clave in cambios) cambios[clave] else abajo?.leer(clave)

    fun contar(valor: String): Int = (cuentas[valor] ?: 0) + (abajo?.contar(valor) ?: 0)

    fun poner(clave: String, valor: String?) {
        leer(clave)?.let { cuentas.merge(it, -1, Int::plus) }
        valor?.let { cuentas.merge(it, 1, Int::plus) }
        cambios[clave] = valor
    }

    fun volcar(): Capa = abajo!!.also {
        it.cambios.putAll(cambios)
        for ((valor, n) in cuentas) it.cuentas.merge(valor, n, Int::plus)
    }
}

fun main() {
    var capa = Capa(null)
    repeat(readln().trim().toInt()) {
        when (val orden = interpretar(readln())) {
            is Orden.Poner -> capa.poner(orden.clave, orden.valor)
            is Orden.Leer -> println(capa.leer(orden.clave) ?: "-")
            is Orden.Contar -> println(capa.contar(orden.valor))
            Orden.Abrir -> capa = Capa(capa)
            Orden.Deshacer -> capa.abajo?.let { capa = it } ?: println("NONE")
            Orden.Guardar -> if (capa.abajo == null) println("NONE") else capa = capa.volcar()
        }
    }
}
