package check

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/pairs"
)

// measureCache returns the measures of an earlier check.
type measureCache interface {
	// Measured returns the measures of the contest's last complete check with the
	// same contest.Check.Matching, except for pairs with an own template.
	Measured(ctx context.Context) ([]contest.PairMeasures, error)
	// Forget makes later checks ignore the measures of this one.
	Forget(ctx context.Context) error
}

// knownMeasures holds measures of pairs by the IDs of the left and the right
// submission: only measures that depend on nothing else.
type knownMeasures map[[2]int64]pairs.Measures

// loadMeasures returns the measures of an earlier check. If the lexer timed out on a
// file, which depends on the load of the machine, some programs are incomplete: then
// this check reuses no measures, and later checks reuse none of its measures.
func loadMeasures(ctx context.Context, r measureCache, timedOut bool) (knownMeasures, error) {
	if timedOut {
		if err := r.Forget(ctx); err != nil {
			return nil, fmt.Errorf("forget the measures: %w", err)
		}
		return nil, nil
	}
	list, err := r.Measured(ctx)
	if err != nil {
		return nil, fmt.Errorf("load earlier measures: %w", err)
	}
	known := make(knownMeasures, len(list))
	for _, m := range list {
		known[[2]int64{m.Left, m.Right}] = pairs.Measures{
			Similarity:    m.Similarity,
			MaxSimilarity: m.MaxSimilarity,
			CoverageLeft:  m.CoverageLeft,
			CoverageRight: m.CoverageRight,
			LongestMatch:  m.LongestMatch,
			MatchedTokens: m.MatchedTokens,
		}
	}
	return known, nil
}

// lookup returns the known measures of a pair.
func (m knownMeasures) lookup(f *foundPair) (measures pairs.Measures, ok bool) {
	if len(f.left.template) > 0 || len(f.right.template) > 0 {
		return pairs.Measures{}, false
	}
	measures, ok = m[[2]int64{f.left.submission.ID, f.right.submission.ID}]
	return measures, ok
}

// matchingDigest identifies everything that the matches of a pair depend on, except
// its two submissions and their own templates.
func matchingDigest(base []contest.File, p contest.Parameters) string {
	h := sha256.New()
	writePart(h, []byte(AlgorithmVersion))
	writePart(h, binary.BigEndian.AppendUint64(nil, uint64(p.ShingleLength)))
	writePart(h, binary.BigEndian.AppendUint64(nil, uint64(p.MinMatch)))
	writePart(h, []byte(p.Language))
	for _, name := range p.Without {
		writePart(h, []byte(name))
	}
	writeFiles(h, base)
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// digest identifies everything that the result of a check depends on: the submissions
// with their paths, the base code, the parameters and the algorithm version. Checks
// with the same digest have the same pairs and scores, except for pairs whose earlier
// contest was deleted. See also earlierSet.digest.
func digest(submissions []contest.Submission, base []contest.File, p contest.Parameters) string {
	h := sha256.New()
	writePart(h, []byte(AlgorithmVersion))
	parameters, err := json.Marshal(p)
	if err != nil {
		panic(fmt.Sprintf("parameters are plain data: %v", err))
	}
	writePart(h, parameters)
	for _, s := range submissions {
		writeSubmission(h, s)
	}
	writeFiles(h, base)
	return hex.EncodeToString(h.Sum(nil)[:16])
}

func writeSubmission(h hash.Hash, s contest.Submission) {
	for _, text := range []string{s.Path, s.Problem, s.Participant, s.Language} {
		writePart(h, []byte(text))
	}
	writeFiles(h, s.Files)
}

func writeFiles(h hash.Hash, list []contest.File) {
	writePart(h, binary.BigEndian.AppendUint64(nil, uint64(len(list))))
	for _, file := range list {
		writePart(h, []byte(file.Path))
		writePart(h, file.Content)
	}
}

// writePart writes the length of data, then data: different lists of parts never give
// the same bytes.
func writePart(h hash.Hash, data []byte) {
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(data))))
	h.Write(data)
}
