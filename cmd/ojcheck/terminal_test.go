package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// An output removes the unfinished files that killed processes left of it, also those of a process with its own ID. It leaves
// those of running processes and of other outputs.
func TestOutputRemovesLeftovers(t *testing.T) {
	t.Parallel()
	ended := exec.Command(os.Args[0], "-test.run=^$")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "monday.dump")
	path := func(name string, pid int) string { return filepath.Join(dir, fmt.Sprintf("%s.%d.part", name, pid)) }
	left := []string{path("monday.dump", ended.Process.Pid), path("monday.dump", os.Getpid())}
	others := []string{path("monday.dump", os.Getppid()), path("tuesday.dump", ended.Process.Pid), name + ".old.part"}
	for _, file := range append(left, others...) {
		if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, err := openOutput(name, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if err := out.finish(); err != nil {
		t.Fatal(err)
	}
	for _, file := range left {
		if _, err := os.Stat(file); !os.IsNotExist(err) {
			t.Errorf("%s is still there: %v", file, err)
		}
	}
	for _, file := range append(others, name) {
		if _, err := os.Stat(file); err != nil {
			t.Error(err)
		}
	}
}
