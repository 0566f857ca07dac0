package main

import (
	"io"
	"os"
	"path/filepath"
	"testing"
)

// An output removes the unfinished files that killed processes left of it. It leaves those that are being written, and those of
// other outputs.
func TestOutputRemovesLeftovers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "monday.dump")
	left := []string{name + ".1.part", name + ".4294967295.part"}
	others := []string{filepath.Join(dir, "tuesday.dump.1.part"), name + ".old.part"}
	for _, file := range append(left, others...) {
		if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	first, err := openOutput(name, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	second, err := openOutput(name, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	for _, out := range []*output{first, second} {
		if err := out.finish(); err != nil {
			t.Fatal(err)
		}
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
