package hand

import (
	"cmp"
	"math"
	"slices"
)

// maxFeatures limits the features of each aspect to those that the most participants have.
var maxFeatures = [aspects]int{layout: 2000, naming: 1000, lines: 300}

// minHolders is the smallest number of participants who have a feature. A rarer feature says little about other participants.
const minHolders = 3

// shrinkage is the weight, in programs, that the mean of all problems has in the mean of one problem.
const shrinkage = 5

// maxDeviations limits the frequency of a feature in one program, in standard deviations from the mean.
const maxDeviations = 3

// vectorSpace turns styles into vectors. A vector has a number for each feature: by how many standard deviations the feature is
// more frequent than usual for the problem, times the feature's weight. The part of each aspect has length 1.
//
// Vectors are equal on every machine: products are converted to their own type, so that no processor fuses them with a sum.
type vectorSpace struct {
	places    [aspects][]uint16 // by feature: its place in the part of its aspect, from 1; 0 for no place
	starts    [aspects + 1]int  // of the parts
	means     map[string][]float32
	deviation []float32
	weight    []float32
}

func (s *vectorSpace) size() int { return s.starts[aspects] }

// newSpace makes the vector space of programs, which are sorted by their participants, and replaces their styles by vectors.
func newSpace(programs []*program) *vectorSpace {
	s := &vectorSpace{means: make(map[string][]float32)}
	for a := range aspects {
		s.places[a] = make([]uint16, 1<<featureBits)
		features := frequentFeatures(programs, a)
		for i, f := range features {
			s.places[a][f] = uint16(i + 1)
		}
		s.starts[a+1] = s.starts[a] + len(features)
	}
	for _, p := range programs {
		if !p.style.isEmpty() {
			p.vector = s.frequencies(&p.style)
		}
		p.style = style{}
	}
	programs = slices.DeleteFunc(slices.Clone(programs), func(p *program) bool { return p.vector == nil })
	s.setMeans(programs)
	s.setDeviations(programs)
	for _, p := range programs {
		s.standardise(p.vector, p.problem)
	}
	s.setWeights(programs)
	for _, p := range programs {
		s.weigh(p.vector)
	}
	return s
}

// frequentFeatures returns the features of an aspect that the most participants have, at most maxFeatures.
func frequentFeatures(programs []*program, a aspect) []uint32 {
	holders := make([]struct{ last, n int32 }, 1<<featureBits) // by feature: its last holder, from 1, and its number of holders
	var features []uint32
	for _, p := range programs {
		for _, c := range p.style[a].counts {
			h := &holders[c.feature]
			if owner := int32(p.owner + 1); h.last != owner {
				h.last = owner
				if h.n++; h.n == minHolders {
					features = append(features, c.feature)
				}
			}
		}
	}
	slices.SortFunc(features, func(f, g uint32) int {
		return cmp.Or(cmp.Compare(holders[g].n, holders[f].n), cmp.Compare(f, g))
	})
	return features[:min(len(features), maxFeatures[a])]
}

// vector returns the vector of a program for a problem. It returns nil for an empty style or an unknown problem.
func (s *vectorSpace) vector(st style, problem string) []float32 {
	if st.isEmpty() || s.means[problem] == nil {
		return nil
	}
	v := s.frequencies(&st)
	s.standardise(v, problem)
	s.weigh(v)
	return v
}

// frequencies returns the square root of each feature's share, so that frequent features do not hide rare ones.
func (s *vectorSpace) frequencies(st *style) []float32 {
	v := make([]float32, s.size())
	for a := range aspects {
		for _, c := range st[a].counts {
			if place := s.places[a][c.feature]; place > 0 {
				v[s.starts[a]+int(place)-1] = float32(math.Sqrt(float64(c.n) / float64(st[a].total)))
			}
		}
	}
	return v
}

