package api_test

import (
	"encoding/base64"
	"encoding/binary"
	"math"
	"net/http"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/web/api"
)

// What the database has no room for, or nobody can mean, is refused as wrong: it
// is no fault of the server's.
func TestValuesOutOfRange(t *testing.T) {
	t.Parallel()
	s := newAPISite(t)
	// forged is a cursor that nobody was given, of the list at the address.
	forged := func(path string, after int64) string {
		r, err := http.NewRequest("GET", api.BasePath+s.fill(path), nil)
		if err != nil {
			t.Fatal(err)
		}
		return path + "?cursor=" + base64.RawURLEncoding.EncodeToString(binary.BigEndian.AppendUint64(api.ListKey(r), uint64(after)))
	}
	tests := []struct {
		name, path string
		status     int
	}{
		{"a large cluster", "/checks/{check}/pairs?cluster=2147483648", 422},
		{"a large number", "/checks/{check}/pairs?number=2147483648", 422},
		{"the largest number", "/checks/{check}/pairs?number=2147483647", 200},
		{"a large number of submissions", "/contests/{contest}/submissions?number=4294967296", 422},
		{"large clusters", "/checks/{check}/clusters?size=2147483648", 422},
		{"NUL", "/checks/{check}/pairs?problem=%00", 422},
		{"NUL in an export", "/checks/{check}/export?problem=A%00", 422},
		{"no UTF-8", "/contests/{contest}/submissions?problem=%ff", 422},
		{"no UTF-8 in a name", "/contests?name=%c3%28", 422},
		{"a broken escape", "/contests?name=%zz", 422},
		{"an unknown parameter", "/checks/{check}/pairs?limt=3", 422},
		{"a parameter where none is", "/checks/{check}?limit=3", 422},
		{"the last submission of all", forged("/contests/{contest}/submissions", math.MaxInt64), 200},
	}
	for _, path := range []string{"/checks/{check}/pairs", "/checks/{check}/clusters", "/checks/{check}/skipped"} {
		for _, after := range []int64{1 << 40, math.MaxInt64, -1} {
			tests = append(tests, struct {
				name, path string
				status     int
			}{"a forged cursor", forged(path, after), 422})
		}
		tests = append(tests, struct {
			name, path string
			status     int
		}{"a cursor beyond the end", forged(path, math.MaxInt32), 200})
	}
	for _, test := range tests {
		a := s.call(s.writes, "GET", test.path, "", "")
		if a.Status != test.status {
			t.Errorf("%s: %s: status %d, want %d: %.200s", test.name, test.path, a.Status, test.status, a.Body)
		}
	}
	if a := s.call(s.writes, "GET", "/checks/{check}/pairs?limt=3", "", ""); !strings.Contains(a.Body, `no parameter \"limt\"`) || !strings.Contains(a.Body, "threshold") {
		t.Errorf("it does not say which parameter, and which there are: %s", a.Body)
	}
	for _, at := range []string{"9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+01:00"} {
		a := s.call(s.writes, "POST", "/contests/{contest}/submissions", `{"problem":"A-digits","participant":"zoe","time":"`+at+`","files":[{"path":"a.cpp","text":"int a;"}]}`, "application/json")
		if a.Status != http.StatusUnprocessableEntity {
			t.Errorf("the time %s: status %d: %.200s", at, a.Status, a.Body)
		}
	}
}
