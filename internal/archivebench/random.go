package archivebench

import (
	"math/rand/v2"

	"github.com/ojcheck/ojcheck/simhash"
)

// joined is the number of queries of the set-based join.
const joined = 10_000

// data is what is stored and what is asked for.
type data struct {
	stored  []simhash.Entry       // IDs from 1, in order
	queries []simhash.Fingerprint // as many as are joined; the first ones are asked one by one
	counted []simhash.Fingerprint // queries whose candidates are counted
}

const (
	// plantedEach is how many neighbours each planted query has.
	plantedEach = 4
	// beyond is how much farther than asked for the farthest of them are, so
	// that a search that finds too much is found out too.
	beyond = 2
)

// randomData is n random fingerprints. Every second query has planted
// neighbours among them, at distances from 0 to beyond the largest that is asked
// for; at most half of the fingerprints are planted. The same seed gives the
// same data.
func randomData(n, largest int, seed uint64) *data {
	rng := rand.New(rand.NewPCG(seed, uint64(n)))
	d := &data{stored: make([]simhash.Entry, n), queries: make([]simhash.Fingerprint, joined)}
	for i := range d.stored {
		d.stored[i] = simhash.Entry{ID: int64(i + 1), Fingerprint: simhash.Fingerprint(rng.Uint64())}
	}
	for i := range d.queries {
		d.queries[i] = simhash.Fingerprint(rng.Uint64())
		if i%2 == 1 { // planted neighbours would hide how many candidates there are by chance
			d.counted = append(d.counted, d.queries[i])
		}
	}
	planted := min(n/2, joined/2*plantedEach)
	for i := range planted {
		query := d.queries[2*(i/plantedEach)]
		place := int(int64(i) * int64(n) / int64(planted)) // spread evenly
		d.stored[place].Fingerprint = flip(rng, query, rng.IntN(largest+beyond+1))
	}
	return d
}

// flip turns over so many bits, at random.
func flip(rng *rand.Rand, f simhash.Fingerprint, bits int) simhash.Fingerprint {
	for _, bit := range rng.Perm(64)[:bits] {
		f ^= 1 << bit
	}
	return f
}
