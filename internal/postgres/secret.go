package postgres

import (
	"bytes"
	"context"
	"crypto/pbkdf2"
	"crypto/sha256"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// secretRounds makes each guess of a secret take some ten milliseconds: all ways
// to give the programs of a small contest to the names of its list cannot be tried.
const secretRounds = 100_000

// secret returns what the numbers of a contest's participants are drawn with, by
// PBKDF2 (RFC 8018) from all that its first import says of its submissions. So the
// same input gives the same numbers, whichever database it is read into, and they
// cannot be computed without knowing who handed in which program.
func secret(contestName string, submissions []contest.Submission) ([16]byte, error) {
	identities := make([]identity, len(submissions))
	for i := range submissions {
		hashes := make([]sourceHash, len(submissions[i].Files))
		for j, f := range submissions[i].Files {
			hashes[j] = sha256.Sum256(f.Content)
		}
		identities[i] = identify(&submissions[i], hashes)
	}
	slices.SortFunc(identities, func(a, b identity) int { return bytes.Compare(a[:], b[:]) })
	all := sha256.New()
	for _, one := range identities {
		all.Write(one[:])
	}
	key, err := pbkdf2.Key(sha256.New, string(all.Sum(nil)), []byte("number participants "+contestName), secretRounds, 16)
	if err != nil {
		return [16]byte{}, err
	}
	return [16]byte(key), nil
}

// ensureSecret gives the contest its secret, unless it has participants, whose
// numbers were drawn with the one that it has.
func (l *loader) ensureSecret(ctx context.Context, tx pgx.Tx, submissions []contest.Submission) error {
	var settled bool
	err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT FROM participants WHERE contest_id = $1)", l.contestID).Scan(&settled)
	if err != nil || settled {
		return err
	}
	drawn, err := secret(l.contestName, submissions)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "UPDATE contests SET secret = $2 WHERE id = $1", l.contestID, drawn)
	return err
}
