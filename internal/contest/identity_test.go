package contest

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestIdentity tests that the identities of submissions, the secret of a contest and the order
// in which InOrder numbers participants stay as they are, because databases store them.
func TestIdentity(t *testing.T) {
	t.Parallel()
	s := Submission{Path: "A/ann/1.cpp", Problem: "A", Participant: "ann", Kind: Official, Language: "cpp", Verdict: "AC", Attempt: 2,
		Time:  time.Date(2026, 1, 2, 3, 4, 5, 6789000, time.UTC),
		Files: []File{{Path: "1.cpp", Content: []byte("int main() {}")}}}
	hashes := [][sha256.Size]byte{sha256.Sum256(s.Files[0].Content)}
	if got, want := fmt.Sprintf("%x", Identify(&s, hashes)), "d356a8555497c5855c160e5bf59bf09867cc51ab0125deebcafad4c87ce4bd3e"; got != want {
		t.Errorf("identity %s, want %s", got, want)
	}
	s.Time = time.Time{}
	if got, want := fmt.Sprintf("%x", Identify(&s, hashes)), "0d53ab1aa1407b88b2aebab1624ba834bc0e888d76aa800714a81cc59b698e4c"; got != want {
		t.Errorf("identity without a time %s, want %s", got, want)
	}
	secret, err := NewSecret("finals", []Submission{s})
	if got, want := fmt.Sprintf("%x", secret), "493a32f8c2a82cc54b1b0b835136c09a"; err != nil || got != want {
		t.Errorf("secret %s, %v, want %s", got, err, want)
	}
	want := strings.Fields("cat ann dan Zoë ben")
	for _, names := range [][]string{{"ann", "ben", "cat", "dan", "Zoë"}, {"Zoë", "dan", "ben", "cat", "ann", "ben"}} {
		if got := secret.InOrder(names); !slices.Equal(got, want) {
			t.Errorf("InOrder(%v) = %v, want %v", names, got, want)
		}
	}
}

// The masked message of a conflict names the stored participant only if the import names the same one.
func TestPathConflictMasked(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"ann": "A/1.cpp is stored as a program of ann for A, but is now another program, of ann for B: ",
		"bob": "A/1.cpp is stored as a program of another participant for A, but is now another program, of bob for B: ",
	} {
		e := &PathConflictError{Path: "A/1.cpp", Problem: "B", Participant: given, StoredProblem: "A", StoredParticipant: "ann"}
		if got := e.MaskedMessage().String(); !strings.HasPrefix(got, want) {
			t.Errorf("got %q, want it to begin with %q", got, want)
		}
	}
}
