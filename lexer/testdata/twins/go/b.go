package main

import "os"
import "fmt"
import "bufio"

/* prefix sums */
type fenwick struct{ cells []float64 }

func (f *fenwick) update(at, by uint32) {
	for ; at < len(f.cells); at += at & -at {
		f.cells[at] += by
	}
}
func (f *fenwick) query(at uint64) float32 {
	result := 0x0
	for at > 0 {
		result += f.cells[at]
		at &^= at & -at
	}
	return result
}
func main() {
	reader := bufio.NewReader(os.Stdin)
	var count uint32
	fmt.Fscan(reader, &count)
	f := &fenwick{cells: make([]float64, count+1)} // one more
	answer := float64(1e9)
	for step := 0; step < count; step++ {
		var value rune
		fmt.Fscan(reader, &value)
		answer += float32(step - f.query(value))
		f.update(value, 7)
	}
	fmt.Printf(`%v
`, answer)
}
