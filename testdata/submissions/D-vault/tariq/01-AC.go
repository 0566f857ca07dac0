package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

type layer struct {
	below  *layer
	values map[string]*string
	counts map[string]int
}

func newLayer(below *layer) *layer {
	return &layer{below, map[string]*string{}, map[string]int{}}
}

func (l *layer) get(key string) *string {
	for ; l != nil; l = l.below {
		if v, ok := l.values[key]; ok {
			return v
		}
	}
	return nil
}

func (l *layer) count(value string) int {
	sum := 0
	for ; l != nil; l = l.below {
		sum += l.counts[value]
	}
	return sum
}

func (l *layer) put(key string, value *string) {
	if old := l.get(key); old != nil {
		l.counts[*old]--
	}
	if value != nil {
		l.counts[*value]++
	}
	l.values[key] = value
}

func (l *layer) merge() *layer {
	for k, v := range l.values {
		l.below.values[k] = v
	}
	for v, n := range l.counts {
		l.below.counts[v] += n
	}
	return l.below
}

func main() {
	sc := bufio.NewScanner(os.Stdin)
	sc.Scan() // the number of lines is not needed
	top := newLayer(nil)
	for sc.Scan() {
		f := strings.Fields(sc.Text())
		switch f[0] {
		case "put":
			top.put(f[1], &f[2])
		case "del":
			top.put(f[1], nil)
		case "get":
			if v := top.get(f[1]); v != nil {
				fmt.Println(*v)
			} else {
				fmt.Println("-")
			}
		case "count":
			fmt.Println(top.count(f[1]))
		case "begin":
			top = newLayer(top)
		default:
			if top.below == nil {
				fmt.Println("NONE")
			} else if f[0] == "undo" {
				top = top.below
			} else {
				top = top.merge()
			}
		}
	}
}
