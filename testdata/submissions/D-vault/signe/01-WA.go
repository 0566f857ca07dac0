package main

import "fmt"

func main() {
	var q int
	fmt.Scan(&q)
	now := map[string]string{}
	var saved map[string]string
	for i := 0; i < q; i++ {
		var op, a, b string
		fmt.Scan(&op)
		if op == "put" {
			fmt.Scan(&a, &b)
			now[a] = b
		}
		if op == "del" {
			fmt.Scan(&a)
			delete(now, a)
		}
		if op == "get" {
			fmt.Scan(&a)
			b = now[a]
			if b == "" {
				b = "-"
			}
			fmt.Println(b)
		}
		if op == "count" {
			fmt.Scan(&a)
			c := 0
			for _, v := range now {
				if v == a {
					c++
				}
			}
			fmt.Println(c)
		}
		if op == "begin" {
			// only one level for now
			saved = map[string]string{}
			for k, v := range now {
				saved[k] = v
			}
		}
		if op == "undo" || op == "keep" {
			if saved == nil {
				fmt.Println("NONE")
				continue
			}
			if op == "undo" {
				now = saved
			}
			saved = nil
		}
	}
}
