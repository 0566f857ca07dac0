package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
)

const (
	release = iota
	begin
)

// event orders releases before begins at the same time.
type event struct{ time, kind, id int }

func numbers() []int {
	raw, err := io.ReadAll(os.Stdin)
	if err != nil {
		panic(err)
	}
	var out []int
	for _, f := range strings.Fields(string(raw)) {
		v, _ := strconv.Atoi(f)
		out = append(out, v)
	}
	return out
}

func main() {
	in := numbers()
	n, gap := in[0], in[1]
	in = in[2:]
	var events []event
	for id := range n {
		events = append(events,
			event{in[3*id], begin, id},
			event{in[3*id+1] + gap, release, id})
	}
	slices.SortFunc(events, func(a, b event) int {
		if a.time != b.time {
			return a.time - b.time
		}
		return a.kind - b.kind
	})
	chain := make([]struct{ joy, length int }, n)
	top := struct{ joy, length int }{}
	for _, e := range events {
		c := &chain[e.id]
		switch e.kind {
		case begin:
			*c = top
			c.joy += in[3*e.id+2]
			c.length++
		case release:
			if c.joy > top.joy || c.joy == top.joy && c.length < top.length {
				top = *c
			}
		}
	}
	fmt.Printf("%d %d\n", top.joy, top.length)
}
