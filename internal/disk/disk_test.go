package disk

import (
	"path/filepath"
	"runtime"
	"testing"
)

func TestFree(t *testing.T) {
	t.Parallel()
	if free, err := Free(t.TempDir()); err != nil || free <= 0 {
		t.Errorf("free bytes: %d, %v", free, err)
	}
	if _, err := Free(filepath.Join(t.TempDir(), "none")); err == nil && (runtime.GOOS == "linux" || runtime.GOOS == "darwin") {
		t.Error("a missing directory has free bytes")
	}
}
