package main

import (
	"bytes"
	"container/heap"
	"fmt"
	"io"
	"os"
)

type trip struct{ cost, wet, at int }

type trips []trip

func (t trips) Len() int      { return len(t) }
func (t trips) Swap(i, j int) { t[i], t[j] = t[j], t[i] }
func (t trips) Less(i, j int) bool {
	if t[i].cost == t[j].cost {
		return t[i].wet < t[j].wet
	}
	return t[i].cost < t[j].cost
}
func (t *trips) Push(x any) { *t = append(*t, x.(trip)) }
func (t *trips) Pop() any {
	last := len(*t) - 1
	x := (*t)[last]
	*t = (*t)[:last]
	return x
}

// The newline at the end of every line serves as the wall between rows.
func main() {
	raw, _ := io.ReadAll(os.Stdin)
	var h, w, k int
	cut := bytes.IndexByte(raw, '\n')
	fmt.Sscan(string(raw[:cut]), &h, &w, &k)
	field := raw[cut+1:]
	seen := map[int]int{}
	todo := &trips{{0, 0, bytes.IndexByte(field, 'S')}}
	for todo.Len() > 0 {
		t := heap.Pop(todo).(trip)
		if least, ok := seen[t.at]; ok && least <= t.wet {
			continue
		}
		seen[t.at] = t.wet
		if field[t.at] == 'T' {
			fmt.Println(t.cost)
			os.Exit(0)
		}
		for _, step := range []int{-w - 1, w + 1, -1, 1} {
			n := t.at + step
			if n < 0 || n >= len(field) {
				continue
			}
			switch field[n] {
			case '#', '\n', '\r':
			case '~':
				if t.wet < k {
					heap.Push(todo, trip{t.cost + 1, t.wet + 1, n})
				}
			default:
				heap.Push(todo, trip{t.cost + 1, t.wet, n})
			}
		}
	}
	fmt.Println(-1)
}
