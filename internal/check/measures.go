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

// measureCache tells what an earlier check measured.
type measureCache interface {
	// Measured returns what the last complete check of the contest and of the
	// same contest.Check.Matching measured, without the pairs that have own
	// template on a side.
	Measured(ctx context.Context) ([]contest.PairMeasures, error)
	// Forget has no later check take measures over from this one.
	Forget(ctx context.Context) error
}

// knownMeasures are the measures of pairs by the IDs of their submissions, left and
// right. Only those are in it that depend on nothing but the two.
type knownMeasures map[[2]int64]pairs.Measures

// loadMeasures returns what is known of an earlier check. Where the lexer gave up on
// some file, which depends on how busy the machine is, programs may be known in
// part: then nothing is taken over, and nothing handed on.
func loadMeasures(ctx context.Context, r measureCache, timedOut bool) (knownMeasures, error) {
	if timedOut {
		if err := r.Forget(ctx); err != nil {
			return nil, fmt.Errorf("have the next check measure anew: %w", err)
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

// lookup returns the measures lookup a pair, if they are known.
func (m knownMeasures) lookup(f *foundPair) (measures pairs.Measures, ok bool) {
	if len(f.left.template) > 0 || len(f.right.template) > 0 {
		return pairs.Measures{}, false
	}
	measures, ok = m[[2]int64{f.left.submission.ID, f.right.submission.ID}]
	return measures, ok
}

// matchingDigest identifies what the matches of a pair depend on beside its two
// submissions and their own templates.
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

// digest identifies what the result of a check depends on: the submissions
// with their paths, the base code, the parameters and the algorithm version.
// Two checks of one digest have the same pairs with the same scores, less those
// that are gone with an earlier contest. See also earlierSet.digest.
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

// writePart writes data with its length before it, so that no two lists of parts
// run into the same bytes.
func writePart(h hash.Hash, data []byte) {
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(data))))
	h.Write(data)
}
