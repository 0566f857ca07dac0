//go:build unix

package pgtest

import (
	"context"
	"crypto/rand"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
)

// The template's name depends only on the names and contents of the migrations.
func TestTemplateName(t *testing.T) {
	t.Parallel()
	name := func(files map[string]string) string {
		t.Helper()
		dir := fstest.MapFS{}
		for name, content := range files {
			dir[name] = &fstest.MapFile{Data: []byte(content)}
		}
		got, err := templateName(dir)
		must(t, err)
		return got
	}
	base := name(map[string]string{"1.sql": "a", "2.sql": "b"})
	if again := name(map[string]string{"2.sql": "b", "1.sql": "a", "migrations.go": "x"}); again != base {
		t.Errorf("the same migrations have the names %s and %s", base, again)
	}
	for change, files := range map[string]map[string]string{
		"a file edited":                    {"1.sql": "a", "2.sql": "c"},
		"a file added":                     {"1.sql": "a", "2.sql": "b", "3.sql": ""},
		"a file removed":                   {"1.sql": "a"},
		"a file renamed":                   {"1.sql": "a", "3.sql": "b"},
		"content moved to the first file":  {"1.sql": "ab", "2.sql": ""},
		"content moved to the second file": {"1.sql": "", "2.sql": "ab"},
	} {
		if name(files) == base {
			t.Errorf("%s: the name of the template did not change", change)
		}
	}
}

// All processes share one template, and drop an outdated one when no process uses it. Each
// value of type server stands for a process: it has its own connection and locks.
func TestTemplateIsSharedAndOutdatedDropped(t *testing.T) {
	if OnCluster() {
		t.Skip("on a cluster, each process has its own template")
	}
	t.Parallel()
	s := start(t)
	newProcess := func() *server {
		t.Helper()
		s, err := newServer(t.Context(), s.url)
		must(t, err)
		t.Cleanup(func() {
			s.lockConn.Close(context.Background())
			s.pools[0].Close()
		})
		return s
	}
	outdated := templatePrefix + "test_" + strings.ToLower(rand.Text())
	user := newProcess()
	if _, err := user.lockConn.Exec(t.Context(), "SELECT pg_advisory_lock_shared($1)", lockKey(outdated)); err != nil {
		t.Fatal(err)
	}
	must(t, s.clone(t.Context(), "template0", outdated))
	exists := func() bool {
		t.Helper()
		return query[bool](t, user.lockConn, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", outdated)
	}

	want, err := s.plainTemplate()
	must(t, err)
	var wg sync.WaitGroup
	for range 4 {
		process := newProcess()
		wg.Go(func() {
			if got, err := process.plainTemplate(); got != want || err != nil {
				t.Errorf("got the template %q, %v, want %q", got, err, want)
			}
		})
	}
	wg.Wait()
	if !exists() {
		t.Error("an outdated template was dropped while a process uses it")
	}
	if _, err := user.lockConn.Exec(t.Context(), "SELECT pg_advisory_unlock_shared($1)", lockKey(outdated)); err != nil {
		t.Fatal(err)
	}
	if _, err := newProcess().plainTemplate(); err != nil {
		t.Fatal(err)
	}
	if exists() {
		t.Error("an outdated template was not dropped")
	}
}
