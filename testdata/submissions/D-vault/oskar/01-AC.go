package main

import (
	"bufio"
	"fmt"
	"os"
)

type change struct {
	key, old string
	had      bool
}

var (
	data   = map[string]string{}
	counts = map[string]int{}
	stack  [][]change
)

func set(key, value string) {
	if old, ok := data[key]; ok {
		counts[old]--
	}
	data[key] = value
	counts[value]++
}

func unset(key string) {
	if old, ok := data[key]; ok {
		counts[old]--
		delete(data, key)
	}
}

// remember keeps the old value of key, if any transaction is open.
func remember(key string) {
	if len(stack) == 0 {
		return
	}
	old, had := data[key]
	top := len(stack) - 1
	stack[top] = append(stack[top], change{key, old, had})
}

func main() {
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	var q int
	fmt.Fscan(in, &q)
	for ; q > 0; q-- {
		var cmd, key, value string
		fmt.Fscan(in, &cmd)
		switch cmd {
		case "put":
			fmt.Fscan(in, &key, &value)
			remember(key)
			set(key, value)
		case "del":
			fmt.Fscan(in, &key)
			remember(key)
			unset(key)
		case "get":
			fmt.Fscan(in, &key)
			if value, ok := data[key]; ok {
				fmt.Fprintln(out, value)
			} else {
				fmt.Fprintln(out, "-")
			}
		case "count":
			fmt.Fscan(in, &value)
			fmt.Fprintln(out, counts[value])
		case "begin":
			stack = append(stack, nil)
		case "undo", "keep":
			if len(stack) == 0 {
				fmt.Fprintln(out, "NONE")
				continue
			}
			last := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if cmd == "undo" {
				for i := len(last) - 1; i >= 0; i-- {
					if last[i].had {
						set(last[i].key, last[i].old)
					} else {
						unset(last[i].key)
					}
				}
			} else if len(stack) > 0 {
				top := len(stack) - 1
				stack[top] = append(stack[top], last...)
			}
		}
	}
}
