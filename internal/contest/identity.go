package contest

import (
	"bytes"
	"cmp"
	"crypto/pbkdf2"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/ojcheck/ojcheck/internal/i18n"
)

// Identity is the SHA-256 of all that defines a stored submission. Equal identities mean the same submission.
type Identity [sha256.Size]byte

// Identify returns the identity of a submission whose files have the given SHA-256 hashes. The hashed fields
// and their order must not change, because the archive stores identities.
func Identify(s *Submission, files [][sha256.Size]byte) Identity {
	var b []byte
	addNumber := func(n int64) { b = binary.BigEndian.AppendUint64(b, uint64(n)) }
	addText := func(text string) { // with its length, because different lists of texts must give different bytes
		addNumber(int64(len(text)))
		b = append(b, text...)
	}
	for _, text := range []string{s.Path, s.Problem, s.Participant, string(s.Kind), s.Language, string(s.Verdict)} {
		addText(text)
	}
	addNumber(int64(s.Attempt))
	if s.Time.IsZero() {
		addNumber(0)
	} else {
		addNumber(1)
		addNumber(s.Time.UnixMicro()) // PostgreSQL stores times in microseconds
	}
	addNumber(int64(len(files)))
	for i, sum := range files {
		addText(s.Files[i].Path)
		b = append(b, sum[:]...)
	}
	return sha256.Sum256(b)
}

// PathConflictError says that an import has another submission than the stored one under a path: another program, for another
// problem or by another participant. The path is how an import finds the stored submissions that it corrects.
type PathConflictError struct {
	Path, Problem, Participant       string
	StoredProblem, StoredParticipant string
}

func (e *PathConflictError) Error() string { return e.Unwrap().Error() }

// Unwrap returns the message.
func (e *PathConflictError) Unwrap() error { return e.message(e.StoredParticipant).Err() }

// MaskedMessage returns the message without the name of the stored participant, because blind review may hide it.
func (e *PathConflictError) MaskedMessage() i18n.Text {
	if e.StoredParticipant == e.Participant {
		return e.message(e.Participant)
	}
	return e.message(i18n.Textf("another participant"))
}

func (e *PathConflictError) message(storedParticipant any) i18n.Text {
	return i18n.Textf("%[1]s is stored as a program of %[2]s for %[3]s, but is now another program, of %[4]s for %[5]s: nothing was stored; "+
		"import it into another contest, or put the new files into a folder of another name",
		e.Path, storedParticipant, e.StoredProblem, e.Participant, e.Problem)
}

// Secret determines the numbers of a contest's participants.
type Secret [16]byte

// SecretRounds makes a guess of a secret take ten milliseconds, because somebody who knows most programs must not be able
// to guess the others. Tests, which import hundreds of contests, lower it.
var SecretRounds = 100_000

// NewSecret derives the secret of a contest from the submissions of its first import, by PBKDF2 (RFC 8018).
// So the secret is the same in all databases. Only who knows everybody's programs can compute it.
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
	key, err := pbkdf2.Key(sha256.New, string(all.Sum(nil)), []byte("number participants "+contest), SecretRounds, 16)
	if err != nil {
		return Secret{}, err
	}
	return Secret(key), nil
}

// InOrder returns the distinct names in the order of their numbers. It sorts them by a hash of the secret and
// the name, because a number must say nothing about its name.
func (s Secret) InOrder(names []string) []string {
	prefix := fmt.Sprintf("%x-%x-%x-%x-%x", s[:4], s[4:6], s[6:8], s[8:10], s[10:]) // as PostgreSQL writes a uuid
	hashes := make(map[string][sha256.Size]byte, len(names))
	for _, name := range names {
		hashes[name] = sha256.Sum256([]byte(prefix + name))
	}
	ordered := slices.Clone(names)
	slices.SortFunc(ordered, func(a, b string) int {
		x, y := hashes[a], hashes[b]
		return cmp.Or(bytes.Compare(x[:], y[:]), cmp.Compare(a, b))
	})
	return slices.Compact(ordered)
}
