package main

import "fmt"

func main() {
	var n, g int
	fmt.Scan(&n, &g)
	a := make([]int, n)
	b := make([]int, n)
	v := make([]int, n)
	for i := range a {
		fmt.Scan(&a[i], &b[i], &v[i])
	}
	// earliest end first, like in the lecture
	free, joy, count := 0, 0, 0
	for {
		pick := -1
		for i := range a {
			if a[i] >= free && (pick < 0 || b[i] < b[pick]) {
				pick = i
			}
		}
		if pick < 0 {
			break
		}
		free = b[pick] + g
		joy += v[pick]
		count++
	}
	fmt.Println(joy, count)
}
