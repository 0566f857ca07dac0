package contest

import (
	"bytes"
	"cmp"
	"crypto/pbkdf2"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"slices"
)

// Identity is the SHA-256 of all that defines a stored submission. Submissions with
// equal identities are the same.
type Identity [sha256.Size]byte

// Identify returns the identity of a submission whose files have the given SHA-256
// hashes. Identities are stored, so the hashed fields and their order must not change.
func Identify(s *Submission, files [][sha256.Size]byte) Identity {
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
		hashNumber(h, s.Time.UnixMicro()) // as exact as PostgreSQL stores it
	}
	hashNumber(h, int64(len(files)))
	for i, source := range files {
		hashText(h, s.Files[i].Path)
		h.Write(source[:])
	}
	return Identity(h.Sum(nil))
}

// hashText writes the length too, so that no two lists of texts have the same bytes.
func hashText(h hash.Hash, text string) {
	hashNumber(h, int64(len(text)))
	h.Write([]byte(text))
}

func hashNumber(h hash.Hash, n int64) {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], uint64(n))
	h.Write(b[:])
}

// Secret determines the numbers of a contest's participants.
type Secret [16]byte

// secretRounds makes each guess of a secret take some ten milliseconds. That is too slow
// to try every assignment of a small contest's programs to its participants.
const secretRounds = 100_000

// NewSecret derives the secret of a contest from the submissions of its first import,
// by PBKDF2 (RFC 8018). So the same input gives the same numbers in every database, and
// they cannot be computed without knowing who submitted which program.
func NewSecret(contest string, submissions []Submission) (Secret, error) {
	identities := make([]Identity, len(submissions))
	for i := range submissions {
		hashes := make([][sha256.Size]byte, len(submissions[i].Files))
		for j, f := range submissions[i].Files {
			hashes[j] = sha256.Sum256(f.Content)
		}
		identities[i] = Identify(&submissions[i], hashes)
	}
	slices.SortFunc(identities, func(a, b Identity) int { return bytes.Compare(a[:], b[:]) })
	all := sha256.New()
	for _, identity := range identities {
		all.Write(identity[:])
	}
	key, err := pbkdf2.Key(sha256.New, string(all.Sum(nil)), []byte("number participants "+contest), secretRounds, 16)
	if err != nil {
		return Secret{}, err
	}
	return Secret(key), nil
}

// Draw returns the distinct names in the order of their numbers. It sorts them by a hash
// of the secret and the name, so that a number says nothing about the name.
func (s Secret) Draw(names []string) []string {
	prefix := fmt.Sprintf("%x-%x-%x-%x-%x", s[:4], s[4:6], s[6:8], s[8:10], s[10:])
	lots := make(map[string][sha256.Size]byte, len(names))
	for _, name := range names {
		lots[name] = sha256.Sum256([]byte(prefix + name))
	}
	drawn := slices.Clone(names)
	slices.SortFunc(drawn, func(a, b string) int {
		x, y := lots[a], lots[b]
		return cmp.Or(bytes.Compare(x[:], y[:]), cmp.Compare(a, b))
	})
	return slices.Compact(drawn)
}
