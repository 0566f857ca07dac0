//go:build unix

package pgtest

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/ojcheck/ojcheck/migrations"
)

// templatePrefix begins the names of all templates; a hash of the migrations follows.
const templatePrefix = "ojcheck_template_"

// templateLock is the advisory lock for making and dropping templates.
const templateLock = 0x6f6a7067

// ensureTemplate returns the name of the migrated template. It makes a missing template, and locks it for this process.
func (s *server) ensureTemplate() (string, error) {
	name, err := templateName(migrations.Files())
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	if _, err := s.lockConn.Exec(ctx, "SELECT pg_advisory_lock($1)", templateLock); err != nil {
		return "", err
	}
	err = s.makeTemplate(ctx, name)
	_, unlockErr := s.lockConn.Exec(ctx, "SELECT pg_advisory_unlock($1)", templateLock)
	return name, errors.Join(err, unlockErr)
}

// makeTemplate makes a missing template, and drops outdated templates. It migrates under another name, so that a
// database with the template's name is always complete. The caller holds templateLock.
func (s *server) makeTemplate(ctx context.Context, name string) error {
	// All users of the template share this lock.
	if _, err := s.lockConn.Exec(ctx, "SELECT pg_advisory_lock_shared($1)", lockKey(name)); err != nil {
		return err
	}
	existing, err := databases(ctx, s.lockConn, templatePrefix)
	if err != nil {
		return err
	}
	for _, template := range existing {
		if template != name { // of other migrations, or incomplete
			if err := s.dropUnused(ctx, template, lockKey(template)); err != nil {
				return err
			}
		}
	}
	if slices.Contains(existing, name) {
		return nil
	}
	draft := name + "_draft"
	if _, err := s.lockConn.Exec(ctx, "CREATE DATABASE "+quote(draft)+" TEMPLATE template0"); err != nil {
		return err
	}
	if err := migrations.Up(ctx, databaseURL(s.url, draft)); err != nil {
		return err
	}
	_, err = s.lockConn.Exec(ctx, "ALTER DATABASE "+quote(draft)+" RENAME TO "+quote(name))
	return err
}

func lockKey(name string) int64 {
	hash := sha256.Sum256([]byte(name))
	return int64(binary.BigEndian.Uint64(hash[:]))
}

// templateName returns a name that depends on the names and contents of the migrations.
func templateName(files fs.FS) (string, error) {
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		return "", err
	}
	hash := sha256.New()
	for _, name := range names { // sorted
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(hash, "%s %d\n%s", name, len(content), content)
	}
	return templatePrefix + hex.EncodeToString(hash.Sum(nil)[:10]), nil
}
