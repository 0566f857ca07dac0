import java.io.*
import java.util.*

// keys and values as numbers, versions in int arrays, linked to older ones
const val MAX = 400_010
val prev = IntArray(MAX)
val valueOf = IntArray(MAX)
val keyOf = IntArray(MAX)
val head = IntArray(MAX)
val users = IntArray(MAX)
var made = 0

fun show(key: Int, value: Int, sign: Int) {
    if (value != 0) users[value] += sign
}

fun main() {
    val reader = BufferedReader(InputStreamReader(System.`in`))
    val writer = PrintWriter(BufferedOutputStream(System.out))
    val ids = HashMap<String, Int>()
    val spelled = mutableListOf("-")
    fun id(s: String) = ids.getOrPut(s) { spelled.add(s); spelled.size - 1 }
    val bounds = Stack<Int>()
    var lines = reader.readLine().trim().toInt()
    while (lines-- > 0) {
        val st = StringTokenizer(reader.readLine())
        val op = st.nextToken()
        if (op == "get") {
            writer.println(spelled[valueOf[head[id(st.nextToken())]]])
        } else if (op == "count") {
            writer.println(users[id(st.nextToken())])
        } else if (op == "put" || op == "del") {
            val key = id(st.nextToken())
            made++
            keyOf[made] = key
            valueOf[made] = if (st.hasMoreTokens()) id(st.nextToken()) else 0
            prev[made] = head[key]
            show(key, valueOf[head[key]], -1)
            head[key] = made
            show(key, valueOf[made], +1)
        } else if (op == "begin") {
            bounds.push(made)
        } else if (bounds.empty()) {
            writer.println("NONE")
        } else {
            val bound = bounds.pop()
            if (op == "undo") {
                while (made > bound) {
                    val key = keyOf[made]
                    show(key, valueOf[made], -1)
                    head[key] = prev[made]
                    show(key, valueOf[head[key]], +1)
                    made--
                }
            }
        }
    }
    writer.flush()
}
