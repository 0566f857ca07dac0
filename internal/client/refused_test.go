package client

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/ojcheck/ojcheck/internal/apitypes"
)

// largeFolder creates a folder that does not fit into the buffers of a connection, even
// compressed.
func largeFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	content := make([]byte, 24<<20)
	_, _ = rand.Read(content) // never fails
	if err := os.WriteFile(filepath.Join(dir, "a.cpp"), content, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

func newClient(t *testing.T, server string) *Client {
	t.Helper()
	c, err := New(server, "ojc_x", "test")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// If the server refuses an upload, the error has the server's reason, however much of the upload
// was sent.
func TestRefusedUpload(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		status int
		read   int64 // bytes that the server reads before it refuses
	}{
		{"an unknown token", http.StatusUnauthorized, 0},
		{"a read token", http.StatusForbidden, 0},
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
			c := newClient(t, server.URL)
			folder := largeFolder(t)
			for name, path := range map[string]string{"a folder": folder, "a file": filepath.Join(folder, "a.cpp")} {
				_, _, err := c.Check(t.Context(), Upload{Paths: []string{path}})
				problem := new(Problem)
				if !errors.As(err, &problem) || problem.Status != test.status || !strings.Contains(err.Error(), "The reason.") {
					t.Errorf("%s: error %v, want status %d and the server's reason", name, err, test.status)
				}
			}
		})
	}
}

// A server that never answers does not hold a request for ever.
func TestSilentServer(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := newClient(t, "https://judge.example")
		c.http.Transport.(*http.Transport).DialTLSContext = func(context.Context, string, string) (net.Conn, error) {
			server, client := net.Pipe()
			go func() { _, _ = io.Copy(io.Discard, server) }()
			return client, nil
		}
		if _, err := c.Contests(t.Context()); err == nil || !strings.Contains(err.Error(), "timeout") {
			t.Errorf("error %v, want a timeout", err)
		}
		c.http.CloseIdleConnections()
	})
}

// If the context ends during an upload, Check returns context.Canceled.
func TestCancelledUpload(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.CopyN(io.Discard, r.Body, 1<<20)
		cancel()
		_, _ = io.Copy(io.Discard, r.Body)
	}))
	defer server.Close()
	c := newClient(t, server.URL)
	if _, _, err := c.Check(ctx, Upload{Paths: []string{largeFolder(t)}}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

// If the server does not know a job, Follow says so, and what to do.
func TestFollowAfterRestart(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("until") != "change" {
			t.Errorf("the request %s does not wait for a change", r.URL)
		}
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(http.StatusNotFound)
		_ = json.NewEncoder(w).Encode(Problem{Status: http.StatusNotFound, Detail: "There is no such job."})
	}))
	defer server.Close()
	c := newClient(t, server.URL)
	_, err := c.Follow(t.Context(), apitypes.Job{ID: "x", State: "running"}, func(string, int, int) {})
	if err == nil || !strings.Contains(err.Error(), "does not know the job") || !strings.Contains(err.Error(), "run this again") {
		t.Errorf("error %v, want one that says \"does not know the job\" and \"run this again\"", err)
	}
}
