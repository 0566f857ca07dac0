package main

import "fmt"

func main() {
	var s string
	fmt.Scan(&s)
	sum := 0
	for _, c := range s {
		sum += int(c - '0')
	}
	fmt.Println(sum)
}
