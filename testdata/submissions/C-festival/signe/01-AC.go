package main

import (
	"bufio"
	"fmt"
	"os"
	"sort"
)

type show struct {
	l, r, fun int
}

type ans struct {
	fun, num int
}

func isGreater(x, y ans) bool {
	if x.fun != y.fun {
		return x.fun > y.fun
	}
	return x.num < y.num
}

func main() {
	rd := bufio.NewReader(os.Stdin)
	var cnt, pause int
	fmt.Fscan(rd, &cnt, &pause)
	shows := make([]show, cnt)
	for i := range shows {
		fmt.Fscan(rd, &shows[i].l, &shows[i].r, &shows[i].fun)
	}
	sort.Slice(shows, func(i, j int) bool {
		return shows[i].r < shows[j].r
	})
	best := make([]ans, cnt+1)
	for i := 1; i <= cnt; i++ {
		cur := shows[i-1]
		j := sort.Search(i-1, func(mid int) bool {
			return shows[mid].r+pause > cur.l
		})
		with := ans{best[j].fun + cur.fun, best[j].num + 1}
		if isGreater(with, best[i-1]) {
			best[i] = with
		} else {
			best[i] = best[i-1]
		}
	}
	fmt.Println(best[cnt].fun, best[cnt].num)
}
