import java.util.ArrayDeque

data class Cell(val x: Int, val y: Int, val k: Int, val d: Int)

fun isGood(x: Int, y: Int, n: Int, m: Int): Boolean {
    return x >= 0 && y >= 0 && x < n && y < m
}

fun main() {
    val debug = false
    val (n, m, limit) = readLine()!!.split(" ").map { it.toInt() }
    val board = Array(n) { readLine()!! }
    var water = 0
    var rocks = 0
    for (row in board) {
        water += row.count { it == '~' }
        rocks += row.count { it == '#' }
    }
    val visited = Array(n) { Array(m) { BooleanArray(limit + 1) } }
    val q = ArrayDeque<Cell>()
    for (i in 0 until n) {
        for (j in 0 until m) {
            if (board[i][j] == 'S') {
                q.add(Cell(i, j, 0, 0))
                visited[i][j][0] = true
            }
        }
    }
    val dx = intArrayOf(1, 0, -1, 0)
    val dy = intArrayOf(0, 1, 0, -1)
    var result = -1
    var popped = 0
    while (q.isNotEmpty()) {
        val top = q.poll()
        popped++
        if (debug && popped % 1000 == 0) {
            System.err.println("popped $popped water $water rocks $rocks")
        }
        if (board[top.x][top.y] == 'T') {
            result = top.d
            break
        }
        for (i in 0 until 4) {
            val x = top.x + dx[i]
            val y = top.y + dy[i]
            if (x !in 0 until n || y !in 0 until m) continue
            if (board[x][y] == '#') continue
            val k = if (board[x][y] == '~') top.k + 1 else top.k
            if (k > limit || visited[x][y][k]) continue
            visited[x][y][k] = true
            q.add(Cell(x, y, k, top.d + 1))
        }
    }
    if (debug && !isGood(result, popped, n, m)) System.err.println("strange")
    println(result)
}
