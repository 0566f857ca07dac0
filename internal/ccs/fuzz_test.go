package ccs

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// FuzzParseTime checks that a parsed time can be formatted and parsed again.
func FuzzParseTime(f *testing.F) {
	for _, seed := range []string{"2014-06-25T11:22:05.034+01", "2014-06-25 11:22:05Z", "9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+12"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, ok := ParseTime(text)
		if again, isTime := ParseTime(got.Format("2006-01-02T15:04:05.999999999Z07:00")); ok && (!isTime || !again.Equal(got)) {
			t.Errorf("%q is %v; formatted and parsed again it is %v (%t)", text, got, again, isTime)
		}
	})
}

// FuzzParseDuration checks that a parsed duration is 0, or is negative if and only if the text begins with a minus sign.
func FuzzParseDuration(f *testing.F) {
	for _, seed := range []string{"1:22:05.034", "-0:15:00", "999999:59:59.999999", "+5:00:00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, ok := parseDuration(text)
		if ok && (got < 0) != strings.HasPrefix(text, "-") && got != 0 {
			t.Errorf("%q is %v, which has the wrong sign", text, got)
		}
	})
}

// FuzzParseNotification checks the invariants of a parsed notification.
func FuzzParseNotification(f *testing.F) {
	for _, seed := range []string{
		`{"type":"teams","id":"11","data":{"id":"11"},"token":"t"}`, `{"type":"teams","id":"11","data":null}`,
		`{"type":"problems","id":null,"data":[{"id":"a"}]}`, `{"type":"state","data":{}}`,
		`{"type":"teams","id":"5593","op":"delete","data":{"id":"11"}}`, `{"type":"x","op":null,"id":7,"data":7}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		n, err := ParseNotification(line)
		if err != nil {
			return
		}
		if n.Type == "" || n.Delete && n.Data != nil || !n.Delete && !json.Valid(n.Data) || n.IsCollection && n.ID != "" || cleanID(n.ID) != n.ID {
			t.Errorf("%q gives an invalid notification: %+v", line, n)
		}
	})
}

// FuzzModel applies each line of a feed twice. The second call must change nothing, and the model must stay valid.
func FuzzModel(f *testing.F) {
	f.Add([]byte(strings.Join(sampleFeed, "\n")))
	f.Add([]byte(`{"type":"submissions","id":"1","data":{"id":"1","team_id":null,"account_id":"a","problem_id":"p","files":{"href":1},"time":0}}`))
	f.Add([]byte(`{"type":"contests","data":[{"id":1},{"id":2}]}` + "\n" + `{"type":"teams","id":"1","data":{"group_ids":7,"location":"here"}}`))
	f.Fuzz(func(t *testing.T, feed []byte) {
		m := NewModel()
		for line := range bytes.Lines(feed) {
			n, err := ParseNotification(line)
			if err != nil {
				continue
			}
			changed, _, _ := m.Apply(n)
			if again, all, _ := m.Apply(n); len(again) > 0 || all {
				t.Errorf("%q changes %v, and a second time %v, all: %t", line, changed, again, all)
			}
		}
		before := m.Submissions()
		m.FillDefaults()
		if d := cmp.Diff(before, m.Submissions()); d != "" {
			t.Errorf("FillDefaults changed the submissions: %s", d)
		}
		checkModel(t, m)
	})
}

// checkModel checks the invariants of a model.
func checkModel(t *testing.T, m *Model) {
	t.Helper()
	type key struct {
		participant, problem string
		attempt              int
	}
	seen := map[key]string{}
	attempts := m.Attempts()
	for _, id := range m.Submissions() {
		s, ok := m.Submission(id)
		s.Attempt = attempts[id]
		if !ok || s.SystemID != id || s.Path != "submissions/"+id || cleanID(id) != id || s.Attempt < 1 {
			t.Fatalf("submission %q is %+v (%v)", id, s, ok)
		}
		if s.IgnoreReason != "" {
			continue
		}
		if s.Participant == "" || s.Problem == "" || s.Kind == "" || len(s.Participant) > 2*maxText || oneLine(s.Participant) != s.Participant {
			t.Errorf("submission %q is incomplete: %+v", id, s)
		}
		k := key{s.Participant, s.Problem, s.Attempt}
		// The model writes "name (label)" to tell apart teams of the same name. A team may choose such a name itself.
		if earlier, exists := seen[k]; exists && !strings.ContainsAny(s.Participant, "()") {
			t.Errorf("submissions %s and %s have the same participant, problem and attempt: %+v", earlier, id, k)
		}
		seen[k] = id
	}
	for _, p := range m.Participants() {
		if p.Name == "" || len(p.Site) > maxText || len(p.Address) > maxText {
			t.Errorf("a participant without a name, or with a text that is too long: %+v", p)
		}
	}
	m.Metadata() // must not panic
}
