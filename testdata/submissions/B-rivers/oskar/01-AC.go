package main

import (
	"bufio"
	"fmt"
	"os"
)

type state struct {
	r, c, used int
}

func main() {
	in := bufio.NewReader(os.Stdin)
	var rows, cols, planks int
	fmt.Fscan(in, &rows, &cols, &planks)
	grid := make([]string, rows)
	var start state
	for i := 0; i < rows; i++ {
		fmt.Fscan(in, &grid[i])
		for j := 0; j < cols; j++ {
			if grid[i][j] == 'S' {
				start = state{i, j, 0}
			}
		}
	}
	dist := make([][][]int, rows)
	for i := range dist {
		dist[i] = make([][]int, cols)
		for j := range dist[i] {
			dist[i][j] = make([]int, planks+1)
			for p := range dist[i][j] {
				dist[i][j][p] = -1
			}
		}
	}
	dirs := [4][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	queue := []state{start}
	dist[start.r][start.c][0] = 0
	for len(queue) > 0 {
		cur := queue[0]
		queue = queue[1:]
		d := dist[cur.r][cur.c][cur.used]
		if grid[cur.r][cur.c] == 'T' {
			fmt.Println(d)
			return
		}
		for i := 0; i < 4; i++ {
			nr, nc := cur.r+dirs[i][0], cur.c+dirs[i][1]
			if nr < 0 || nr >= rows || nc < 0 || nc >= cols {
				continue
			}
			if grid[nr][nc] == '#' {
				continue
			}
			used := cur.used
			if grid[nr][nc] == '~' {
				used++
			}
			if used <= planks && dist[nr][nc][used] == -1 {
				dist[nr][nc][used] = d + 1
				queue = append(queue, state{nr, nc, used})
			}
		}
	}
	fmt.Println(-1)
}
