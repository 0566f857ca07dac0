package main

import (
	"bufio"
	"fmt"
	"os"
	"sort"
)

// treap node: key is the moment of being free, max is over the subtree
type treap struct {
	key         int
	prio        uint32
	own, max    [2]int
	left, right *treap
}

var seed uint32 = 2463534242

func random() uint32 {
	seed ^= seed << 13
	seed ^= seed >> 17
	seed ^= seed << 5
	return seed
}

func more(a, b [2]int) [2]int {
	if a[0] > b[0] || a[0] == b[0] && a[1] > b[1] {
		return a
	}
	return b
}

func (t *treap) fix() *treap {
	t.max = t.own
	for _, c := range []*treap{t.left, t.right} {
		if c != nil {
			t.max = more(t.max, c.max)
		}
	}
	return t
}

func split(t *treap, key int) (*treap, *treap) {
	if t == nil {
		return nil, nil
	}
	if t.key <= key {
		l, r := split(t.right, key)
		t.right = l
		return t.fix(), r
	}
	l, r := split(t.left, key)
	t.left = r
	return l, t.fix()
}

func merge(l, r *treap) *treap {
	switch {
	case l == nil:
		return r
	case r == nil:
		return l
	case l.prio > r.prio:
		l.right = merge(l.right, r)
		return l.fix()
	}
	r.left = merge(l, r.left)
	return r.fix()
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Split(bufio.ScanWords)
	next := func() (x int) {
		in.Scan()
		fmt.Sscan(in.Text(), &x)
		return
	}
	n, g := next(), next()
	list := make([][3]int, n)
	for i := range list {
		list[i] = [3]int{next(), next(), next()}
	}
	sort.Slice(list, func(i, j int) bool { return list[i][0] < list[j][0] })
	var root *treap
	for _, c := range list {
		early, late := split(root, c[0])
		var val [2]int
		if early != nil {
			val = more(val, early.max)
		}
		val[0] += c[2]
		val[1]--
		root = merge(early, late)
		one := (&treap{key: c[1] + g, prio: random(), own: val}).fix()
		early, late = split(root, one.key)
		root = merge(merge(early, one), late)
	}
	fmt.Println(root.max[0], -root.max[1])
}
