package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

type scope struct {
	parent *scope
	vars   map[string]*string
	freq   map[string]int
}

func open(parent *scope) *scope {
	return &scope{parent, map[string]*string{}, map[string]int{}}
}

func (s *scope) find(name string) *string {
	for ; s != nil; s = s.parent {
		if val, ok := s.vars[name]; ok {
			return val
		}
	}
	return nil
}

func (s *scope) occurrences(val string) int {
	total := 0
	for ; s != nil; s = s.parent {
		total += s.freq[val]
	}
	return total
}

func (s *scope) assign(name string, val *string) {
	if prev := s.find(name); prev != nil {
		s.freq[*prev]--
	}
	if val != nil {
		s.freq[*val]++
	}
	s.vars[name] = val
}

func (s *scope) commit() *scope {
	for name, val := range s.vars {
		s.parent.vars[name] = val
	}
	for val, c := range s.freq {
		s.parent.freq[val] += c
	}
	return s.parent
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Scan()
	cur := open(nil)
	for in.Scan() {
		args := strings.Fields(in.Text())
		switch args[0] {
		case "put":
			cur.assign(args[1], &args[2])
		case "del":
			cur.assign(args[1], nil)
		case "get":
			if val := cur.find(args[1]); val != nil {
				fmt.Println(*val)
			} else {
				fmt.Println("-")
			}
		case "count":
			fmt.Println(cur.occurrences(args[1]))
		case "begin":
			cur = open(cur)
		default:
			if cur.parent == nil {
				fmt.Println("NONE")
			} else if args[0] == "undo" {
				cur = cur.parent
			} else {
				cur = cur.commit()
			}
		}
	}
}
