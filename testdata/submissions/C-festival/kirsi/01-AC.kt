import java.io.StreamTokenizer

private val st = StreamTokenizer(System.`in`.bufferedReader())
private fun int(): Int { st.nextToken(); return st.nval.toInt() }

fun main() {
    val n = int()
    val gap = int()
    val from = IntArray(n)
    val to = IntArray(n)
    val joy = IntArray(n)
    for (i in 0 until n) { from[i] = int(); to[i] = int(); joy[i] = int() }

    // Järjestys lopun mukaan, osoittimena alkujen järjestys
    val byStart = (0 until n).sortedBy { from[it] }
    val byEnd = (0 until n).sortedBy { to[it] }
    val sum = LongArray(n)
    val len = IntArray(n)
    var best = 0L
    var bestLen = 0
    var p = 0
    for (i in byStart) {
        while (p < n && to[byEnd[p]] + gap <= from[i]) {
            val j = byEnd[p++]
            if (sum[j] > best || sum[j] == best && len[j] < bestLen) {
                best = sum[j]
                bestLen = len[j]
            }
        }
        sum[i] = best + joy[i]
        len[i] = bestLen + 1
    }
    val top = sum.maxOrNull() ?: 0L
    val least = (0 until n).filter { sum[it] == top }.minOf { len[it] }
    println("$top $least")
}
