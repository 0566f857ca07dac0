package doctor

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/ojcheck/ojcheck/internal/disk"
)

// checkFinding checks the state of a finding, that Found contains a text, and that Do gives advice unless the
// state is OK.
func checkFinding(t *testing.T, what string, f Finding, state State, found string) {
	t.Helper()
	if f.State != state || !strings.Contains(f.Found, found) || f.Check == "" || (f.Do == "") != (state == OK) {
		t.Errorf("%s: got %+v, want %s with %q", what, f, state, found)
	}
}

func write(t *testing.T, path, content string, mode os.FileMode, age time.Duration) {
	t.Helper()
	err := os.WriteFile(path, []byte(content), mode)
	if err == nil {
		err = os.Chmod(path, mode) // whatever the umask
	}
	if err == nil {
		changed := time.Now().Add(-age)
		err = os.Chtimes(path, changed, changed)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestDataDir(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	checkFinding(t, "no directory", DataDir(dir, "7-1", 1)[0], OK, "does not exist yet")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	checkFinding(t, "a private directory", DataDir(dir, "7-1", 1)[0], OK, "cannot change")
	for mode, state := range map[os.FileMode]State{0o711: OK, 0o755: OK, 0o777: Problem, 0o770: Problem} {
		if err := os.Chmod(dir, mode); err != nil {
			t.Fatal(err)
		}
		checkFinding(t, mode.String(), DataDir(dir, "7-1", 1)[0], state, dir)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("the check left files behind: %v, error %v", entries, err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	uploads := filepath.Join(dir, "uploads")
	if err := os.Mkdir(uploads, 0o755); err != nil {
		t.Fatal(err)
	}
	checkFinding(t, "uploads that all users can read", DataDir(dir, "7-1", 1)[0], Problem, uploads)
	if err := os.Chmod(uploads, 0o711); err != nil {
		t.Fatal(err)
	}
	checkFinding(t, "private uploads", DataDir(dir, "7-1", 1)[0], OK, "cannot change")
	file := filepath.Join(dir, "file")
	write(t, file, "x", 0o600, 0)
	checkFinding(t, "a file", DataDir(file, "7-1", 1)[0], Problem, "no directory")
	if os.Getuid() != 0 { // root may write everywhere
		mine := filepath.Join(uploads, "7-1")
		if err := os.Mkdir(mine, 0o500); err != nil {
			t.Fatal(err)
		}
		checkFinding(t, "uploads without the right to write", DataDir(dir, "7-1", 1)[0], Problem, "cannot be written")
		checkFinding(t, "uploads of another database", DataDir(dir, "7-2", 1)[0], OK, "cannot change")
		if err := errors.Join(os.Remove(mine), os.Chmod(dir, 0o500)); err != nil {
			t.Fatal(err)
		}
		defer os.Chmod(dir, 0o700)
		checkFinding(t, "a directory without the right to write", DataDir(dir, "7-1", 1)[0], Problem, "cannot be written")
		checkFinding(t, "a directory that cannot be made", DataDir(filepath.Join(dir, "a", "b"), "7-1", 1)[0], Problem, "cannot be made")
	}
}

func TestDisk(t *testing.T) {
	t.Parallel()
	free, err := disk.Free(t.TempDir())
	if err != nil {
		t.Skip(err)
	}
	checkFinding(t, "too little room", diskSpace(t.TempDir(), free+1<<40), Problem, "free")
	state := OK
	if free < enoughFree {
		state = Advice
	}
	checkFinding(t, "room", diskSpace(t.TempDir(), 1), state, "free")
	checkFinding(t, "a directory in a missing directory", DataDir(filepath.Join(t.TempDir(), "none", "data"), "", 1)[1], state, "free")
}

func TestBackups(t *testing.T) {
	t.Parallel()
	now := time.Now()
	dir := t.TempDir()
	checkFinding(t, "no directory is set", Backups("", "7-1", now), Advice, "no directory of backups is given")
	checkFinding(t, "a directory that does not exist", Backups(filepath.Join(dir, "none"), "7-1", now), Problem, "none")
	checkFinding(t, "an empty directory", Backups(dir, "7-1", now), Problem, "no file *.dump")
	write(t, filepath.Join(dir, "notes.txt"), "x", 0o600, time.Hour)
	write(t, filepath.Join(dir, "ojcheck.dump.17.part"), "x", 0o600, time.Hour) // an unfinished dump
	checkFinding(t, "other files", Backups(dir, "7-1", now), Problem, "no file *.dump")
	write(t, filepath.Join(dir, "old.dump"), "x", 0o600, 72*time.Hour)
	checkFinding(t, "an old dump", Backups(dir, "7-1", now), Problem, "72 hours old")
	write(t, filepath.Join(dir, "new.dump.age"), "x", 0o600, 5*time.Hour)
	checkFinding(t, "no daily dump yet", DailyDumps(filepath.Join(dir, "none"), "7-1", false, now), Problem, "no dump was written yet")
	checkFinding(t, "no daily dump yet, before serve runs", DailyDumps(filepath.Join(dir, "none"), "", true, now), Advice, "no dump was written yet")
	checkFinding(t, "a new dump beside it", Backups(dir, "7-1", now), OK, "new.dump.age, is 5 hours old")
	checkFinding(t, "a daily dump that is not late", DailyDumps(dir, "7-1", false, now.Add(24*time.Hour)), OK, "29 hours old")
	checkFinding(t, "a daily dump that is late", DailyDumps(dir, "7-1", false, now.Add(26*time.Hour)), Problem, "31 hours old")
	write(t, filepath.Join(dir, "newer.dump"), "x", 0o604, time.Hour)
	checkFinding(t, "a dump that all users can read", Backups(dir, "7-1", now), Problem, "all users")
	write(t, filepath.Join(dir, "newest.dump"), "", 0o600, time.Minute)
	checkFinding(t, "an empty dump", Backups(dir, "7-1", now), Problem, "empty")
	compressed, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	dump := compressed.EncodeAll([]byte("rows"), nil)
	write(t, filepath.Join(dir, "newest.dump"), string(dump[:len(dump)-1]), 0o600, time.Minute)
	checkFinding(t, "a dump that was cut off", Backups(dir, "7-1", now), Problem, "newest.dump: the dump ends too early")
	own, other := t.TempDir(), "ojcheck-20260503T030000Z-7-2.dump"
	write(t, filepath.Join(own, other), "x", 0o600, time.Hour)
	checkFinding(t, "a dump of another database", DailyDumps(own, "7-1", false, now), Problem, "no file *.dump of this database")
	checkFinding(t, "a dump of an unknown database", DailyDumps(own, "", false, now), OK, other)
	write(t, filepath.Join(own, "ojcheck-20260503T020000Z-7-1.dump"), "x", 0o600, 2*time.Hour)
	write(t, filepath.Join(own, "ojcheck-20270503T020000Z-7-1.dump"), "x", 0o600, -24*time.Hour) // the clock was wrong
	checkFinding(t, "a dump of this database beside it", DailyDumps(own, "7-1", false, now), OK, "T020000Z-7-1.dump, is 2 hours old")
	if os.Getuid() != 0 { // root may write everywhere
		if err := os.Chmod(own, 0o500); err != nil {
			t.Fatal(err)
		}
		defer os.Chmod(own, 0o700)
		checkFinding(t, "a directory without the right to write", DailyDumps(own, "7-1", false, now), Problem, "cannot be written")
	}
}

func TestSecretFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "key.pem")
	checkFinding(t, "no file", SecretFile("key", path), Problem, "key.pem")
	for mode, state := range map[os.FileMode]State{0o600: OK, 0o640: OK, 0o644: Problem, 0o602: Problem} {
		write(t, path, "x", mode, 0)
		checkFinding(t, mode.String(), SecretFile("key", path), state, path)
	}
}

func TestClock(t *testing.T) {
	t.Parallel()
	built := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	sync := func(synchronised, known bool) func() (bool, bool) {
		return func() (bool, bool) { return synchronised, known }
	}
	checkFinding(t, "before the program was built", Clock(built, built.Add(-time.Hour), sync(true, true)), Problem, "2026-04-30 23:00:00")
	checkFinding(t, "synchronised", Clock(built, built.Add(time.Hour), sync(true, true)), OK, "synchronised")
	checkFinding(t, "not synchronised", Clock(built, built.Add(time.Hour), sync(false, true)), Advice, "not synchronised")
	checkFinding(t, "unknown", Clock(built, built.Add(time.Hour), sync(false, false)), OK, "unknown")
}
