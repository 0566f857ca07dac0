//go:build unix

package localpg

import (
	"cmp"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// stoppedCluster returns the home of a stopped cluster and its former postmaster.pid.
func stoppedCluster(t *testing.T) (h home, pids string) {
	t.Helper()
	h, err := homeIn(dataDir(t))
	if err != nil {
		t.Fatal(err)
	}
	cluster := start(t, h.dataDir)
	content, err := os.ReadFile(h.pidFile())
	if err != nil {
		t.Fatal(err)
	}
	closeCluster(t, cluster)
	return h, string(content)
}

// asServer makes a command run as the account of the server.
func asServer(t *testing.T, h home, cmd *exec.Cmd) {
	t.Helper()
	acct, err := serverAccount(h.data())
	if err != nil {
		t.Fatal(err)
	}
	acct.runAs(cmd)
}

// PostgreSQL would take both kinds of process for a server and refuse to start.
func TestStalePidFile(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: starts several servers")
	}
	t.Parallel()
	tests := map[string]func(t *testing.T, h home) (pid int){
		"of a stranger": func(t *testing.T, h home) int {
			stranger := exec.Command("sleep", "600")
			asServer(t, h, stranger)
			if err := stranger.Start(); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if !alive(stranger.Process.Pid) {
					t.Error("the other process was ended")
				}
				_ = stranger.Process.Kill()
				_ = stranger.Wait()
			})
			return stranger.Process.Pid
		},
		"of a zombie": func(t *testing.T, h home) int {
			zombie := exec.Command("true")
			asServer(t, h, zombie)
			stdout, err := zombie.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := zombie.Start(); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = zombie.Wait() })
			_, _ = io.Copy(io.Discard, stdout)
			eventually(t, "a zombie", func() bool { return !alive(zombie.Process.Pid) })
			if err := syscall.Kill(zombie.Process.Pid, 0); err != nil {
				t.Fatalf("the zombie is reaped: %v", err)
			}
			return zombie.Process.Pid
		},
	}
	h, pids := stoppedCluster(t)
	_, rest, _ := strings.Cut(pids, "\n")
	for name, process := range tests {
		t.Run(name, func(t *testing.T) {
			stale := fmt.Sprintf("%d\n%s", process(t, h), rest)
			for _, path := range []string{h.pidFile(), filepath.Join(h.socketDir(), socketName+".lock")} {
				if err := os.WriteFile(path, []byte(stale), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			wantRunning(t, h.dataDir, false)
			if stopped, err := Stop(t.Context(), Options{DataDir: h.dataDir}, true); stopped || err != nil {
				t.Errorf("stopped: %t, %v", stopped, err)
			}
			run(t, start(t, h.dataDir).URL(), "SELECT")
		})
	}
}

// TestServerStartedByHand tests that ojcheck neither joins a server that somebody started by
// hand, because anybody may own its socket, nor stops it.
func TestServerStartedByHand(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: starts several servers")
	}
	t.Parallel()
	h, _ := stoppedCluster(t)
	bin, err := h.findBinaries(t.Context(), "", nil, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	open := tempDir(t)
	if err := os.Chmod(open, 0o777); err != nil {
		t.Fatal(err)
	}
	byHand := exec.Command(bin.path("postgres"), "-D", h.data(), "-c", "listen_addresses=", "-c", "unix_socket_directories="+open)
	asServer(t, h, byHand)
	if err := byHand.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = byHand.Wait()
		close(ended)
	}()
	t.Cleanup(func() {
		_ = byHand.Process.Signal(syscall.SIGINT)
		<-ended
	})
	eventually(t, "its postmaster.pid", func() bool {
		content, err := os.ReadFile(h.pidFile())
		return err == nil && strings.Contains(string(content), "ready")
	})
	_, err = Start(t.Context(), testOptions(h.dataDir))
	if err == nil || !strings.Contains(err.Error(), "did not start") {
		t.Errorf("got %v, want a refusal", err)
	}
	if _, err := os.Stat(h.pidFile()); err != nil || !alive(byHand.Process.Pid) {
		t.Errorf("the server was disturbed: %v", err)
	}
}

func TestAwkwardDataDir(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: starts several servers")
	}
	t.Parallel()
	dir := filepath.Join(tempDir(t), `judge's "data", 100% + räumlich?`, strings.Repeat("0123456789/", 15))
	stopAtCleanup(t, dir)
	cluster := start(t, dir)
	socketDir := inspect(t, dir).SocketDir
	run(t, cluster.URL(), "SELECT")
	closeCluster(t, cluster)
	if _, err := os.Lstat(socketDir); !os.IsNotExist(err) {
		t.Errorf("%s is left: %v", socketDir, err)
	}
	run(t, start(t, dir).URL(), "SELECT")
}

func TestSocketDir(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		dir   string
		short bool
	}{
		"of root":        {"/var/lib/ojcheck/postgres", false},
		"of a user":      {"/home/judge/.local/share/ojcheck/postgres", false},
		"103 bytes":      {"/" + strings.Repeat("x", maxSocketPath-len("//run/"+socketName)), false},
		"104 bytes":      {"/" + strings.Repeat("x", maxSocketPath-len("//run/"+socketName)+1), true},
		"space":          {"/Users/judge/Library/Application Support/ojcheck/postgres", true},
		"comma":          {"/data/a,b/postgres", true},
		"quote":          {`/data/a"b/postgres`, true},
		"not ASCII":      {"/home/jürgen/postgres", true},
		"percent":        {"/data/100%/postgres", true},
		"question marks": {"/data/what?/postgres", true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := home{dir: test.dir}.socketDir()
			if short := filepath.Dir(got) == shortDir; short != test.short {
				t.Errorf("%s is in %s", test.dir, got)
			}
			if len(got+"/"+socketName) > maxSocketPath {
				t.Errorf("%s is too long", got)
			}
		})
	}
}

