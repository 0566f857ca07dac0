class Entry(val key: String, val old: String?)

val store = HashMap<String, String>()
val amount = HashMap<String, Int>()
val journals = ArrayList<ArrayList<Entry>>()

fun addTo(value: String?, delta: Int) {
    if (value == null) return
    amount[value] = (amount[value] ?: 0) + delta
}

fun write(key: String, value: String?) {
    addTo(store[key], -1)
    addTo(value, 1)
    if (value == null) store.remove(key) else store[key] = value
}

fun change(key: String, value: String?) {
    if (journals.isNotEmpty()) journals.last().add(Entry(key, store[key]))
    write(key, value)
}

fun undo(): Boolean {
    if (journals.isEmpty()) return false
    val last = journals.removeAt(journals.size - 1)
    for (entry in last.reversed()) {
        write(entry.key, entry.old)
    }
    return true
}

fun keep(): Boolean {
    if (journals.isEmpty()) return false
    val last = journals.removeAt(journals.size - 1)
    if (journals.isNotEmpty()) journals.last().addAll(last)
    return true
}

fun main() {
    val q = readLine()!!.trim().toInt()
    val out = StringBuilder()
    for (i in 0 until q) {
        val parts = readLine()!!.trim().split(" ")
        when (parts[0]) {
            "put" -> change(parts[1], parts[2])
            "del" -> change(parts[1], null)
            "get" -> out.append(store[parts[1]] ?: "-").append('\n')
            "count" -> out.append(amount[parts[1]] ?: 0).append('\n')
            "begin" -> journals.add(ArrayList())
            "undo" -> if (!undo()) out.append("NONE\n")
            "keep" -> if (!keep()) out.append("NONE\n")
        }
    }
    print(out)
}
