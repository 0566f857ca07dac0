package postgres

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// identity is the SHA-256 of all that is said of a submission, its ID apart.
type identity [sha256.Size]byte

// identify returns the identity of a submission, whose files have the given
// hashes. It is stored: what goes in, and in which order, must not change.
func identify(s *contest.Submission, files []sourceHash) identity {
	h := sha256.New()
	for _, text := range []string{
		s.Path, s.Problem, s.Participant, string(s.Kind), s.Language, string(s.Verdict),
	} {
		hashText(h, text)
	}
	hashNumber(h, int64(s.Attempt))
	if s.Time.IsZero() {
		hashNumber(h, 0)
	} else {
		hashNumber(h, 1)
		hashNumber(h, s.Time.UnixMicro()) // as exact as PostgreSQL keeps it
	}
	hashNumber(h, int64(len(files)))
	for i, source := range files {
		hashText(h, s.Files[i].Path)
		h.Write(source[:])
	}
	return identity(h.Sum(nil))
}

// hashText writes the length too, so that no two lists of texts look the same.
func hashText(h hash.Hash, text string) {
	hashNumber(h, int64(len(text)))
	h.Write([]byte(text))
}

func hashNumber(h hash.Hash, n int64) {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], uint64(n))
	h.Write(b[:])
}