// setMeans computes the mean frequencies for each problem. The mean of all problems counts too, like shrinkage programs.
func (s *vectorSpace) setMeans(programs []*program) {
	all := make([]float32, s.size())
	counts := make(map[string]int)
	for _, p := range programs {
		if counts[p.problem] == 0 {
			s.means[p.problem] = make([]float32, s.size())
		}
		counts[p.problem]++
		accumulate(s.means[p.problem], p.vector)
		accumulate(all, p.vector)
	}
	for problem, mean := range s.means {
		for i := range mean {
			usual := float32(shrinkage * (all[i] / float32(len(programs))))
			mean[i] = (mean[i] + usual) / float32(counts[problem]+shrinkage)
		}
	}
}

func (s *vectorSpace) setDeviations(programs []*program) {
	squares := make([]float64, s.size())
	for _, p := range programs {
		for i, mean := range s.means[p.problem] {
			d := float64(p.vector[i] - mean)
			squares[i] += float64(d * d)
		}
	}
	s.deviation = make([]float32, s.size())
	for i, sum := range squares {
		s.deviation[i] = float32(math.Sqrt(sum / float64(len(programs))))
	}
}

// setWeights computes the weight of each feature from standardised vectors. The weight is the square root of the intraclass
// correlation: the mean product of two programs of one participant, divided by the mean square.
func (s *vectorSpace) setWeights(programs []*program) {
	products, squares := make([]float64, s.size()), make([]float64, s.size())
	for len(programs) > 0 {
		n := 1
		for n < len(programs) && programs[n].owner == programs[0].owner {
			n++
		}
		if n > 1 {
			for i := range products {
				sum, square := 0.0, 0.0
				for _, p := range programs[:n] {
					x := float64(p.vector[i])
					sum += x
					square += float64(x * x)
				}
				products[i] += (float64(sum*sum) - square) / float64(n-1)
				squares[i] += square
			}
		}
		programs = programs[n:]
	}
	s.weight = make([]float32, s.size())
	for i := range s.weight {
		if squares[i] > 0 {
			s.weight[i] = float32(math.Sqrt(max(0, products[i]/squares[i])))
		}
	}
}

// standardise turns the frequencies of a program into standard deviations from the problem's mean, and normalises them.
func (s *vectorSpace) standardise(v []float32, problem string) {
	for i, mean := range s.means[problem] {
		if s.deviation[i] > 0 {
			v[i] = min(max((v[i]-mean)/s.deviation[i], -maxDeviations), maxDeviations)
		} else {
			v[i] = 0
		}
	}
	s.normalise(v)
}

func (s *vectorSpace) weigh(v []float32) {
	for i, w := range s.weight {
		v[i] *= w
	}
	s.normalise(v)
}

// normalise gives the part of each aspect length 1, so that the product of two parts is their cosine.
func (s *vectorSpace) normalise(v []float32) {
	for a := range aspects {
		part := v[s.starts[a]:s.starts[a+1]]
		if length := float32(math.Sqrt(float64(product(part, part)))); length > 0 {
			for i := range part {
				part[i] /= length
			}
		}
	}
}

// similarity returns the sum of the cosines of two vectors, aspect by aspect.
func (s *vectorSpace) similarity(v, w []float32) (sum float32) {
	for a := aspects - 1; a >= 0; a-- {
		sum += product(v[s.starts[a]:s.starts[a+1]], w[s.starts[a]:s.starts[a+1]])
	}
	return sum
}

func accumulate(sum, v []float32) {
	for i, x := range v {
		sum[i] += x
	}
}

// product returns the scalar product of two vectors. Four sums are faster than one, because none waits for another.
func product(v, w []float32) float32 {
	var a, b, c, d float32
	for len(v) >= 4 && len(w) >= 4 {
		a += float32(v[0] * w[0])
		b += float32(v[1] * w[1])
		c += float32(v[2] * w[2])
		d += float32(v[3] * w[3])
		v, w = v[4:], w[4:]
	}
	for i := range min(len(v), len(w)) {
		a += float32(v[i] * w[i])
	}
	return (a + b) + (c + d)
}
