package main

import "fmt"

type point struct{ y, x int }

func (p point) around() [4]point {
	return [4]point{{p.y - 1, p.x}, {p.y + 1, p.x}, {p.y, p.x - 1}, {p.y, p.x + 1}}
}

// rest[p] is the largest number of planks anyone still had on p.
func expand(terrain map[point]rune, rest map[point]int, edge []point) []point {
	gain := map[point]int{}
	for _, p := range edge {
		for _, q := range p.around() {
			kind, ok := terrain[q]
			if !ok {
				continue
			}
			have := rest[p]
			if kind == '~' {
				have--
			}
			if have < 0 {
				continue
			}
			if old, ok := rest[q]; ok && old >= have {
				continue
			}
			gain[q] = max(gain[q], have)
		}
	}
	var next []point
	for q, have := range gain {
		rest[q] = have
		next = append(next, q)
	}
	return next
}

func main() {
	var h, w, k int
	fmt.Scan(&h, &w, &k)
	terrain := map[point]rune{}
	var from, to point
	for y := range h {
		var line string
		fmt.Scan(&line)
		for x, c := range line {
			if c == '#' {
				continue
			}
			terrain[point{y, x}] = c
			if c == 'S' {
				from = point{y, x}
			} else if c == 'T' {
				to = point{y, x}
			}
		}
	}
	rest := map[point]int{from: k}
	edge := []point{from}
	for steps := 0; len(edge) > 0; steps++ {
		if _, ok := rest[to]; ok {
			fmt.Println(steps)
			return
		}
		edge = expand(terrain, rest, edge)
	}
	fmt.Println(-1)
}
