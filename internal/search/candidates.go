package search

import (
	"cmp"
	"context"
	"maps"
	"math/bits"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/lexer"
)

// Query describes the given program of a search.
type Query struct {
	Fingerprint    uint64
	HasFingerprint bool
	Sample         []uint32 // some of the shingles of the program, see program.Sample
}

// QueryFor returns the query for a whole program, including base code, as the archive stores it.
func QueryFor(tokens []lexer.Token) Query {
	symbols := lexer.Symbols(tokens)
	fingerprint, ok := program.Fingerprint(symbols)
	return Query{uint64(fingerprint), ok, program.Sample(symbols)}
}

// Candidate is a group of submissions with equal fingerprints, or with equal samples. Their programs may have code in common
// with the query's program. A submission may be in two candidates, one that its fingerprint and one that its sample finds.
type Candidate struct {
	Count       int     // number of submissions with this exact fingerprint or sample
	Submissions []int64 // the submissions with the lowest IDs, at least one

	NearFingerprint bool // found by its fingerprint
	Distance        int  // of the fingerprints, in bits, if NearFingerprint
	SharedShingles  int  // shingles in both samples
}

// CandidateList has the candidates for one query.
type CandidateList struct {
	// Candidates starts with the candidates that fingerprints found, the nearest first. Those that samples found
	// follow, the rarest shared shingles first.
	Candidates        []Candidate
	MoreByFingerprint bool // fingerprints find more candidates, beyond the limit
	MoreBySample      bool // samples find more candidates, beyond the limit, that fingerprints do not find
	FrequentShingles  int  // number of shingles that were not looked up because too many programs have them
}

// Limits bound a search.
type Limits struct {
	Distance              int // of fingerprints, in bits, 0 to simhash.MaxDistance
	FingerprintCandidates int // candidates that fingerprints find for each query, at least 1
	SampleCandidates      int // candidates that samples find for each query, at least 1
}

// Candidates proposes programs from the contests of a scope for each query. It reads the archive once for all queries, not
// once for each.
func (f *Finder) Candidates(ctx context.Context, queries []Query, scope contest.Scope, limits Limits) ([]CandidateList, error) {
	proposed := make([]CandidateList, len(queries))
	if err := f.proposeByFingerprint(ctx, proposed, queries, scope, limits); err != nil {
		return nil, err
	}
	if err := f.proposeBySample(ctx, proposed, queries, scope, limits.SampleCandidates); err != nil {
		return nil, err
	}
	return proposed, nil
}

func (f *Finder) proposeByFingerprint(ctx context.Context, proposed []CandidateList, queries []Query, scope contest.Scope, limits Limits) error {
	var fingerprints []uint64
	var indexes []int
	for i, q := range queries {
		if q.HasFingerprint {
			fingerprints = append(fingerprints, q.Fingerprint)
			indexes = append(indexes, i)
		}
	}
	if len(fingerprints) == 0 {
		return nil
	}
	answers, err := f.Archive.NearAll(ctx, program.IndexVersion, fingerprints, limits.Distance, limits.FingerprintCandidates, scope)
	if err != nil {
		return err
	}
	for i, answer := range answers {
		p := &proposed[indexes[i]]
		p.MoreByFingerprint = answer.HasMore
		for _, near := range answer.Matches {
			p.Candidates = append(p.Candidates, Candidate{
				Count: near.Programs, Submissions: near.Submissions, NearFingerprint: true, Distance: near.Distance,
			})
		}
	}
	return nil
}

// proposeBySample adds programs that share shingles with the queries.
func (f *Finder) proposeBySample(ctx context.Context, proposed []CandidateList, queries []Query, scope contest.Scope, limit int) error {
	queriesByShingle := make(map[uint32][]int32) // indexes in queries
	for i, q := range queries {
		for _, shingle := range q.Sample {
			queriesByShingle[shingle] = append(queriesByShingle[shingle], int32(i))
		}
	}
	shingles := slices.Sorted(maps.Keys(queriesByShingle))
	selective, err := f.Archive.SelectiveShingles(ctx, program.IndexVersion, shingles)
	if err != nil {
		return err
	}
	for _, shingle := range shingles {
		if _, ok := slices.BinarySearch(selective, shingle); !ok {
			for _, i := range queriesByShingle[shingle] {
				proposed[i].FrequentShingles++
			}
			delete(queriesByShingle, shingle)
		}
	}
	if len(selective) == 0 {
		return nil
	}
	found, err := f.Archive.FindSamples(ctx, program.IndexVersion, selective, scope)
	if err != nil {
		return err
	}
	ranked, counts := rankSamples(found, queriesByShingle, proposed, limit)
	for q, best := range ranked {
		p := &proposed[q]
		near := len(p.Candidates)
		p.addSampleMatches(found, best)
		p.MoreBySample = counts[q] > len(p.Candidates)-near
	}
	return nil
}

