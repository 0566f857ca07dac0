package dump

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"syscall"
	"time"
)

// Schedule writes a dump into a directory every day, and removes the oldest dumps of the same database there.
// It has no other state: the name of a dump says when the dump began.
type Schedule struct {
	URL        string   // of the database
	Database   string   // part of the file names, such as "7412345678901234567-16384"; no other database has it
	Dir        string   // made if it does not exist
	Hour       int      // hour at which a dump is due, 0 to 23; local time in Run
	Keep       int      // number of dumps that stay, at least 1
	Recipients []string // see Dump
	Tool       string   // see Dump
	// RequireRoom returns an error if the disk of Dir is nearly full. It is called before and during a dump.
	RequireRoom func() error
	// Lock returns ok = false if another server writes the dumps of the database. If ok is true, no other server
	// writes a dump until release is called.
	Lock func(ctx context.Context) (release func(), ok bool, err error)
}

// retryPause is the time after which Run tries again to write a dump that is due.
const retryPause = time.Hour

// nameTime is the layout of the time in the name of a dump, in UTC.
const nameTime = "20060102T150405Z"

// Run writes a dump whenever one is due, until ctx ends. If a dump fails, it tries again every hour. It calls
// ended after each dump, with nil or the error.
func (s *Schedule) Run(ctx context.Context, log *slog.Logger, ended func(error)) {
	for {
		name, err := s.WriteIfDue(ctx, time.Now())
		switch {
		case ctx.Err() != nil:
			return
		case err != nil && name != "":
			log.Error("wrote the daily dump, but could not remove older ones", "error", err)
			ended(err)
		case err != nil:
			log.Error("the daily dump failed; will try again in an hour", "error", err)
			ended(err)
		case name != "":
			log.Info("wrote the daily dump", "file", filepath.Join(s.Dir, name))
			ended(nil)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(s.untilRetry(time.Now())):
		}
	}
}

// untilRetry returns the time after which Run looks again whether a dump is due. It is at least a minute: if the
// clock skips the hour, as for summer time, the next due time may be past already.
func (s *Schedule) untilRetry(now time.Time) time.Duration {
	return max(time.Minute, min(s.lastDue(now).AddDate(0, 0, 1).Sub(now), retryPause))
}

// WriteIfDue writes a dump if one is due and no other server writes the dumps. Then it removes the oldest
// dumps, so that Keep remain. It returns the name of the new file; "" for none. The file gets its name when
// it is complete and on the disk. Before a dump, WriteIfDue removes the unfinished files of killed processes.
func (s *Schedule) WriteIfDue(ctx context.Context, now time.Time) (name string, err error) {
	if !s.isDue(now) {
		return "", nil
	}
	release, ok, err := s.Lock(ctx)
	if !ok || err != nil {
		return "", err
	}
	defer release()
	if !s.isDue(now) { // another server may have written it meanwhile
		return "", nil
	}
	if err := os.Mkdir(s.Dir, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return "", err
	}
	unfinished, err := s.files(partEnding)
	if err == nil {
		err = s.remove(unfinished)
	}
	if err != nil {
		return "", err
	}
	name = fmt.Sprintf("ojcheck-%s-%s.dump", now.UTC().Format(nameTime), s.Database)
	if len(s.Recipients) > 0 {
		name += ".age"
	}
	if err := s.write(ctx, filepath.Join(s.Dir, name)); err != nil {
		return "", err
	}
	others, err := s.files("")
	// If the clock was wrong, older dumps may have times in the future. The new dump stays even then.
	others = slices.DeleteFunc(others, func(f dumpFile) bool { return f.name == name })
	if err == nil && len(others) >= s.Keep {
		err = s.remove(others[:len(others)+1-s.Keep])
	}
	if err != nil {
		return name, fmt.Errorf("remove the dumps older than %s: %w", name, err)
	}
	return name, nil
}

