//go:build unix

package localpg

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// stoppedCluster returns the home of a stopped cluster, and the content that its
// postmaster.pid had while the server ran.
func stoppedCluster(t *testing.T) (h home, examplePIDFile string) {
	t.Helper()
	h = homeOf(t, dataDir(t))
	cluster := start(t, h.dataDir)
	content, err := os.ReadFile(h.pidFile())
	must(t, err)
	closeCluster(t, cluster)
	return h, string(content)
}

// asServer makes a command run as the account of the server.
func asServer(t *testing.T, h home, cmd *exec.Cmd) {
	t.Helper()
	acct, err := serverAccount(h.data())
	must(t, err)
	acct.runAs(cmd)
}

// Start ignores a postmaster.pid of a killed server, even if another process or a zombie has
// its process id. PostgreSQL itself would take these for the server and refuse to start.
func TestStalePidFile(t *testing.T) {
	skipIfShort(t, "starts several servers")
	t.Parallel()
	tests := map[string]func(t *testing.T, h home) (pid int){
		"of another process": func(t *testing.T, h home) int {
			process := exec.Command("sleep", "600")
			asServer(t, h, process)
			must(t, process.Start())
			t.Cleanup(func() {
				if !alive(process.Process.Pid) {
					t.Error("ojcheck ended the other process")
				}
				_ = process.Process.Kill()
				_ = process.Wait()
			})
			return process.Process.Pid
		},
		"of a zombie": func(t *testing.T, h home) int {
			zombie := exec.Command("true")
			asServer(t, h, zombie)
			stdout, err := zombie.StdoutPipe()
			must(t, err)
			must(t, zombie.Start())
			t.Cleanup(func() { _ = zombie.Wait() })
			_, _ = io.Copy(io.Discard, stdout)
			eventually(t, "a zombie", func() bool { return !alive(zombie.Process.Pid) })
			if err := syscall.Kill(zombie.Process.Pid, 0); err != nil {
				t.Fatalf("the zombie is reaped: %v", err)
			}
			return zombie.Process.Pid
		},
	}
	h, oldPidFile := stoppedCluster(t)
	_, rest, _ := strings.Cut(oldPidFile, "\n")
	for name, startProcess := range tests {
		t.Run(name, func(t *testing.T) {
			stale := fmt.Sprintf("%d\n%s", startProcess(t, h), rest)
			must(t, os.WriteFile(h.pidFile(), []byte(stale), 0o600))
			lock := filepath.Join(h.socketDir(), socketName+".lock")
			if err := os.WriteFile(lock, []byte(stale), 0o600); !errors.Is(err, fs.ErrNotExist) { // a stop removes a short socket folder
				must(t, err)
			}
			wantRunning(t, h.dataDir, false)
			if stopped, err := Stop(t.Context(), h.dataDir, true); stopped || err != nil {
				t.Errorf("Stop returned %t, %v, want false", stopped, err)
			}
			run(t, start(t, h.dataDir).URL(), "SELECT")
		})
	}
}

// TestServerStartedByHand tests that ojcheck neither joins a server that somebody started by
// hand, because anybody may own its socket, nor stops it.
func TestServerStartedByHand(t *testing.T) {
	skipIfShort(t, "starts several servers")
	t.Parallel()
	h, _ := stoppedCluster(t)
	bin, err := h.findBinaries(t.Context(), "", nil, slog.New(slog.DiscardHandler))
	must(t, err)
	openDir := tempDir(t)
	must(t, os.Chmod(openDir, 0o777))
	byHand := exec.Command(bin.path("postgres"), "-D", h.data(), "-c", "listen_addresses=", "-c", "unix_socket_directories="+openDir)
	asServer(t, h, byHand)
	must(t, byHand.Start())
	ended := make(chan struct{})
	go func() {
		_ = byHand.Wait()
		close(ended)
	}()
	t.Cleanup(func() {
		_ = byHand.Process.Signal(syscall.SIGINT)
		<-ended
	})
	eventually(t, "the server's postmaster.pid", func() bool {
		content, err := os.ReadFile(h.pidFile())
		return err == nil && strings.Contains(string(content), "ready")
	})
	_, err = Start(t.Context(), testOptions(h.dataDir))
	if err == nil || !strings.Contains(err.Error(), "did not start") {
		t.Errorf("got %v, want a refusal", err)
	}
	if _, err := os.Stat(h.pidFile()); err != nil || !alive(byHand.Process.Pid) {
		t.Errorf("the server started by hand was stopped, or its postmaster.pid removed: %v", err)
	}
}

// A data directory may have a deep path and characters that need quoting.
func TestAwkwardDataDir(t *testing.T) {
	skipIfShort(t, "starts several servers")
	t.Parallel()
	dir := filepath.Join(tempDir(t), `judge's "data", 100% + räumlich?`, strings.Repeat("0123456789/", 15))
	stopAtCleanup(t, dir)
	cluster := start(t, dir)
	socketDir := homeOf(t, dir).socketDir()
	run(t, cluster.URL(), "SELECT")
	closeCluster(t, cluster)
	if _, err := os.Lstat(socketDir); !os.IsNotExist(err) {
		t.Errorf("the socket directory %s was not removed: %v", socketDir, err)
	}
	run(t, start(t, dir).URL(), "SELECT")
}

