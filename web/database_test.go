package web_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/web/webtest"
)

// A full disk and too many connections of the database are named, with a status that says
// whether to try again.
func TestDatabaseFailures(t *testing.T) {
	t.Parallel()
	in := webtest.NewSite(t)
	in.AddUser("anna", true)
	for _, test := range []struct {
		code, retryAfter, title string
		status                  int
	}{
		{"53100", "", "The disk of the database is full", http.StatusInsufficientStorage},
		{"53300", "5", "The database has no free connection", http.StatusServiceUnavailable},
		{"57P03", "3", "The database is restarting", http.StatusServiceUnavailable},
	} {
		in.Exec(`
			CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'secret' USING ERRCODE = '` + test.code + `'; END $$;
			CREATE OR REPLACE TRIGGER fail BEFORE INSERT ON sessions EXECUTE FUNCTION fail()`)
		a := in.Post("/signin", "name", "anna", "password", webtest.SomePassword)
		if a.Status != test.status || a.Header.Get("Retry-After") != test.retryAfter {
			t.Errorf("%s: status %d, Retry-After %q, want %d, %q", test.code, a.Status, a.Header.Get("Retry-After"), test.status, test.retryAfter)
		}
		webtest.Mention(t, a.Text(), test.title)
		if n := strings.Count(a.Body, "</html>"); n != 1 || a.Header.Get("Location") != "" {
			t.Errorf("%s: %d pages and Location %q, want one page: what the handler wrote is dropped", test.code, n, a.Header.Get("Location"))
		}
	}
}