// Newest returns when the newest dump began; the zero time if there is none, or if the directory cannot be
// read. Dumps with times after now do not count: the clock was wrong when they began.
func (s *Schedule) Newest(now time.Time) (began time.Time) {
	finished, _ := s.files("")
	for _, f := range finished {
		if !f.began.After(now) {
			began = f.began
		}
	}
	return began
}

// isDue reports whether a dump is missing: none began since one was last due.
func (s *Schedule) isDue(now time.Time) bool { return s.Newest(now).Before(s.lastDue(now)) }

// lastDue returns the last time up to now at which a dump was due, in the time zone of now.
func (s *Schedule) lastDue(now time.Time) time.Time {
	due := time.Date(now.Year(), now.Month(), now.Day(), s.Hour, 0, 0, 0, now.Location())
	if due.After(now) {
		due = time.Date(now.Year(), now.Month(), now.Day()-1, s.Hour, 0, 0, 0, now.Location())
	}
	return due
}

// partEnding ends the name of an unfinished dump.
const partEnding = ".part"

// nameParts finds the time, the database and partEnding in the name of a dump.
var nameParts = regexp.MustCompile(`^ojcheck-(\d{8}T\d{6}Z)-(\d+-\d+)\.dump(?:\.age)?(\.part)?$`)

// DatabaseOf returns the database in the file name of a daily dump; "" for another file.
func DatabaseOf(file string) string {
	if match := nameParts.FindStringSubmatch(file); match != nil {
		return match[2]
	}
	return ""
}

// dumpFile is a file in the directory.
type dumpFile struct {
	name  string
	began time.Time
}

// files returns the dumps of the database in the directory, the oldest first: the complete ones if ending is "", the unfinished
// ones if it is partEnding.
func (s *Schedule) files(ending string) (found []dumpFile, err error) {
	entries, err := os.ReadDir(s.Dir) // sorted by name, and so by time
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		match := nameParts.FindStringSubmatch(entry.Name())
		if match == nil || match[2] != s.Database || match[3] != ending {
			continue
		}
		if began, err := time.Parse(nameTime, match[1]); err == nil {
			found = append(found, dumpFile{entry.Name(), began})
		}
	}
	return found, nil
}

func (s *Schedule) remove(files []dumpFile) error {
	var failed []error
	for _, f := range files {
		failed = append(failed, os.Remove(filepath.Join(s.Dir, f.name)))
	}
	return errors.Join(failed...)
}

// write writes a dump to path+partEnding, and renames the file when it is on the disk.
func (s *Schedule) write(ctx context.Context, path string) (err error) {
	file, err := os.OpenFile(path+partEnding, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = file.Close()
			_ = os.Remove(file.Name()) // the next dump tries again
		}
	}()
	if _, err = Dump(ctx, s.URL, &boundedFile{file, s.RequireRoom, 0}, s.Recipients, s.Tool, silent); err != nil {
		return err
	}
	if err = file.Sync(); err != nil {
		return err
	}
	if err = file.Close(); err != nil {
		return err
	}
	if err = os.Rename(file.Name(), path); err != nil {
		return err
	}
	return syncDir(s.Dir)
}

func silent(string, int64, int64) {}

// syncDir waits until the names of a directory's files are on the disk.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil // Windows does not sync directories
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(ignoreUnsupported(d.Sync()), d.Close())
}

// ignoreUnsupported returns nil for the error of a file system that cannot sync directories, such as some
// network file systems.
func ignoreUnsupported(err error) error {
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		return nil
	}
	return err
}

// boundedFile is a file whose writes fail before its disk is full.
type boundedFile struct {
	*os.File
	requireRoom func() error
	untilCheck  int // bytes until the next call of requireRoom
}

// checkEvery is the number of bytes between two calls of boundedFile.requireRoom.
const checkEvery = 16 << 20

func (f *boundedFile) Write(b []byte) (int, error) {
	if f.untilCheck -= len(b); f.untilCheck < 0 {
		if err := f.requireRoom(); err != nil {
			return 0, err
		}
		f.untilCheck = checkEvery
	}
	return f.File.Write(b)
}
