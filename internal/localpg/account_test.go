//go:build unix

package localpg

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// If root runs the tests, TestOrdinaryUser runs all of them again as the user nobody.
func TestOrdinaryUser(t *testing.T) {
	skipIfShort(t, "starts several servers")
	if os.Getuid() != 0 {
		return
	}
	nobody, err := user.Lookup("nobody")
	must(t, err)
	uid, err := strconv.ParseUint(nobody.Uid, 10, 32)
	must(t, err)
	gid, err := strconv.ParseUint(nobody.Gid, 10, 32)
	must(t, err)
	program, err := os.Executable()
	must(t, err)
	dir := tempDir(t)
	if out, err := exec.Command("cp", program, dir).CombinedOutput(); err != nil { // other users cannot enter the folder of go test
		t.Fatalf("%v: %s", err, out)
	}
	home := filepath.Join(dir, "home")
	must(t, os.Mkdir(home, 0o700))
	must(t, os.Chown(home, int(uid), int(gid)))
	cmd := exec.CommandContext(t.Context(), filepath.Join(dir, filepath.Base(program)), "-test.v", fmt.Sprintf("-test.short=%t", testing.Short()))
	cmd.Dir = home
	cmd.Env = append(os.Environ(), "HOME="+home, "TMPDIR="+home)
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: TestRestartKeepsData") {
		t.Errorf("tests run by the user nobody: %v\n%s", err, out)
	}
}

// Start explains why it cannot use a data directory. For root, the server's account may not
// enter the directory above; for others, that directory is not writable.
func TestForbiddenDataDir(t *testing.T) {
	t.Parallel()
	parent := tempDir(t)
	want := []string{"permission denied", "--data-dir", parent}
	if os.Getuid() == 0 {
		must(t, os.Chmod(parent, 0o700))
		want = append(want, "refuses to run as root", "chmod o+x")
	} else if err := os.Chmod(parent, 0o500); err != nil {
		t.Fatal(err)
	}
	_, err := Start(t.Context(), testOptions(filepath.Join(parent, "ojcheck")))
	if err == nil {
		t.Fatal("Start succeeded, want an error")
	}
	for _, w := range want {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("got error %v, want one with %q", err, w)
		}
	}
}
