package archivebench

import (
	"math/rand/v2"

	"github.com/ojcheck/ojcheck/simhash"
)

// resent is the share of the further programs that are another one as it is.
const resent = 0.75

// fill makes n fingerprints out of real ones. Each real one stands there once,
// as far as there is room. A further one is the child of two programs for one
// problem: it has the bits of the first, some of them exchanged for those of the
// second; or it is the first as it is, handed in again. So bits that all
// programs share stay shared, those that are mostly set stay so, and problems
// stay apart: what makes block values crowd is kept, whereas flipping bits at
// random would spread them. Skew tells how well.
//
// Queries are programs of the set and further children, in turn.
func (p *Programs) fill(n int, seed uint64) *data {
	rng := rand.New(rand.NewPCG(seed, uint64(n)))
	var all []simhash.Fingerprint
	var problem []int // of each
	for i, fingerprints := range p.problems {
		all = append(all, fingerprints...)
		for range fingerprints {
			problem = append(problem, i)
		}
	}
	child := func() simhash.Fingerprint {
		i := rng.IntN(len(all))
		mates := p.problems[problem[i]]
		if rng.Float64() < resent {
			return all[i]
		}
		return cross(rng, all[i], mates[rng.IntN(len(mates))])
	}
	d := &data{stored: make([]simhash.Entry, n), queries: make([]simhash.Fingerprint, joined)}
	order := rng.Perm(max(n, len(all)))[:n] // where the real ones stand
	for i, place := range order {
		d.stored[i].ID = int64(i + 1)
		if place < len(all) {
			d.stored[i].Fingerprint = all[place]
		} else {
			d.stored[i].Fingerprint = child()
		}
	}
	for i := range d.queries {
		d.queries[i] = all[rng.IntN(len(all))]
		if i%2 == 1 {
			d.queries[i] = child()
		}
	}
	d.counted = d.queries
	return d
}

// cross is a with each bit exchanged for that of b with probability 1/8.
func cross(rng *rand.Rand, a, b simhash.Fingerprint) simhash.Fingerprint {
	mask := simhash.Fingerprint(rng.Uint64() & rng.Uint64() & rng.Uint64())
	return a ^ (a^b)&mask
}
