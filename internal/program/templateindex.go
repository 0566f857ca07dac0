package program

import (
	"cmp"
	"slices"
	"sort"
)

// templateIndex finds the shingles of a program's own template. Most that are
// looked up are not there, which its filter tells at once (Bloom 1970, with a
// single hash, since shingles are hashes).
type templateIndex struct {
	filter [filterBits / 64]uint64
	places []templatePlace // sorted by shingle, then by token
}

// filterBits is about ten times the shingles of a large template.
const filterBits = 8192

// templatePlace is where a shingle of the template starts.
type templatePlace struct {
	shingle uint64
	token   int32
	outside bool // it stands outside the template as well
}

// newTemplateIndex indexes those shingles, by token, that lie in the template
// with all their tokens.
func newTemplateIndex(shingles []uint64, inTemplate func(token int) bool) *templateIndex {
	x := &templateIndex{}
	for i, shingle := range shingles {
		if shingle != 0 && inTemplate(i) {
			x.places = append(x.places, templatePlace{shingle: shingle, token: int32(i)})
			x.filter[shingle%filterBits/64] |= 1 << (shingle % 64)
		}
	}
	slices.SortFunc(x.places, func(a, b templatePlace) int {
		return cmp.Or(cmp.Compare(a.shingle, b.shingle), cmp.Compare(a.token, b.token))
	})
	for i, shingle := range shingles {
		if shingle != 0 && !inTemplate(i) {
			places := x.find(shingle)
			for j := range places {
				places[j].outside = true
			}
		}
	}
	return x
}

// find returns the places of a shingle.
func (x *templateIndex) find(shingle uint64) []templatePlace {
	if x == nil || x.filter[shingle%filterBits/64]&(1<<(shingle%64)) == 0 {
		return nil
	}
	start := sort.Search(len(x.places), func(i int) bool { return x.places[i].shingle >= shingle })
	end := start
	for end < len(x.places) && x.places[end].shingle == shingle {
		end++
	}
	return x.places[start:end]
}

// only reports whether a shingle stands in the template and nowhere else.
func (x *templateIndex) only(shingle uint64) bool {
	places := x.find(shingle)
	return len(places) > 0 && !places[0].outside
}

// shingles returns the distinct shingles that stand in the template and nowhere
// else, sorted.
func (x *templateIndex) shingles() []uint64 {
	list := make([]uint64, 0, len(x.places))
	for i, p := range x.places {
		if !p.outside && (i == 0 || x.places[i-1].shingle != p.shingle) {
			list = append(list, p.shingle)
		}
	}
	return list
}
