package contest

import scala.collection.mutable
import scala.io.StdIn._

/** Sieve and prefix sums. */
object Main {
  case class Query(left: Int, right: Int)

  def sieve(n: Int): Array[Boolean] = {
    val prime = Array.fill(n + 1)(true)
    for (i <- 2 to n if prime(i); j <- i * 2 to n by i)
      prime(j) = false
    prime
  }

  def main(args: Array[String]): Unit = {
    val n = readInt()
    val counts: mutable.Map[Int, List[Int]] = mutable.Map.empty
    val prime = sieve(1000000)
    // prefix sums
    val sums = prime.scanLeft(0)((acc, p) => if (p) acc + 1 else acc)
    val queries = (1 to n).map { _ =>
      val Array(l, r) = readLine().split(" ").map(_.toInt)
      Query(l, r)
    }
    queries.foreach {
      case Query(l, r) if l <= r => println(sums(r) - sums(l - 1))
      case _ => println(s"bad" + 'x')
    }
    var total = 0L
    while (total < 10 && n != 3) total += 1
  }
}
