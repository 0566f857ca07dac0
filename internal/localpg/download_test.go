//go:build unix

package localpg

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDownload needs the network, so it runs only if OJCHECK_TEST_DOWNLOAD is set.
func TestDownload(t *testing.T) {
	if os.Getenv("OJCHECK_TEST_DOWNLOAD") == "" {
		t.Skip("OJCHECK_TEST_DOWNLOAD is not set")
	}
	t.Parallel()
	h, err := homeIn(dataDir(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := h.create(); err != nil {
		t.Fatal(err)
	}
	acct, err := serverAccount(h.data())
	if err != nil {
		t.Fatal(err)
	}
	bin, err := h.downloaded(t.Context(), "", acct, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(h.dataDir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if name := entry.Name(); name != "postgres" && !strings.HasPrefix(name, "postgresql-"+defaultMajor) {
			t.Errorf("left behind: %s", name)
		}
	}
	// A cluster that the downloaded binaries made is run by them, whatever is
	// installed.
	maker := startHelper(t, h.dataDir, binEnv+"="+bin.dir)
	maker.url(t)
	maker.quit(t)
	cluster := start(t, h.dataDir)
	if got := query[string](t, cluster.URL(), "SHOW server_version"); !strings.HasPrefix(got, defaultMajor) {
		t.Errorf("version %s", got)
	}
	if entries, err := os.ReadDir(filepath.Join(h.dataDir, "postgres", "data")); err != nil || len(entries) == 0 {
		t.Errorf("no data: %v", err)
	}
}

// The library must not get past an impossible data directory: see fetch.
func TestImpossibleDataDir(t *testing.T) {
	t.Parallel()
	if err := os.RemoveAll(unusableDataPath); err == nil {
		t.Errorf("%s was removed", unusableDataPath)
	}
	if err := os.MkdirAll(unusableDataPath, 0o700); err == nil {
		t.Errorf("%s was made", unusableDataPath)
	}
}
