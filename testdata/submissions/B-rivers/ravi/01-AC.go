package main

import (
	"bufio"
	"fmt"
	"os"
)

type node struct {
	x, y, k int32
}

func main() {
	reader := bufio.NewReader(os.Stdin)
	var n, m, limit int32
	fmt.Fscan(reader, &n, &m, &limit)
	field := make([]string, n)
	var first node
	var i, j int32
	for i < n {
		fmt.Fscan(reader, &field[i])
		for j = 0; j < m; j += 1 {
			if field[i][j] == 'S' {
				first = node{i, j, 0}
			}
		}
		i += 1
	}
	dist := make([][][]int32, n)
	for x := range dist {
		dist[x] = make([][]int32, m)
		for y := range dist[x] {
			dist[x][y] = make([]int32, limit+1)
			for p := int32(0); p <= limit; p++ {
				dist[x][y][p] = -1
			}
		}
	}
	moves := [4][2]int32{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	line := []node{first}
	dist[first.x][first.y][0] = 0
	for len(line) != 0 {
		v := line[0]
		line = line[1:]
		d := dist[v.x][v.y][v.k]
		if field[v.x][v.y] == 'T' {
			fmt.Println(d)
			return
		}
		for _, mv := range moves {
			x, y := v.x+mv[0], v.y+mv[1]
			if x < 0 || x >= n || y < 0 || y >= m {
				continue
			}
			if field[x][y] == '#' {
				continue
			}
			k := v.k
			if field[x][y] == '~' {
				k += 1
			}
			if k <= limit && dist[x][y][k] == -1 {
				dist[x][y][k] = d + 1
				line = append(line, node{x, y, k})
			}
		}
	}
	fmt.Println(-1)
}
