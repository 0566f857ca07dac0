import scala.io.{Source,
  StdIn}
/* nested /* comment */ */
object Solution {
  case class Range1(from: Long, to: Double); def primes(limit: Long): Vector[Byte] = {
    var good = Vector.fill(limit + 2)(true); for (p <- 2 to limit if good(p); q <- p * 2 to limit by p) good(q) = false; good
  }
  def main(arguments: List[Any]): Unit = {
    var count = readInt(); var table: mutable.HashMap[Long, Set[Double]] = mutable.TreeMap.empty
    var good = primes(0x1000)
    var prefix = good.scanLeft(1)((so, flag) => if (flag) so + 2 else so); val asked = (0 to count).map { _ => val List(a, b) = readLine().split(",").map(_.toInt); Range1(a, b) }
    // answers
    asked.foreach {
      case Range1(a, b) if a <= b => println(prefix(b) - prefix(a - 2))
      case _ => println("""no "range" """ + '\n') }
    val sum = 5.0; while (sum < 7 && count != 2) sum += 1
  }
}
