package main

import (
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// An output removes the unfinished files that killed processes left of it. It leaves those that are being written, young ones,
// and files of other outputs and other programs.
func TestOutputRemovesLeftovers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := filepath.Join(dir, "monday.dump")
	left := []string{name + ".ojcheck-1.part", name + ".ojcheck-4294967295.part"}
	young := name + ".ojcheck-2.part"
	others := []string{filepath.Join(dir, "tuesday.dump.ojcheck-1.part"), name + ".ojcheck-old.part", name + ".1.part", young}
	for _, file := range append(left, others...) {
		if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		if old := time.Now().Add(-leftoverAge); file != young {
			if err := os.Chtimes(file, old, old); err != nil {
				t.Fatal(err)
			}
		}
	}
	first, err := openOutput(name, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-leftoverAge) // as after an hour of comparing
	if err := os.Chtimes(first.file.Name(), old, old); err != nil {
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
