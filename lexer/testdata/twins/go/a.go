// Command solve counts inversions with a Fenwick tree.
package main

import (
	"bufio"
	"fmt"
	"os"
)

type tree struct {
	sums []int
}

// add adds delta at position i.
func (t *tree) add(i, delta int) {
	for ; i < len(t.sums); i += i & -i {
		t.sums[i] += delta
	}
}

func (t *tree) sum(i int) int {
	total := 0
	for i > 0 {
		total += t.sums[i]
		i &^= i & -i
	}
	return total
}

func main() {
	in := bufio.NewReader(os.Stdin)
	var n int
	fmt.Fscan(in, &n)
	t := &tree{sums: make([]int, n+1)}
	inversions := int64(0)
	for i := 0; i < n; i++ {
		var x int
		fmt.Fscan(in, &x)
		inversions += int64(i - t.sum(x))
		t.add(x, 1)
	}
	fmt.Printf("%d\n", inversions)
}
