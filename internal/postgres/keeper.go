package postgres

import (
	"context"
	"fmt"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// LexCache keeps what is read of a contest's programs where no check runs: as a
// [Run] does, whose methods of the same names say more.
type LexCache struct {
	db        *DB
	contestID int64
}

// Keeper returns the keeper of a contest.
func (db *DB) LexCache(contestID int64) *LexCache { return &LexCache{db, contestID} }

// Lexed returns what [Run.Lexed] does.
func (k *LexCache) Lexed(ctx context.Context, version int, submissionIDs []int64) ([]contest.LexedFile, error) {
	return k.db.Lexed(ctx, version, submissionIDs)
}

// SaveLexed does what [Run.SaveLexed] does.
func (k *LexCache) SaveLexed(ctx context.Context, version int, files []contest.LexedFile) error {
	return k.error("keep lexed files", saveLexed(ctx, k.db.pool, version, files))
}

// NotIndexed returns what [Run.NotIndexed] does.
func (k *LexCache) NotIndexed(ctx context.Context, fingerprintVersion, sampleVersion int) ([]int64, error) {
	ids, err := notIndexed(ctx, k.db.pool, k.contestID, fingerprintVersion, sampleVersion)
	return ids, k.error("look for what the archive lacks", err)
}

// SaveFingerprints does what [Run.SaveFingerprints] does.
func (k *LexCache) SaveFingerprints(ctx context.Context, version int, fingerprints []contest.Fingerprint) error {
	return k.error("save fingerprints", saveFingerprints(ctx, k.db.pool, k.contestID, version, fingerprints))
}

// SaveSamples does what [Run.SaveSamples] does.
func (k *LexCache) SaveSamples(ctx context.Context, version int, samples []contest.Sample) error {
	return k.error("save samples", putSamples(ctx, k.db.pool, k.contestID, version, samples))
}

func (k *LexCache) error(what string, err error) error {
	if err != nil {
		err = fmt.Errorf("%s of contest %d: %w", what, k.contestID, explain(err))
	}
	return err
}
