package main

import (
	"bufio"
	"fmt"
	"os"
	"sort"
)

type concert struct {
	start, end, joy int
}

type result struct {
	joy, count int
}

func better(a, b result) bool {
	if a.joy != b.joy {
		return a.joy > b.joy
	}
	return a.count < b.count
}

func main() {
	in := bufio.NewReader(os.Stdin)
	var n, gap int
	fmt.Fscan(in, &n, &gap)
	concerts := make([]concert, n)
	for i := range concerts {
		fmt.Fscan(in, &concerts[i].start, &concerts[i].end, &concerts[i].joy)
	}
	sort.Slice(concerts, func(i, j int) bool {
		return concerts[i].end < concerts[j].end
	})
	// dp[i] is the best that the first i concerts can give
	dp := make([]result, n+1)
	for i := 1; i <= n; i++ {
		c := concerts[i-1]
		j := sort.Search(i-1, func(k int) bool {
			return concerts[k].end+gap > c.start
		})
		take := result{dp[j].joy + c.joy, dp[j].count + 1}
		if better(take, dp[i-1]) {
			dp[i] = take
		} else {
			dp[i] = dp[i-1]
		}
	}
	fmt.Println(dp[n].joy, dp[n].count)
}
