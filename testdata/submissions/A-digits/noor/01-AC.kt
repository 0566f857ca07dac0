fun main() {
    val s = readLine()!!.trim()
    println(s.map { it - '0' }.sum())
}
