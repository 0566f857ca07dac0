import java.io.BufferedReader
import java.io.StreamTokenizer

private class Level(size: Int) {
    val cells = IntArray(size)
    var count = 0
    fun push(cell: Int) { cells[count++] = cell }
}

// Paras lankkumäärä ruutua kohti; samaan ruutuun palataan vain rikkaampana.
fun solve(input: BufferedReader): Int {
    val (h, w, k) = input.readLine().trim().split(' ').map(String::toInt)
    val stride = w + 2
    val field = CharArray((h + 2) * stride) { '#' }
    for (y in 1..h) input.readLine().toCharArray().copyInto(field, y * stride + 1, 0, w)

    val rich = IntArray(field.size) { -1 }
    var now = Level(field.size)
    var later = Level(field.size)
    val start = field.indexOf('S')
    rich[start] = k
    now.push(start)
    var steps = 0
    while (now.count > 0) {
        val gain = HashMap<Int, Int>()
        for (i in 0 until now.count) {
            val cell = now.cells[i]
            if (field[cell] == 'T') return steps
            listOf(cell - stride, cell + stride, cell - 1, cell + 1).forEach { next ->
                val left = when (field[next]) {
                    '#' -> -1
                    '~' -> rich[cell] - 1
                    else -> rich[cell]
                }
                if (left > rich[next]) gain.merge(next, left) { a, b -> maxOf(a, b) }
            }
        }
        later.count = 0
        for ((cell, left) in gain) {
            rich[cell] = left
            later.push(cell)
        }
        now = later.also { later = now }
        steps++
    }
    return -1
}

fun main() = println(solve(System.`in`.bufferedReader()))
