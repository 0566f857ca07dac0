fun main() {
    println(readLine()!!.trim().sumOf { it - '0' })
}
