//go:build unix

package pgtest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/migrations"
)

// templatePrefix begins the names of all templates; a hash of the migrations ends them.
const templatePrefix = "ojcheck_template_"

// templateLock is the advisory lock under which templates are made and dropped.
const templateLock = 0x6f6a7067

// template returns the name of the migrated template, which it makes if no
// process has made it yet.
func (s *server) template() (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.migrated != "" {
		return s.migrated, nil
	}
	name, err := templateName(migrations.Files())
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	conn, err := pgx.Connect(ctx, s.url)
	if err != nil {
		return "", err
	}
	defer conn.Close(ctx) // gives back the advisory lock
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", templateLock); err != nil {
		return "", err
	}
	if err := makeTemplate(ctx, conn, s.url, name); err != nil {
		return "", err
	}
	s.migrated = name
	return name, nil
}

// makeTemplate makes the template if need be. It migrates under another name,
// so that what bears the template's name is always complete. The caller holds
// templateLock.
func makeTemplate(ctx context.Context, conn *pgx.Conn, main, name string) error {
	present, err := databases(ctx, conn, templatePrefix)
	if err != nil || slices.Contains(present, name) {
		return err
	}
	for _, old := range present { // of other migrations, or half made by a process that was killed
		if _, err := conn.Exec(ctx, "DROP DATABASE IF EXISTS "+quote(old)+" WITH (FORCE)"); err != nil {
			return err
		}
	}
	draft := name + "_draft"
	if _, err := conn.Exec(ctx, "CREATE DATABASE "+quote(draft)+" TEMPLATE template0"); err != nil {
		return err
	}
	if err := migrations.Up(ctx, databaseURL(main, draft)); err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "ALTER DATABASE "+quote(draft)+" RENAME TO "+quote(name))
	return err
}

// templateName is a function of the migrations' names and contents.
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
