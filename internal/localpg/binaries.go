//go:build unix

package localpg

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
)

// minVersion is the oldest major version of PostgreSQL that ojcheck works with.
const minVersion = 15

// binEnv names the directory of PostgreSQL's binaries, before all other places.
const binEnv = "OJCHECK_PG_BIN"

// installedPatterns are the directories where systems install PostgreSQL.
var installedPatterns = []string{
	"/usr/lib/postgresql/*/bin",                          // Debian, Ubuntu
	"/usr/pgsql-*/bin",                                   // PostgreSQL's own packages for Red Hat's systems
	"/opt/homebrew/opt/postgresql@*/bin",                 // Homebrew on Apple processors
	"/usr/local/opt/postgresql@*/bin",                    // Homebrew on Intel processors
	"/Applications/Postgres.app/Contents/Versions/*/bin", // Postgres.app
	"/usr/libexec/postgresql*",                           // Alpine
	"/usr/lib/postgresql*/bin",                           // openSUSE
}

// binaries is a directory with PostgreSQL's programs.
type binaries struct {
	dir     string
	version string // major
}

func (b binaries) path(program string) string { return filepath.Join(b.dir, program) }

// findBinaries returns binaries of the given major version, or of any that
// ojcheck works with if version is "": the first of $OJCHECK_PG_BIN, $PATH, the
// usual places (newest first), what was downloaded before, and a download.
func (h home) findBinaries(ctx context.Context, version string, acct *account, log *slog.Logger) (binaries, error) {
	if dir := os.Getenv(binEnv); dir != "" {
		bin, err := probe(ctx, dir, acct)
		if err == nil {
			err = bin.check(version)
		}
		if err != nil {
			return binaries{}, fmt.Errorf("%s=%s: %w", binEnv, dir, err)
		}
		return bin, nil
	}
	var refused []error
	for _, dir := range installedDirs() {
		bin, err := probe(ctx, dir, acct)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = bin.check(version)
		}
		if err == nil {
			return bin, nil
		}
		if acct.cannotSwitchUser(err) {
			return binaries{}, err
		}
		refused = append(refused, err)
	}
	if ctx.Err() != nil {
		return binaries{}, context.Cause(ctx)
	}
	bin, err := h.downloaded(ctx, version, acct, log)
	if err == nil {
		return bin, nil
	}
	return binaries{}, &missingError{version: version, data: h.data(), refused: refused, download: err}
}

// installedDirs are the directories that may hold PostgreSQL's binaries, best first.
func installedDirs() []string {
	var dirs []string
	if path, err := exec.LookPath("postgres"); err == nil {
		// initdb stands beside the real file, not always beside a link to it.
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real
		}
		dirs = append(dirs, filepath.Dir(path))
	}
	var found []string
	for _, pattern := range installedPatterns {
		matches, _ := filepath.Glob(pattern) // the patterns are well formed
		found = append(found, matches...)
	}
	slices.SortStableFunc(found, func(a, b string) int { return pathVersion(b) - pathVersion(a) })
	for _, dir := range found {
		if !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

var digits = regexp.MustCompile(`[0-9]+`)

// pathVersion is the first number in a path, which in all of installedPatterns
// is the major version; 0 if there is none ("latest" is a link to another).
func pathVersion(path string) int {
	n, _ := strconv.Atoi(digits.FindString(path))
	return n
}

var versionLine = regexp.MustCompile(`^postgres \(PostgreSQL\) ([0-9]+)`)

// probe asks the postgres in dir for its version, as the account that is to run
// it: so it also finds out whether this account can.
func probe(ctx context.Context, dir string, acct *account) (binaries, error) {
	bin := binaries{dir: dir}
	for _, program := range []string{"postgres", "initdb"} {
		if _, err := os.Stat(bin.path(program)); err != nil {
			return binaries{}, err
		}
	}
	out, err := bin.printVersion(ctx, "/", acct)
	if err != nil {
		return binaries{}, fmt.Errorf("cannot run %s: %w%s", bin.path("postgres"), err, acct.hint(err))
	}
	match := versionLine.FindSubmatch(out)
	if match == nil {
		return binaries{}, fmt.Errorf("%s --version says %.80q", bin.path("postgres"), out)
	}
	bin.version = string(match[1])
	return bin, nil
}

// printVersion runs postgres --version in a directory.
func (b binaries) printVersion(ctx context.Context, dir string, acct *account) ([]byte, error) {
	cmd := exec.CommandContext(ctx, b.path("postgres"), "--version")
	cmd.Dir = dir
	acct.runAs(cmd)
	return cmd.Output()
}

// checkAccess makes sure that the account can enter a directory.
func (b binaries) checkAccess(ctx context.Context, dir string, acct *account) error {
	if acct == nil {
		return nil
	}
	if _, err := b.printVersion(ctx, dir, acct); err != nil {
		return fmt.Errorf("as PostgreSQL refuses to run as root, %s runs it, but cannot enter %s: %w: "+
			"let others pass through the directories above it (chmod o+x), or %s", acct.name, dir, err, dirHint)
	}
	return nil
}

// check refuses binaries of another version than the given one, or of one that
// is too old.
func (b binaries) check(version string) error {
	if n, err := strconv.Atoi(b.version); err != nil || n < minVersion {
		return fmt.Errorf("%s is PostgreSQL %s: ojcheck needs %d or newer", b.dir, b.version, minVersion)
	}
	if version != "" && version != b.version {
		return fmt.Errorf("%s is PostgreSQL %s, the database was made by %s", b.dir, b.version, version)
	}
	return nil
}