// sampleMatch is a sample that shares shingles with a query.
type sampleMatch struct {
	sample         int32 // index in the list of samples
	shared, rarity int32
}

// rankSamples returns, for each query, at most limit samples that share the rarest shingles with the query, the best
// first. counts has, for each query, the number of samples that share a shingle with it and whose groups are not
// candidates yet. Counting stops at limit+1.
func rankSamples(found []contest.SampleMatch, queriesByShingle map[uint32][]int32, proposed []CandidateList, limit int) (best [][]sampleMatch, counts []int) {
	queries := len(proposed)
	holders := make(map[uint32]int32, len(queriesByShingle)) // number of samples with a shingle
	for _, sample := range found {
		for _, shingle := range sample.Shingles {
			if _, ok := queriesByShingle[shingle]; ok {
				holders[shingle]++
			}
		}
	}
	best, counts = make([][]sampleMatch, queries), make([]int, queries)
	matches := make([]sampleMatch, queries) // of one sample, for each query
	var sharing []int32                     // queries that share a shingle with the sample
	for i, sample := range found {
		sharing = sharing[:0]
		for _, shingle := range sample.Shingles {
			for _, q := range queriesByShingle[shingle] {
				if matches[q].shared == 0 {
					sharing = append(sharing, q)
				}
				matches[q].shared++
				matches[q].rarity += rarity(holders[shingle])
			}
		}
		for _, q := range sharing {
			best[q] = append(best[q], sampleMatch{int32(i), matches[q].shared, matches[q].rarity})
			matches[q] = sampleMatch{}
			if counts[q] <= limit && proposed[q].indexOf(sample) < 0 {
				counts[q]++
			}
			if len(best[q]) >= 4*limit { // bound the memory of queries with many matches
				best[q] = topMatches(best[q], limit)
			}
		}
	}
	for q := range best {
		best[q] = topMatches(best[q], limit)
	}
	return best, counts
}

// rarity returns the weight of a shingle, given the number of samples that have it. The weight is 16 for one
// sample, and 1 less for each doubling, but at least 1. Among tens of thousands of programs, the weight is
// approximately the shingle's information content in bits.
func rarity(holders int32) int32 { return max(1, 17-int32(bits.Len32(uint32(holders)))) }

// topMatches returns the best matches, best first.
func topMatches(list []sampleMatch, limit int) []sampleMatch {
	slices.SortFunc(list, func(a, b sampleMatch) int {
		return cmp.Or(cmp.Compare(b.rarity, a.rarity), cmp.Compare(b.shared, a.shared), cmp.Compare(a.sample, b.sample))
	})
	return list[:min(limit, len(list))]
}

// indexOf returns the index of the candidate with the submissions of a sample; -1 if there is none.
func (p *CandidateList) indexOf(sample contest.SampleMatch) int {
	return slices.IndexFunc(p.Candidates, func(c Candidate) bool { return slices.Equal(c.Submissions, sample.Submissions) })
}

// addSampleMatches adds samples that share shingles. A group that both indexes found stays one candidate.
func (p *CandidateList) addSampleMatches(found []contest.SampleMatch, best []sampleMatch) {
	for _, s := range best {
		sample := found[s.sample]
		i := p.indexOf(sample)
		if i < 0 {
			i = len(p.Candidates)
			p.Candidates = append(p.Candidates, Candidate{Submissions: sample.Submissions})
		}
		c := &p.Candidates[i]
		c.Count = max(c.Count, sample.Programs)
		c.SharedShingles = int(s.shared)
	}
}
