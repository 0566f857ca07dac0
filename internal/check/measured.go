package check

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"

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

// measured are the measures of pairs by the IDs of their submissions, left and
// right. Only those are in it that depend on nothing but the two.
type measured map[[2]int64]pairs.Measures

// remember returns what is known of an earlier check. Where the lexer gave up on
// some file, which depends on how busy the machine is, programs may be known in
// part: then nothing is taken over, and nothing handed on.
func remember(ctx context.Context, r measureCache, timedOut bool) (measured, error) {
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
	known := make(measured, len(list))
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

// of returns the measures of a pair, if they are known.
func (m measured) of(f *foundPair) (measures pairs.Measures, ok bool) {
	if len(f.left.template) > 0 || len(f.right.template) > 0 {
		return pairs.Measures{}, false
	}
	measures, ok = m[[2]int64{f.left.submission.ID, f.right.submission.ID}]
	return measures, ok
}

// matching identifies what the matches of a pair depend on beside its two
// submissions and their own templates.
func matching(base []contest.File, p contest.Parameters) string {
	h := sha256.New()
	part(h, []byte(AlgorithmVersion))
	part(h, binary.BigEndian.AppendUint64(nil, uint64(p.ShingleLength)))
	part(h, binary.BigEndian.AppendUint64(nil, uint64(p.MinMatch)))
	part(h, []byte(p.Language))
	for _, name := range p.Without {
		part(h, []byte(name))
	}
	files(h, base)
	return hex.EncodeToString(h.Sum(nil)[:16])
}
