package workdir

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// If parentEnv is set, the test binary opens a directory below its value, stores a file in it,
// prints the path and waits for the end of its input.
const parentEnv = "OJCHECK_WORKDIR_PARENT"

func TestMain(m *testing.M) {
	if parent := os.Getenv(parentEnv); parent != "" {
		d, err := Open(parent)
		if err == nil {
			err = os.WriteFile(filepath.Join(d.Path, "upload"), []byte("x"), 0o600)
		}
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println(d.Path)
		_, _ = io.Copy(io.Discard, os.Stdin)
		if err := d.Close(); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// Each process has a directory of its own, and removes it at its end. If a process is killed, the
// next one that starts removes its directory.
func TestOpen(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("without flock(2) nothing is removed")
	}
	t.Parallel()
	parent := filepath.Join(t.TempDir(), "data", "uploads")
	start := func() (cmd *exec.Cmd, stdin io.Closer, path string) {
		t.Helper()
		cmd = exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), parentEnv+"="+parent)
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		line, _, err := bufio.NewReader(out).ReadLine()
		if err != nil || !exists(filepath.Join(string(line), "upload")) {
			t.Fatalf("a process prints %q, error %v, want the path of its directory", line, err)
		}
		return cmd, in, string(line)
	}
	killed, _, left := start()
	running, stdin, used := start()
	if err := killed.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = killed.Wait()
	if !exists(left) || left == used {
		t.Fatalf("the killed process had %s, the other has %s; want both to exist", left, used)
	}
	d, err := Open(parent)
	if err != nil {
		t.Fatal(err)
	}
	if exists(left) {
		t.Error("the directory of the killed process is still there")
	}
	if !exists(filepath.Join(used, "upload")) {
		t.Error("the directory of a running process was removed")
	}
	stdin.Close()
	if err := running.Wait(); err != nil || exists(used) {
		t.Errorf("a process ends with %v, and its directory exists: %t", err, exists(used))
	}
	if err := d.Close(); err != nil || exists(d.Path) {
		t.Errorf("Close: %v, the directory exists: %t", err, exists(d.Path))
	}
}

func TestFree(t *testing.T) {
	t.Parallel()
	if free, err := Free(t.TempDir()); err != nil || free <= 0 {
		t.Errorf("free bytes: %d, %v", free, err)
	}
	if _, err := Free(filepath.Join(t.TempDir(), "none")); err == nil && (runtime.GOOS == "linux" || runtime.GOOS == "darwin") {
		t.Error("a missing directory has free bytes")
	}
}
