//go:build unix

package localpg

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// A copy of the test binary that runs with the environment variable helperEnv acts as a second
// ojcheck. The value is the data directory: the copy starts or joins the cluster there, prints
// its URL, and closes the cluster at the end of its input.
const helperEnv = "OJCHECK_LOCALPG_HELPER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(helperEnv); dir != "" {
		os.Exit(runHelper(dir))
	}
	os.Exit(m.Run())
}

func runHelper(dir string) int {
	cluster, err := Start(context.Background(), testOptions(dir))
	if err != nil {
		fmt.Println("error:", err)
		return 1
	}
	fmt.Println(cluster.URL())
	_, _ = io.Copy(io.Discard, os.Stdin)
	if err := cluster.Close(); err != nil {
		fmt.Println("error:", err)
		return 1
	}
	return 0
}

// must ends the test if there is an error.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// skipIfShort skips a slow test if tests run with -short.
func skipIfShort(t testing.TB, reason string) {
	t.Helper()
	if testing.Short() {
		t.Skip("NOT RUN with -short: " + reason)
	}
}

// inUse reports whether a process uses the cluster of a data directory.
func inUse(t *testing.T, dir string) bool {
	t.Helper()
	_, err := homeOf(t, dir).ifUnused(t.Context(), func(context.Context) (bool, error) { return false, nil })
	return errors.Is(err, ErrInUse)
}

func homeOf(t *testing.T, dir string) home {
	t.Helper()
	h, err := homeIn(dir)
	must(t, err)
	return h
}

func testOptions(dir string) Options {
	return Options{DataDir: dir, Settings: map[string]string{"fsync": "off"}}
}

// helper is a running copy of the test binary.
type helper struct {
	cmd   *exec.Cmd
	stdin io.Closer
	out   *bufio.Reader
}

// startHelper starts a helper for a data directory, with more environment variables.
func startHelper(t *testing.T, dir string, env ...string) *helper {
	t.Helper()
	program, err := os.Executable()
	must(t, err)
	cmd := exec.Command(program)
	cmd.Env = append(append(os.Environ(), helperEnv+"="+dir), env...)
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	must(t, err)
	stdout, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	h := &helper{cmd: cmd, stdin: stdin, out: bufio.NewReader(stdout)}
	t.Cleanup(h.kill)
	return h
}

// url waits until the helper has a server, and returns its URL.
func (h *helper) url(t *testing.T) string {
	t.Helper()
	line, err := h.out.ReadString('\n')
	if err != nil || strings.HasPrefix(line, "error:") {
		rest, _ := io.ReadAll(h.out)
		t.Fatalf("the helper printed %s%s (error %v), want a URL", line, rest, err)
	}
	return strings.TrimSpace(line)
}

// failure waits until the helper has failed, and returns its message.
func (h *helper) failure(t *testing.T) string {
	t.Helper()
	out, _ := io.ReadAll(h.out)
	if err := h.cmd.Wait(); err == nil {
		t.Fatalf("the helper succeeded and printed %s, want it to fail", out)
	}
	return string(out)
}

// quit makes the helper close its cluster and end.
func (h *helper) quit(t *testing.T) {
	t.Helper()
	h.stdin.Close()
	rest, _ := io.ReadAll(h.out)
	if err := h.cmd.Wait(); err != nil {
		t.Errorf("the helper ended with error %v: %s", err, rest)
	}
}

// kill kills the helper with SIGKILL.
func (h *helper) kill() {
	_ = h.cmd.Process.Kill()
	_ = h.cmd.Wait()
}

// tempDir returns an empty directory that the server's account can enter.
func tempDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "ojcheck-localpg-")
	must(t, err)
	must(t, os.Chmod(dir, 0o711))
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// dataDir returns a data directory that does not exist yet. The end of the test stops its server.
func dataDir(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(tempDir(t), "ojcheck")
	stopAtCleanup(t, dir)
	return dir
}

func stopAtCleanup(t *testing.T, dir string) {
	t.Cleanup(func() {
		if _, err := Stop(context.Background(), dir, true); err != nil {
			t.Error(err)
		}
	})
}

// start starts or joins a cluster from this process.
func start(t *testing.T, dir string) *Cluster {
	t.Helper()
	cluster, err := Start(t.Context(), testOptions(dir))
	must(t, err)
	t.Cleanup(func() { closeCluster(t, cluster) })
	return cluster
}

func closeCluster(t *testing.T, cluster *Cluster) {
	t.Helper()
	if err := cluster.Close(); err != nil {
		t.Error(err)
	}
}

func inspect(t *testing.T, dir string) Status {
	t.Helper()
	status, err := Inspect(t.Context(), dir)
	must(t, err)
	return status
}

func wantRunning(t *testing.T, dir string, want bool) {
	t.Helper()
	if got := inspect(t, dir).Running; got != want {
		t.Errorf("the server runs: %t, want %t", got, want)
	}
}

// run executes a statement on its own connection.
func run(t *testing.T, url, statement string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	must(t, err)
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

// query returns the single value of a statement.
func query[T any](t *testing.T, url, statement string) (value T) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	must(t, err)
	defer conn.Close(t.Context())
	must(t, conn.QueryRow(t.Context(), statement).Scan(&value))
	return value
}

// eventually waits until a condition is true, and fails after a minute.
func eventually(t *testing.T, event string, happened func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !happened(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited a minute for %s", event)
		}
	}
}

// alive reports whether a process runs; a zombie does not.
func alive(pid int) bool {
	if runtime.GOOS == "linux" { // containers may have no ps
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		_, state, _ := strings.Cut(string(stat), ") ")
		return err == nil && !strings.HasPrefix(state, "Z")
	}
	out, err := exec.Command("ps", "-o", "stat=", "-p", fmt.Sprint(pid)).Output()
	return err == nil && !strings.HasPrefix(string(out), "Z")
}
