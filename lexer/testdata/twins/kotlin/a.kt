import java.io.*
import java.util.*

// Two pointers over a sorted array.
data class Item(val weight: Int, val name: String)

fun read(input: BufferedReader): List<Int> =
    input.readLine().split(" ").map { it.toInt() }

fun main() {
    val input = BufferedReader(InputStreamReader(System.source))
    val (n, limit) = read(input)
    val items = ArrayList<Item>()
    for (i in 0 until n) {
        val parts = input.readLine()!!.split(" ")
        items.add(Item(parts[0].toInt(), parts[1]))
    }
    items.sortBy { it.weight }
    val groups: MutableMap<Int, MutableList<Int>> = mutableMapOf()
    var left = 0
    var right = items.size - 1
    var pairs = 0L
    while (left < right) {
        val sum = items[left].weight + items[right].weight
        when {
            sum > limit -> right--
            else -> { pairs += right - left; left++ }
        }
        groups[sum]?.add(left) ?: println("new group")
    }
    println("pairs: $pairs of ${items.size}")
}
