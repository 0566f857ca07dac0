package simhash_test

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/ojcheck/ojcheck/simhash"
)

// features returns a feature of weight 1 for every three consecutive words.
func features(text string) []simhash.Feature {
	words := strings.Fields(text)
	var list []simhash.Feature
	for i := range len(words) - 2 {
		sum := sha256.Sum256([]byte(strings.Join(words[i:i+3], " ")))
		list = append(list, simhash.Feature{Hash: binary.BigEndian.Uint64(sum[:8]), Weight: 1})
	}
	return list
}

const original = `for each edge of the graph relax the distance of its end and
	push it onto the heap until the heap is empty then print the distances of all
	nodes in their order and stop`

// The fingerprints of similar texts differ in few bits, those of unrelated texts in about 32 bits.
func Example() {
	changed := strings.Replace(original, "stop", "exit", 1)
	other := `sort the intervals by their ends and take each one that begins after the
		end of the last one taken so that as many as possible are taken`

	f := simhash.Sum(features(original))
	fmt.Println("itself: ", simhash.Distance(f, simhash.Sum(features(original))))
	fmt.Println("changed:", simhash.Distance(f, simhash.Sum(features(changed))))
	fmt.Println("other:  ", simhash.Distance(f, simhash.Sum(features(other))))
	// Output:
	// itself:  0
	// changed: 4
	// other:   35
}

// An index finds all fingerprints within a distance without comparing all of them.
func ExampleIndex() {
	index := simhash.NewIndex()
	index.Add(1, 0xcafe)
	index.Add(2, 0xcaff) // 1 bit away
	index.Add(3, 0xcaf0) // 3 bits away
	index.Add(4, 0x1234)

	found, err := index.Search(0xcafe, 3)
	if err != nil {
		panic(err)
	}
	for _, neighbour := range found {
		fmt.Printf("fingerprint %d, %d bits away\n", neighbour.ID, neighbour.Distance)
	}
	// Output:
	// fingerprint 1, 0 bits away
	// fingerprint 2, 1 bits away
	// fingerprint 3, 3 bits away
}

// If the blocks are columns of a database, look up the neighbours of each: every fingerprint within the
// distance has one of these values in one of its blocks.
func ExampleLayout_Neighbours() {
	layout := simhash.Thirds()
	radii, err := layout.Radii(3)
	if err != nil {
		panic(err)
	}
	for block, radius := range radii {
		values := layout.Neighbours(0xcafe, block, radius)
		fmt.Printf("block %d, radius %d: %d values, the first is %x\n", block, radius, len(values), values[0])
	}
	// Output:
	// block 0, radius 1: 23 values, the first is 0
	// block 1, radius 0: 1 values, the first is 0
	// block 2, radius 0: 1 values, the first is cafe
}
