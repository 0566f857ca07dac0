package main

import "fmt"

func main() {
	var n string
	fmt.Scan(&n)
	total := 0
	for i := 0; i < len(n); i++ {
		total += int(n[i] - '0')
	}
	fmt.Println(total)
}
