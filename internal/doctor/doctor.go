// Package doctor checks an installation of ojcheck: its database, disk, files, backups and clock. Each
// function checks one part, leaves everything as it was, and returns what it found and what to do.
package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/disk"
	"github.com/ojcheck/ojcheck/internal/dump"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// State says how urgent a finding is.
type State string

const (
	OK      State = "ok"
	Advice  State = "advice"  // works, but could be better
	Problem State = "problem" // something must be done
)

// Finding is the result of one check.
type Finding struct {
	Check string `json:"check"` // what was checked
	State State  `json:"state"`
	Found string `json:"found"`
	Do    string `json:"do,omitempty"` // what to do; "" if State is OK
}

// NewOK returns a finding that needs nothing.
func NewOK(check, format string, args ...any) Finding {
	return Finding{Check: check, State: OK, Found: fmt.Sprintf(format, args...)}
}

// NewAdvice returns a finding of something that could be better.
func NewAdvice(check, found, do string) Finding { return Finding{check, Advice, found, do} }

// NewProblem returns a finding of something that must be done.
func NewProblem(check, found, do string) Finding { return Finding{check, Problem, found, do} }

// enoughFree is the free space, in bytes, below which a disk soon needs attention.
const enoughFree = 5 << 30

const chooseDataDir = "run ojcheck as the owner of the data, or choose another directory with --data-dir"

// DataDir checks who may read and change the data directory, and how much room its disk has. leastFree is the
// number of free bytes below which the server refuses uploads. A directory that does not exist is OK if ojcheck can
// make it. database is the name of the database's own directory in "uploads"; "" if it is not known.
func DataDir(dir, database string, leastFree int64) []Finding {
	const check, do = "data directory", chooseDataDir
	info, err := os.Stat(dir)
	switch {
	case os.IsNotExist(err):
		found := NewOK(check, "%s does not exist yet; the first command that needs it makes it", dir)
		if err := tryToWrite(existingParent(dir)); err != nil {
			found = NewProblem(check, fmt.Sprintf("%s cannot be made: %v", dir, err), do)
		}
		return []Finding{found, diskSpace(dir, leastFree)}
	case err != nil:
		return []Finding{NewProblem(check, err.Error(), do)}
	case !info.IsDir():
		return []Finding{NewProblem(check, dir+" is no directory", "choose another one with --data-dir")}
	}
	found := NewOK(check, "other users cannot change %s", dir)
	uploads := filepath.Join(dir, "uploads")
	for _, part := range []string{dir, uploads, filepath.Join(uploads, database)} {
		if err := tryToWrite(part); err != nil && !os.IsNotExist(err) {
			found = NewProblem(check, "it cannot be written: "+err.Error(), do)
		}
	}
	if found.State == OK && info.Mode().Perm()&0o022 != 0 {
		found = NewProblem(check, fmt.Sprintf("other users may change %s (mode %04o)", dir, info.Mode().Perm()), "chmod go-w "+dir)
	}
	for _, part := range []string{"postgres", "uploads"} {
		path := filepath.Join(dir, part)
		// If root starts PostgreSQL, it runs as another user. So other users may pass through the directory, but
		// they must not list it.
		if info, err := os.Stat(path); err == nil && info.Mode().Perm()&0o066 != 0 {
			found = NewProblem(check, fmt.Sprintf("other users may list or change %s (mode %04o)", path, info.Mode().Perm()), "chmod go-rw "+path)
		}
	}
	return []Finding{found, diskSpace(dir, leastFree)}
}

// existingParent returns the nearest directory above dir that exists.
func existingParent(dir string) string {
	for dir != filepath.Dir(dir) {
		dir = filepath.Dir(dir)
		if _, err := os.Stat(dir); !os.IsNotExist(err) {
			break
		}
	}
	return dir
}

// tryToWrite makes a file in a directory, and removes it.
func tryToWrite(dir string) error {
	file, err := os.CreateTemp(dir, "doctor-")
	if err != nil {
		return err
	}
	return errors.Join(file.Close(), os.Remove(file.Name()))
}

// diskSpace checks the free space on the disk of a directory, which may not exist yet. See [DataDir] for leastFree.
func diskSpace(dir string, leastFree int64) Finding {
	const check = "disk"
	free, err := disk.Free(dir)
	if os.IsNotExist(err) {
		dir = existingParent(dir)
		free, err = disk.Free(dir)
	}
	room := fmt.Sprintf("the disk of %s has %s free", dir, i18n.English().Bytes(free))
	switch {
	case err != nil:
		return NewProblem(check, fmt.Sprintf("its free space is unknown: %v", err), chooseDataDir)
	case free < leastFree:
		return NewProblem(check, room, fmt.Sprintf("free some space: uploads need %s", i18n.English().Bytes(leastFree)))
	case free < enoughFree:
		return NewAdvice(check, room, "free some space soon, or move the data to another disk")
	}
	return NewOK(check, "%s", room)
}

