package check

import (
	"cmp"
	"maps"
	"slices"
	"sync"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/pairs"
)

// The memory of a program in a check, in bytes.
const (
	bytesPerToken   = 48 // for each token with its shingles; half of it is for garbage that is not collected yet
	bytesPerShingle = 64 // for each distinct shingle in the index
)

func memoryOf(c *program.Code) int64 {
	tokens := int64(len(c.Symbols))
	shingles := 2 * tokens // at most
	if tokens >= longList {
		shingles = int64(len(limitRepeats(c.Shingles())) + len(limitRepeats(c.Wording())))
	}
	if len(c.Files(1)) > 0 { // the index has the shingles of a program, and again those of its files
		shingles *= 2
	}
	return bytesPerToken*tokens + bytesPerShingle*shingles
}

// longList is the number of shingles from which dropping repeated shingles saves time.
const longList = 4096

// limitRepeats keeps each shingle at most [pairs.MaxTimes] times, if that at least halves a long list, and sorts them.
// Otherwise it returns the list unchanged. The index sorts all shingles of all programs: programs that repeat a few tokens
// thousands of times would fill its memory.
func limitRepeats(shingles []uint64) []uint64 {
	if len(shingles) < longList {
		return shingles
	}
	sorted := slices.Sorted(slices.Values(shingles))
	few := sorted[:0]
	for _, shingle := range sorted {
		if n := len(few); n < pairs.MaxTimes || few[n-pairs.MaxTimes] != shingle {
			few = append(few, shingle)
		}
	}
	if 2*len(few) > len(shingles) {
		return shingles
	}
	return slices.Clone(few)
}

// memoryBound bounds the memory of a check's programs: it leaves out the largest programs until the others fit. The
// choice depends only on the programs, not on their order. A nil memoryBound is no bound.
type memoryBound struct {
	bytes     int64 // the bound
	across    bool  // pairs across languages follow, which need twice as much
	unindexed bool  // the programs go into no index of shingles, and need less

	mu        sync.Mutex
	used      int64
	kept      []*submission    // in the order of bySize
	byProblem map[string]int64 // bytes of all programs, with those that were left out
}

// newMemoryBound returns the bound for a check; nil if bytes is 0.
func newMemoryBound(bytes int64) *memoryBound {
	if bytes == 0 {
		return nil
	}
	return &memoryBound{bytes: bytes}
}

// canSplit reports whether problems can be compared in parts. Pairs across problems, and the search for earlier programs, need
// all programs at once. In parts, own templates and the rarity of code are found only among the programs of a part.
func canSplit(p contest.Parameters) bool { return !p.AcrossProblems && len(p.Against) == 0 }

// split divides submissions into parts that fit, by problem. A problem that does not fit alone is a part. split returns nil if
// all programs fit, or are for one problem.
func (m *memoryBound) split(submissions []contest.Submission) (parts [][]contest.Submission) {
	if m == nil || len(submissions) == 0 {
		return nil
	}
	partOf := make(map[string]int)
	total, inPart, part := int64(0), int64(0), 0
	for _, problem := range slices.Sorted(maps.Keys(m.byProblem)) {
		bytes := m.byProblem[problem]
		if inPart > 0 && inPart+bytes > m.bytes {
			part, inPart = part+1, 0
		}
		total += bytes
		inPart += bytes
		partOf[problem] = part
	}
	if total <= m.bytes || part == 0 {
		return nil
	}
	parts = make([][]contest.Submission, part+1)
	for _, s := range submissions {
		parts[partOf[s.Problem]] = append(parts[partOf[s.Problem]], s) // the first part also has those that cannot be read
	}
	return parts
}

// add adds a program, and releases the programs that do not fit.
func (m *memoryBound) add(sub *submission) {
	if m == nil {
		return
	}
	switch {
	case m.unindexed:
		sub.bytes = bytesPerToken * int64(len(sub.code.Symbols))
	case m.across:
		sub.bytes = 2 * memoryOf(sub.code)
	default:
		sub.bytes = memoryOf(sub.code)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.used += sub.bytes
	if m.byProblem == nil {
		m.byProblem = make(map[string]int64)
	}
	m.byProblem[sub.Problem] += sub.bytes
	place, _ := slices.BinarySearchFunc(m.kept, sub, bySize)
	m.kept = slices.Insert(m.kept, place, sub)
	for m.used > m.bytes {
		largest := m.kept[len(m.kept)-1]
		m.kept = m.kept[:len(m.kept)-1]
		m.used -= largest.bytes
		largest.code = nil
	}
}

// drop removes the programs that add released, and returns them as skipped.
func (m *memoryBound) drop(submissions []*submission) ([]*submission, []contest.SkippedItem) {
	if m == nil {
		return submissions, nil
	}
	var skipped []contest.SkippedItem
	submissions = slices.DeleteFunc(submissions, func(sub *submission) bool {
		if sub.code == nil {
			skipped = append(skipped, contest.SkippedItem{Path: sub.Path, Reason: i18n.Textf(
				"left out because it is one of the longest programs, and all together need more memory than %s: raise --memory", i18n.Size(m.bytes))})
		}
		return sub.code == nil
	})
	return submissions, skipped
}

// bySize orders programs by the memory that they need.
func bySize(a, b *submission) int {
	return cmp.Or(cmp.Compare(a.bytes, b.bytes), bySubmission(a.Submission, b.Submission))
}
