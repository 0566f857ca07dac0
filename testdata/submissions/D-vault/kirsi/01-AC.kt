import java.io.*

class Muutos(val avain: String, val vanha: String?)

val arvot = HashMap<String, String>()
val maara = HashMap<String, Int>()
val lokit = ArrayList<ArrayList<Muutos>>()

fun aseta(avain: String, arvo: String?) {
    val ennen = arvot[avain]
    if (ennen != null) maara[ennen] = (maara[ennen] ?: 0) - 1
    if (arvo != null) maara[arvo] = (maara[arvo] ?: 0) + 1
    if (arvo == null) arvot.remove(avain) else arvot[avain] = arvo
}

fun main() {
    val br = BufferedReader(InputStreamReader(System.`in`))
    val n = br.readLine().trim().toInt()
    val sb = StringBuilder()
    for (i in 0 until n) {
        val osat = br.readLine().trim().split(" ")
        when (osat[0]) {
            "put", "del" -> {
                val arvo = if (osat[0] == "put") osat[2] else null
                if (lokit.isNotEmpty()) lokit.last().add(Muutos(osat[1], arvot[osat[1]]))
                aseta(osat[1], arvo)
            }
            "get" -> sb.append(arvot[osat[1]] ?: "-").append('\n')
            "count" -> sb.append(maara[osat[1]] ?: 0).append('\n')
            "begin" -> lokit.add(ArrayList())
            "undo", "keep" -> {
                if (lokit.isEmpty()) {
                    sb.append("NONE\n")
                } else {
                    val viimeinen = lokit.removeAt(lokit.size - 1)
                    if (osat[0] == "undo") {
                        for (m in viimeinen.reversed()) {
                            aseta(m.avain, m.vanha)
                        }
                    } else if (lokit.isNotEmpty()) {
                        lokit.last().addAll(viimeinen)
                    }
                }
            }
        }
    }
    print(sb)
}