// The socket is in /tmp if the home's path is too long or would need quoting.
func TestSocketDir(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		dir   string
		short bool // want a directory in /tmp
	}{
		"default of root":   {"/var/lib/ojcheck/postgres", false},
		"default of a user": {"/home/judge/.local/share/ojcheck/postgres", false},
		"103 bytes":         {"/" + strings.Repeat("x", maxSocketPath-len("//run/"+socketName)), false},
		"104 bytes":         {"/" + strings.Repeat("x", maxSocketPath-len("//run/"+socketName)+1), true},
		"space":             {"/Users/judge/Library/Application Support/ojcheck/postgres", true},
		"comma":             {"/data/a,b/postgres", true},
		"quote":             {`/data/a"b/postgres`, true},
		"not ASCII":         {"/home/jürgen/postgres", true},
		"percent":           {"/data/100%/postgres", true},
		"question marks":    {"/data/what?/postgres", true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := home{dir: test.dir}.socketDir()
			if short := filepath.Dir(got) == shortDir; short != test.short {
				t.Errorf("the socket of %s is in %s, want it in %s: %v", test.dir, got, shortDir, test.short)
			}
			if len(got+"/"+socketName) > maxSocketPath {
				t.Errorf("the path of the socket in %s is longer than %d bytes", got, maxSocketPath)
			}
		})
	}
}

// TestSocketDirOfAnother tests that ojcheck uses no socket in a directory that another user
// could enter or could have made.
func TestSocketDirOfAnother(t *testing.T) {
	t.Parallel()
	tests := map[string]func(dir string) error{
		"a directory open to others": func(dir string) error { return os.Chmod(dir, 0o755) },
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
			must(t, h.createSocketDir(nil))
			if err := h.createSocketDir(nil); err != nil {
				t.Errorf("create the directory a second time: %v", err)
			}
			must(t, os.MkdirAll(h.data(), 0o700))
			content := strings.ReplaceAll(examplePIDFile, "/var/lib/ojcheck/postgres/run", dir)
			must(t, os.WriteFile(h.pidFile(), []byte(content), 0o600))
			if _, ok := h.endpoint(); !ok {
				t.Error("a socket in the private directory is not accepted")
			}
			must(t, spoil(dir))
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
	h := homeOf(t, filepath.Join(tempDir(t), "ojcheck"))
	must(t, os.MkdirAll(h.data(), 0o755))
	if _, err := Start(t.Context(), testOptions(h.dataDir)); err == nil || !strings.Contains(err.Error(), "no PG_VERSION") {
		t.Errorf("a directory that is not a cluster: got error %v, want one with \"no PG_VERSION\"", err)
	}
	version := filepath.Join(h.data(), "PG_VERSION")
	must(t, os.WriteFile(version, []byte("9\n"), 0o644))
	_, err := Start(t.Context(), testOptions(h.dataDir))
	if err == nil {
		t.Fatal("a cluster of version 9 was started")
	}
	for _, want := range []string{"no PostgreSQL 9 found", h.data(), "install it:", "--database-url", "--data-dir", binEnv} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("got error %v, want one with %q", err, want)
		}
	}
	if content, err := os.ReadFile(version); err != nil || string(content) != "9\n" {
		t.Errorf("PG_VERSION is now %q, %v; want it unchanged", content, err)
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

// If the binaries cannot be used, the error says why, and no cluster is left.
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
		"a version that is not a number": {
			func(t *testing.T) string { return fakeBin(t, "devel", "exit 0") },
			[]string{"--version says"},
		},
		"an empty directory": {
			func(t *testing.T) string { return binEnv + "=" + tempDir(t) },
			[]string{binEnv, "no such file"},
		},
		"a missing interpreter": {
			func(t *testing.T) string {
				env := fakeBin(t, "16.1", "exit 0")
				dir := strings.TrimPrefix(env, binEnv+"=")
				must(t, exec.Command("sh", "-c", "echo '#!/no/such/shell' > "+dir+"/postgres").Run())
				if _, err := probe(t.Context(), dir, "", nil); err == nil || errors.Is(err, ErrNotInstalled) {
					t.Errorf("error %v, want another one: the program is there", err)
				}
				return env
			},
			[]string{"cannot run ", "/postgres: its loader or interpreter is missing"},
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
					t.Errorf("got the message %q, want one with %q", message, want)
				}
			}
			if found, _ := filepath.Glob(filepath.Join(dir, "postgres", "data*")); len(found) > 0 {
				t.Errorf("the failed start left %v, want no directory", found)
			}
		})
	}
}
