import java.util.ArrayDeque

data class Pos(val r: Int, val c: Int, val used: Int, val dist: Int)

fun main() {
    val (rows, cols, planks) = readLine()!!.split(" ").map { it.toInt() }
    val grid = Array(rows) { readLine()!! }
    val seen = Array(rows) { Array(cols) { BooleanArray(planks + 1) } }
    val queue = ArrayDeque<Pos>()
    for (r in 0 until rows) {
        for (c in 0 until cols) {
            if (grid[r][c] == 'S') {
                queue.add(Pos(r, c, 0, 0))
                seen[r][c][0] = true
            }
        }
    }
    val dr = intArrayOf(1, 0, -1, 0)
    val dc = intArrayOf(0, 1, 0, -1)
    var answer = -1
    while (queue.isNotEmpty()) {
        val cur = queue.poll()
        if (grid[cur.r][cur.c] == 'T') {
            answer = cur.dist
            break
        }
        for (i in 0 until 4) {
            val nr = cur.r + dr[i]
            val nc = cur.c + dc[i]
            if (nr !in 0 until rows || nc !in 0 until cols) continue
            if (grid[nr][nc] == '#') continue
            val used = if (grid[nr][nc] == '~') cur.used + 1 else cur.used
            if (used > planks || seen[nr][nc][used]) continue
            seen[nr][nc][used] = true
            queue.add(Pos(nr, nc, used, cur.dist + 1))
        }
    }
    println(answer)
}
