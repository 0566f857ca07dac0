package check

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// read reads the candidates, and returns the IDs of those that are still there,
// ascending.
func (s *earlierSet) read(ctx context.Context, archive EarlierContests, r *reader, progress Progress) ([]int64, error) {
	var ids []int64
	for _, list := range s.candidates {
		ids = append(ids, list...)
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	r.sampled = false // from here on: nobody searches for earlier ones
	progress(ReadingEarlier, 0, len(ids))
	var found []int64
	for start := 0; start < len(ids); start += batchRead {
		batch, err := s.load(ctx, archive, ids[start:min(start+batchRead, len(ids))])
		if err != nil {
			return nil, fmt.Errorf("read earlier submissions: %w", err)
		}
		read, _, err := r.readBatch(ctx, batch, func(done int) { progress(ReadingEarlier, start+done, len(ids)) })
		if err != nil {
			return nil, fmt.Errorf("read earlier submissions: %w", err)
		}
		for _, e := range read {
			earlier := s.submissions[e.submission.ID]
			e.contest, e.number = earlier.contest, earlier.number
			earlier.solution = e
		}
		for _, submission := range batch {
			found = append(found, submission.ID)
		}
	}
	return found, nil
}

// load loads the files of some candidates, without those that were deleted a
// moment ago.
func (s *earlierSet) load(ctx context.Context, archive EarlierContests, ids []int64) ([]contest.Submission, error) {
	files, err := archive.FilesOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	var batch []contest.Submission
	for _, id := range ids {
		if len(files[id]) == 0 {
			continue
		}
		earlier := s.submissions[id]
		submission := earlier.Submission
		submission.Files = files[id]
		earlier.identity = identityOf(earlier.contest, submission)
		batch = append(batch, submission)
	}
	return batch, nil
}

// digest adds to the digest of a check what each of its solutions is compared
// with.
func (s *earlierSet) digest(check string, solutions []*solution) string {
	h := sha256.New()
	part(h, []byte(check))
	byPath := slices.SortedFunc(slices.Values(solutions), func(a, b *solution) int {
		return cmp.Compare(a.submission.Path, b.submission.Path)
	})
	for _, e := range byPath {
		part(h, []byte(e.submission.Path))
		for _, id := range s.candidates[e] {
			part(h, s.submissions[id].identity)
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// identityOf identifies an earlier submission whatever its ID.
func identityOf(contestName string, s contest.Submission) []byte {
	h := sha256.New()
	part(h, []byte(contestName))
	oneSubmission(h, s)
	return h.Sum(nil)
}