// TestSocketDirOfAnother tests a directory in /tmp, or a link, that another user made.
func TestSocketDirOfAnother(t *testing.T) {
	t.Parallel()
	tests := map[string]func(dir string) error{
		"open": func(dir string) error { return os.Chmod(dir, 0o755) },
		"a link": func(dir string) error {
			return cmp.Or(os.Rename(dir, dir+"-real"), os.Symlink(dir+"-real", dir))
		},
		"a file": func(dir string) error {
			return cmp.Or(os.Remove(dir), os.WriteFile(dir, nil, 0o600))
		},
	}
	for name, spoil := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := home{dir: filepath.Join(tempDir(t), strings.Repeat("x", maxSocketPath))}
			dir := h.socketDir()
			if err := h.createSocketDir(nil); err != nil {
				t.Fatal(err)
			}
			if err := h.createSocketDir(nil); err != nil {
				t.Errorf("second time: %v", err)
			}
			if err := os.MkdirAll(h.data(), 0o700); err != nil {
				t.Fatal(err)
			}
			content := strings.ReplaceAll(pidFile, "/var/lib/ojcheck/postgres/run", dir)
			if err := os.WriteFile(h.pidFile(), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, ok := h.endpoint(); !ok {
				t.Error("a socket in the private directory is not accepted")
			}
			if err := spoil(dir); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { os.RemoveAll(dir); os.RemoveAll(dir + "-real") })
			if err := h.createSocketDir(nil); err == nil || !strings.Contains(err.Error(), dir) {
				t.Errorf("got %v, want a refusal that names %s", err, dir)
			}
			if _, ok := h.endpoint(); ok {
				t.Error("a socket that may belong to another user is accepted")
			}
		})
	}
}

// TestOtherMajorVersion tests that a cluster of another version is neither used nor changed.
func TestOtherMajorVersion(t *testing.T) {
	t.Parallel()
	h, err := homeIn(filepath.Join(tempDir(t), "ojcheck"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(h.data(), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := Start(t.Context(), testOptions(h.dataDir)); err == nil || !strings.Contains(err.Error(), "no PG_VERSION") {
		t.Errorf("a directory that is not a cluster: %v", err)
	}
	version := filepath.Join(h.data(), "PG_VERSION")
	if err := os.WriteFile(version, []byte("9\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err = Start(t.Context(), testOptions(h.dataDir))
	if err == nil {
		t.Fatal("a cluster of version 9 was started")
	}
	for _, want := range []string{"no PostgreSQL 9 found", h.data(), "install it:", "--database-url", "--data-dir", binEnv} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in: %v", want, err)
		}
	}
	if content, err := os.ReadFile(version); err != nil || string(content) != "9\n" {
		t.Errorf("PG_VERSION is now %q, %v", content, err)
	}
}

// fakeBin makes a directory with shell scripts postgres and initdb. A shell writes them: a
// file that is open for writing while another test forks cannot be run.
func fakeBin(t *testing.T, version, initdb string) (env string) {
	t.Helper()
	dir := tempDir(t)
	script := fmt.Sprintf("cd %s\n"+
		"printf '#!/bin/sh\\necho \"postgres (PostgreSQL) %s\"\\n' > postgres\n"+
		"printf '#!/bin/sh\\n%s\\n' > initdb\n"+
		"chmod 755 postgres initdb\n", dir, version, initdb)
	if out, err := exec.Command("sh", "-c", script).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return binEnv + "=" + dir
}

func TestUnusableBinaries(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		env  func(t *testing.T) string
		want []string
	}{
		"too old": {
			func(t *testing.T) string { return fakeBin(t, "14.20 (Debian 14.20-1)", "exit 0") },
			[]string{"PostgreSQL 14", "15 or newer"},
		},
		"no version": {
			func(t *testing.T) string { return fakeBin(t, "devel", "exit 0") },
			[]string{"--version says"},
		},
		"nothing there": {
			func(t *testing.T) string { return binEnv + "=" + tempDir(t) },
			[]string{binEnv, "no such file"},
		},
		"full disk": {
			func(t *testing.T) string { return fakeBin(t, "16.1", "echo No space left on device; exit 1") },
			[]string{"the disk is full", "initdb", "--data-dir"},
		},
		"failing initdb": {
			func(t *testing.T) string { return fakeBin(t, "16.1", "echo the cause >&2; exit 3") },
			[]string{"initdb: exit status 3", "the cause"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := dataDir(t)
			message := startHelper(t, dir, test.env(t)).failure(t)
			for _, want := range test.want {
				if !strings.Contains(message, want) {
					t.Errorf("no %q in: %s", want, message)
				}
			}
			if found, _ := filepath.Glob(filepath.Join(dir, "postgres", "data*")); len(found) > 0 {
				t.Errorf("left behind: %v", found)
			}
		})
	}
}