const (
	maxBackupAge = 48 * time.Hour // maximum age of the newest dump that somebody wrote
	maxDailyAge  = 30 * time.Hour // maximum age of the newest daily dump; a dump that failed is tried again every hour
)

// Backups checks that a directory has a recent dump of the database. Dumps are the files with .dump in their
// names, such as ojcheck.dump or monday.dump.age. A dump whose name has another database does not count. dir
// is "" if no directory is set, and database is "" if its name is not known.
func Backups(dir, database string, now time.Time) Finding {
	const check = "backups"
	if dir == "" {
		return NewAdvice(check, "no directory of backups is given", `let "ojcheck serve" write dumps daily with --dump-dir, or name the directory of your own dumps with --backups`)
	}
	return newestDump(check, dir, database, "--backups", maxBackupAge, `write one with "ojcheck db dump", daily`, now)
}

// DailyDumps checks the directory into which "ojcheck serve" writes dumps: somebody can write there, and it has a recent dump.
// Serve makes the directory if it does not exist. See [Backups] for database. isNew reports that there are no tables yet, so
// serve has not run.
func DailyDumps(dir, database string, isNew bool, now time.Time) Finding {
	const check, do = "daily dumps", `see that "ojcheck serve" runs as a user who may write there; its log says why a dump failed`
	if _, err := os.Stat(dir); os.IsNotExist(err) {
		const found = " does not exist: no dump was written yet"
		if isNew {
			return NewAdvice(check, dir+found, `"ojcheck serve" makes it and writes a dump when it starts`)
		}
		return NewProblem(check, dir+found, do)
	}
	if err := tryToWrite(dir); err != nil {
		return NewProblem(check, "it cannot be written: "+err.Error(), do)
	}
	return newestDump(check, dir, database, "--dump-dir", maxDailyAge, do, now)
}

// newestDump checks the newest dump in the directory that a flag names. do says what to do if the dump is
// missing or older than maxAge.
func newestDump(check, dir, database, flag string, maxAge time.Duration, do string, now time.Time) Finding {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return NewProblem(check, err.Error(), "name the directory of the dumps with "+flag)
	}
	var newest fs.FileInfo
	for _, entry := range entries {
		source := dump.DatabaseOf(entry.Name())
		isDump := strings.Contains(entry.Name(), ".dump") && !strings.HasSuffix(entry.Name(), ".part") &&
			(source == "" || source == database || database == "")
		info, err := entry.Info()
		if !isDump || err != nil || !info.Mode().IsRegular() || info.ModTime().After(now.Add(time.Hour)) {
			continue // a dump has a time in the future if the clock was wrong
		}
		if newest == nil || info.ModTime().After(newest.ModTime()) {
			newest = info
		}
	}
	if newest == nil {
		return NewProblem(check, dir+" has no file *.dump of this database", do)
	}
	path := filepath.Join(dir, newest.Name())
	endErr := dump.CheckEnd(path)
	age := now.Sub(newest.ModTime())
	found := fmt.Sprintf("the newest, %s, is %.0f hours old", newest.Name(), age.Hours())
	switch {
	case newest.Size() == 0:
		return NewProblem(check, fmt.Sprintf("the newest, %s, is empty", newest.Name()), do)
	case endErr != nil:
		return NewProblem(check, fmt.Sprintf("the newest, %s: %v", newest.Name(), endErr), do)
	case age > maxAge:
		return NewProblem(check, found, do)
	case newest.Mode().Perm()&0o007 != 0:
		return NewProblem(check, fmt.Sprintf("all users of this machine may read %s", newest.Name()), "chmod o-rwx "+path)
	}
	return NewOK(check, "%s", found)
}

// SecretFile checks that other users cannot read a file with a secret.
func SecretFile(check, path string) Finding {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return NewProblem(check, err.Error(), "correct the name of the file, or let ojcheck read it")
	case info.Mode().Perm()&0o007 != 0:
		return NewProblem(check, fmt.Sprintf("all users of this machine may read %s, which has a secret in it", path), "chmod o-rwx "+path)
	}
	return NewOK(check, "only its owner and group may read %s", path)
}

// Clock checks the clock of this machine. With a wrong clock, sessions and tokens end at wrong times, and the
// entries of the audit log have wrong times. A time before earliest is wrong.
func Clock(earliest, now time.Time, clockState func() (isSynchronised, isKnown bool)) Finding {
	const check, do = "clock", "turn on the synchronisation of time, for example with timedatectl set-ntp true"
	if now.Before(earliest) {
		return NewProblem(check, fmt.Sprintf("it says %s, which is before this ojcheck was made", now.Format(time.DateTime)), do)
	}
	isSynchronised, isKnown := clockState()
	switch {
	case !isKnown:
		return NewOK(check, "it says %s; whether it is synchronised is unknown here", now.Format(time.DateTime))
	case !isSynchronised:
		return NewAdvice(check, "the system says that it is not synchronised", do)
	}
	return NewOK(check, "it is synchronised")
}
