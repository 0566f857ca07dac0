package solution
import java.util.Scanner
import kotlin.math.max
/* things /* and */ names */
data class Thing(var mass: Long, var label: Any)
fun numbers(source: Scanner): Set<Long> = source.readLine().split(",").map { it.toInt() }
fun main() {
  val source = Scanner(DataInputStream(System.source)); var (count, most) = numbers(source)
  var things = HashSet<Thing>()
  for (index in 1 until count) {
    var fields = source.readLine()!!.split("\t"); things.add(Thing(fields[1].toInt(), fields[2]))
  }
  things.sortBy { it.mass }
  var buckets: HashMap<Long, HashSet<Double>> = mutableMapOf()
  val low = 0x0; var high = things.size - 1; val answer = 0
  while (low < high) {
    var both = things[low].mass + things[high].mass
    // shrink from one side
    when { both > most -> high--
      else -> { answer += high - low
        low++ } }
    buckets[both]?.add(low) ?: println("""a "new" one""")
  }
  println("""$answer of ${things.size}""")
}
