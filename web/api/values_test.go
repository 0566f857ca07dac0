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

// Values that make no sense or that the database cannot store are refused with 422, not answered with 500.
func TestValuesOutOfRange(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes a second")
	}
	t.Parallel()
	s := newAPISite(t)
	// forged adds a forged cursor to the address of a list.
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
		{"a cluster number beyond the limit", "/checks/{check}/pairs?cluster=2147483648", 422},
		{"a participant's number beyond the limit", "/checks/{check}/pairs?number=2147483648", 422},
		{"the largest participant's number", "/checks/{check}/pairs?number=2147483647", 200},
		{"a participant's number beyond 32 bits", "/contests/{contest}/submissions?number=4294967296", 422},
		{"a chance beyond the limit", "/checks/{check}/pairs?max_chance=Inf", 422},
		{"a cluster size beyond the limit", "/checks/{check}/clusters?size=2147483648", 422},
		{"NUL", "/checks/{check}/pairs?problem=%00", 422},
		{"NUL in an export", "/checks/{check}/export?problem=A%00", 422},
		{"invalid UTF-8", "/contests/{contest}/submissions?problem=%ff", 422},
		{"invalid UTF-8 in a name", "/contests?name=%c3%28", 422},
		{"a broken escape", "/contests?name=%zz", 422},
		{"an unknown parameter", "/checks/{check}/pairs?limt=3", 422},
		{"a parameter of an operation without parameters", "/checks/{check}?limit=3", 422},
		{"a cursor with the largest ID", forged("/contests/{contest}/submissions", math.MaxInt64), 200},
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
		a := s.call(s.writeToken, "GET", test.path, "", "")
		a.WantStatus(test.status, "%s: %s", test.name, test.path)
	}
	if a := s.call(s.writeToken, "GET", "/checks/{check}/pairs?limt=3", "", ""); !strings.Contains(a.Body, `no parameter \"limt\"`) || !strings.Contains(a.Body, "threshold") {
		t.Errorf("the answer does not name the wrong parameter and the valid ones: %s", a.Body)
	}
	for _, outOfRange := range []string{"9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+01:00"} {
		a := s.call(s.writeToken, "POST", "/contests/{contest}/submissions", `{"problem":"A-digits","participant":"zoe","time":"`+outOfRange+`","files":[{"path":"a.cpp","text":"int a;"}]}`, "application/json")
		a.WantStatus(http.StatusUnprocessableEntity, "the time %s", outOfRange)
	}
}
