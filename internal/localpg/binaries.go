//go:build unix

package localpg

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// minVersion is the oldest major version of PostgreSQL that ojcheck works with.
const minVersion = 15

// binEnv is the environment variable with the directory of PostgreSQL's binaries. If it is set, ojcheck looks
// in no other directory.
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
	version string // major version, such as "16"
}

func (b binaries) path(program string) string { return filepath.Join(b.dir, program) }

// findBinaries returns binaries of a major version; "" means any version. If $OJCHECK_PG_BIN is set, it looks
// only there. Else it looks in $PATH, in installedPatterns (the newest version first) and in earlier
// downloads. If it finds none, it downloads binaries.
func (h home) findBinaries(ctx context.Context, version string, acct *account, log *slog.Logger) (binaries, error) {
	if dir := os.Getenv(binEnv); dir != "" {
		bin, err := probe(ctx, dir, version, acct)
		if err != nil {
			err = fmt.Errorf("%s=%s: %w", binEnv, dir, err)
		}
		return bin, err
	}
	var unusable []error
	for _, dir := range installedDirs() {
		bin, err := probe(ctx, dir, version, acct)
		switch {
		case err == nil:
			return bin, nil
		case acct.cannotSwitchUser(err): // it is the same in every directory
			return binaries{}, err
		case !errors.Is(err, ErrNotInstalled):
			unusable = append(unusable, err)
		}
	}
	if ctx.Err() != nil {
		return binaries{}, context.Cause(ctx)
	}
	bin, err := h.ensureDownload(ctx, version, acct, log)
	if err == nil {
		return bin, nil
	}
	return binaries{}, &missingError{version: version, data: h.data(), unusable: unusable, download: err}
}

// Installed returns the directory and the major version of the binaries that a new cluster in a data directory
// would use; "" means DefaultDataDir. It downloads nothing. If no binaries are installed, the error wraps
// [ErrNotInstalled].
func Installed(ctx context.Context, dataDir string) (dir, version string, err error) {
	defer prefixError(&err, "private PostgreSQL")
	h, err := homeIn(dataDir)
	if err != nil {
		return "", "", err
	}
	acct, err := serverAccount(h.data())
	if err != nil {
		return "", "", err
	}
	dirs := installedDirs()
	if dir := os.Getenv(binEnv); dir != "" {
		dirs = []string{dir}
	}
	err = ErrNotInstalled
	for _, dir := range dirs {
		bin, probeErr := probe(ctx, dir, "", acct)
		if probeErr == nil {
			return bin.dir, bin.version, nil
		}
		if !errors.Is(probeErr, ErrNotInstalled) {
			err = probeErr
		}
	}
	return "", "", err
}

// installedDirs returns the directories that may contain PostgreSQL's binaries, the best directory first.
func installedDirs() []string {
	var dirs []string
	if path, err := exec.LookPath("postgres"); err == nil {
		// initdb is beside the real file, but not always beside a link to the file.
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real
		}
		dirs = append(dirs, filepath.Dir(path))
	}
	var installed []string
	for _, pattern := range installedPatterns {
		matches, _ := filepath.Glob(pattern) // the patterns are well formed
		installed = append(installed, matches...)
	}
	slices.SortStableFunc(installed, func(a, b string) int { return pathVersion(b) - pathVersion(a) })
	for _, dir := range installed {
		if !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

var digits = regexp.MustCompile(`[0-9]+`)

// pathVersion returns the first number in a path; 0 for none. In all installedPatterns this is the major
// version.
func pathVersion(path string) int {
	n, _ := strconv.Atoi(digits.FindString(path))
	return n
}

var versionLine = regexp.MustCompile(`^postgres \(PostgreSQL\) ([0-9]+)`)

// probe runs postgres --version in dir as the server's account, and returns the binaries. It returns an error
// if the command fails, if the binaries are too old, or if they have another major version than version. ""
// means any version.
func probe(ctx context.Context, dir, version string, acct *account) (binaries, error) {
	bin := binaries{dir: dir}
	for _, program := range []string{"postgres", "initdb"} {
		_, err := os.Stat(bin.path(program))
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%w: %w", ErrNotInstalled, err)
		}
		if err != nil {
			return binaries{}, err
		}
	}
	out, err := bin.printVersion(ctx, "/", acct)
	if errors.Is(err, fs.ErrNotExist) { // the file itself is there
		err = errors.New("its loader or interpreter is missing")
	}
	if err != nil {
		return binaries{}, fmt.Errorf("cannot run %s: %w%s", bin.path("postgres"), err, acct.hint(err))
	}
	match := versionLine.FindSubmatch(out)
	if match == nil {
		return binaries{}, fmt.Errorf("%s --version says %.80q", bin.path("postgres"), out)
	}
	bin.version = string(match[1])
	if n, err := strconv.Atoi(bin.version); err != nil || n < minVersion {
		return binaries{}, fmt.Errorf("%s is PostgreSQL %s: ojcheck needs %d or newer", dir, bin.version, minVersion)
	}
	if version != "" && version != bin.version {
		return binaries{}, fmt.Errorf("%s is PostgreSQL %s, but PostgreSQL %s made the database", dir, bin.version, version)
	}
	return bin, nil
}

