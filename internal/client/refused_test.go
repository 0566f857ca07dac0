package client

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/apitypes"
)

// large is a folder that does not fit into the buffers of a connection, however
// it is compressed.
func large(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	content := make([]byte, 24<<20)
	_, _ = rand.Read(content) // never fails
	if err := os.WriteFile(filepath.Join(dir, "a.cpp"), content, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Why a server refuses an upload is told, however much of it was sent by then.
func TestRefusedUpload(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		status int
		read   int64 // bytes, before it is refused
	}{
		{"an unknown token", http.StatusUnauthorized, 0},
		{"a token to read", http.StatusForbidden, 0},
		{"too large", http.StatusRequestEntityTooLarge, 4 << 20},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if test.read > 0 {
					_, _ = io.Copy(io.Discard, http.MaxBytesReader(w, r.Body, test.read))
				}
				w.Header().Set("Content-Type", "application/problem+json")
				w.WriteHeader(test.status)
				_ = json.NewEncoder(w).Encode(Problem{Status: test.status, Detail: "The reason."})
			}))
			defer server.Close()
			c, err := New(server.URL, "ojc_x", "test")
			if err != nil {
				t.Fatal(err)
			}
			folder := large(t)
			for name, path := range map[string]string{"a folder": folder, "a file": filepath.Join(folder, "a.cpp")} {
				_, _, err = c.Check(t.Context(), Upload{Paths: []string{path}})
				refused := new(Problem)
				if !errors.As(err, &refused) || refused.Status != test.status || !strings.Contains(err.Error(), "The reason.") {
					t.Errorf("%s: %v", name, err)
				}
			}
		})
	}
}

// Ctrl+C while an upload is sent is told as that.
func TestCancelledUpload(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.CopyN(io.Discard, r.Body, 1<<20)
		cancel()
		_, _ = io.Copy(io.Discard, r.Body)
	}))
	defer server.Close()
	c, err := New(server.URL, "ojc_x", "test")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err = c.Check(ctx, Upload{Paths: []string{large(t)}}); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}

// A job that the server does not know any more was ended by its new start.
func TestFollowAfterRestart(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("until") != "change" {
			t.Errorf("asked for %s", r.URL)
		}
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(http.StatusNotFound)
		_ = json.NewEncoder(w).Encode(Problem{Status: http.StatusNotFound, Detail: "There is no such job."})
	}))
	defer server.Close()
	c, err := New(server.URL, "ojc_x", "test")
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Follow(t.Context(), apitypes.Job{ID: "x", State: "running"}, func(string, int, int) {})
	if err == nil || !strings.Contains(err.Error(), "was restarted") || !strings.Contains(err.Error(), "run this again") {
		t.Errorf("the error is %v", err)
	}
}