// printVersion runs postgres --version in a directory.
func (b binaries) printVersion(ctx context.Context, dir string, acct *account) ([]byte, error) {
	cmd := exec.CommandContext(ctx, b.path("postgres"), "--version")
	cmd.Dir = dir
	acct.runAs(cmd)
	return cmd.Output()
}

// checkAccess checks that the account can enter a directory.
func (b binaries) checkAccess(ctx context.Context, dir string, acct *account) error {
	if acct == nil {
		return nil
	}
	if _, err := b.printVersion(ctx, dir, acct); err != nil {
		return fmt.Errorf("PostgreSQL refuses to run as root, so %[1]s runs it; %[1]s cannot enter %[2]s: %[3]w: "+
			"allow others to enter the directories above it (chmod o+x), or %[4]s", acct.name, dir, err, dirHint)
	}
	return nil
}

// missingError means that no usable PostgreSQL was found, and says how to get one.
type missingError struct {
	version  string  // the major version that an existing cluster needs, or ""
	data     string  // directory of the existing cluster
	unusable []error // why binaries that were found are unusable
	download error   // why the download failed
}

func (e *missingError) Error() string {
	var b strings.Builder
	if e.version == "" {
		fmt.Fprintf(&b, "no PostgreSQL %d or newer found\n", minVersion)
	} else {
		fmt.Fprintf(&b, "no PostgreSQL %s found, which the database in %s needs\n", e.version, e.data)
	}
	for _, err := range e.unusable {
		fmt.Fprintf(&b, "  %v\n", err)
	}
	fmt.Fprintf(&b, "  download: %v\n", e.download)
	release, _ := os.ReadFile("/etc/os-release")
	fmt.Fprintf(&b, "install it:            %s\n", installCommand(runtime.GOOS, string(release), e.version))
	fmt.Fprintf(&b, "or say where it is:    %s=DIR (the directory of postgres and initdb)\n", binEnv)
	fmt.Fprintf(&b, "or give a server:      --database-url URL")
	if e.version != "" {
		fmt.Fprintf(&b, "\nor begin a new one:    --data-dir DIR")
	}
	return b.String()
}

func (e *missingError) Unwrap() error { return e.download }

// installCommand returns the command that installs PostgreSQL on a system. release is the content of
// /etc/os-release. version is a major version or "".
func installCommand(goos, release, version string) string {
	if goos == "darwin" {
		return "brew install postgresql@" + cmp.Or(version, "17")
	}
	suffix := ""
	if version != "" {
		suffix = "-" + version
	}
	for _, id := range releaseIDs(release) {
		switch id {
		case "debian", "ubuntu":
			return "sudo apt-get install postgresql" + suffix
		case "fedora", "rhel", "centos", "rocky", "almalinux", "amzn":
			return "sudo dnf install postgresql" + version + "-server"
		case "suse", "opensuse", "sles":
			return "sudo zypper install postgresql" + version + "-server"
		case "arch":
			return "sudo pacman -S postgresql"
		case "alpine":
			return "apk add postgresql" + cmp.Or(version, "17")
		}
	}
	if version != "" {
		return "your system's package of the PostgreSQL server, version " + version
	}
	return "your system's package of the PostgreSQL server"
}

// releaseIDs returns the values of ID and ID_LIKE, in this order.
func releaseIDs(release string) []string {
	var ids, similar []string
	for line := range strings.Lines(release) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		switch key {
		case "ID":
			ids = strings.Fields(strings.Trim(value, `"'`))
		case "ID_LIKE":
			similar = strings.Fields(strings.Trim(value, `"'`))
		}
	}
	return append(ids, similar...)
}
