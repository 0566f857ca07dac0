package check

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/internal/review"
)

// An import stores skipped items even if it has no submission.
func TestImportStoresSkipped(t *testing.T) {
	t.Parallel()
	store := open(t)
	checker := Checker{Store: store}
	if _, _, err := checker.Import(t.Context(), Request{Contest: "parts", Submissions: primes()}, nil); err != nil {
		t.Fatal(err)
	}
	left := []contest.SkippedItem{{Path: "submissions/7", Reason: i18n.Verbatim("gone")}}
	id, _, err := checker.Import(t.Context(), Request{Contest: "parts", Skipped: left}, nil)
	must(t, err)
	if _, skipped, err := store.StoredSubmissions(t.Context(), id); err != nil || len(skipped) != 1 || skipped[0] != left[0] {
		t.Errorf("stored skipped items %v (error %v), want %v", skipped, err, left)
	}
}

// Neither an import nor a check replaces a different contest of the same name. Both add
// submissions of the same contest, or of one without a system's ID.
func TestNameConflict(t *testing.T) {
	t.Parallel()
	store := open(t)
	checker := Checker{Store: store}
	req := func(id string, paths ...string) Request {
		r := Request{Contest: "contest", Parameters: Defaults(), Metadata: contest.Metadata{SystemID: id}}
		for i, path := range paths {
			r.Submissions = append(r.Submissions, newSubmission("A", []string{"ann", "ben"}[i], path, sieve))
		}
		return r
	}
	first, _, err := checker.Import(t.Context(), req("wf14", "submissions/1"), nil)
	must(t, err)
	want := NameConflictError{Contest: "contest", Stored: "wf14", Read: "wf15"}
	_, _, err = checker.Import(t.Context(), req("wf15", "submissions/1", "submissions/2"), nil)
	if got := new(NameConflictError); !errors.As(err, &got) || *got != want {
		t.Errorf("an import of another contest: error %v, want %+v", err, want)
	}
	_, err = checker.Check(t.Context(), req("wf15", "submissions/1", "submissions/2"), nil)
	if got := new(NameConflictError); !errors.As(err, &got) || *got != want {
		t.Errorf("a check of another contest: error %v, want %+v", err, want)
	}
	if c, err := store.Contest(t.Context(), first); err != nil || c.Submissions != 1 || c.Metadata.SystemID != "wf14" {
		t.Errorf("the stored contest is %+v (error %v), want it unchanged", c, err)
	}
	for _, more := range []Request{req("wf14", "submissions/1", "submissions/2"), req("", "submissions/1", "A/ben.cpp")} {
		if id, _, err := checker.Import(t.Context(), more, nil); err != nil || id != first {
			t.Errorf("an import with the system ID %q goes to contest %d (error %v), want the stored one", more.Metadata.SystemID, id, err)
		}
	}
}

// relabellingStore exchanges the labels of two problems and the names of two teams before a check begins.
type relabellingStore struct{ *postgres.DB }

func (s relabellingStore) BeginCheck(ctx context.Context, by review.Person, c contest.Check, ids []int64, base []contest.File) (contest.Run, error) {
	err := s.SaveAbout(ctx, c.ContestID, contest.About{
		Metadata:     contest.Metadata{SystemID: "c", Problems: []contest.Problem{{Name: "A", SystemID: "p2"}, {Name: "B", SystemID: "p1"}}},
		Participants: []contest.Participant{{Name: "ann", SystemID: "2"}, {Name: "ben", SystemID: "1"}}})
	if err != nil {
		return nil, err
	}
	return s.DB.BeginCheck(ctx, by, c, ids, base)
}

// The results of a check have the labels that problems have at its end.
func TestRelabelledDuringCheck(t *testing.T) {
	t.Parallel()
	store := open(t)
	req := Request{
		Contest: "contest", Submissions: primes(), Parameters: Defaults(),
		Metadata:     contest.Metadata{SystemID: "c", Problems: []contest.Problem{{Name: "A", SystemID: "p1"}, {Name: "B", SystemID: "p2"}}},
		Participants: []contest.Participant{{Name: "ann", SystemID: "1"}, {Name: "ben", SystemID: "2"}},
	}
	_, found, _ := runWith(t, &Checker{Store: relabellingStore{store}}, store, req)
	if len(found) == 0 {
		t.Error("no pair is found")
	}
	for _, p := range found {
		if p.Problem != "B" || p.Left.Problem != "B" {
			t.Errorf("the pair of %s and %s is of problem %s, and its programs of %s; want B", p.Left.Path, p.Right.Path, p.Problem, p.Left.Problem)
		}
	}
}

// A refused import changes neither names nor what the judge system says about the contest.
func TestRefusedImport(t *testing.T) {
	t.Parallel()
	store := open(t)
	checker := Checker{Store: store}
	req := func(title, participant string) Request {
		return Request{Contest: "contest", Metadata: contest.Metadata{SystemID: "r26", Title: title},
			Submissions:  []contest.Submission{newSubmission("A", participant, "submissions/1", sieve)},
			Participants: []contest.Participant{{Name: participant, SystemID: "1"}}}
	}
	id, _, err := checker.Import(t.Context(), req("Spring", "ann"), nil)
	must(t, err)
	refused := req("Autumn", "anna")
	refused.Submissions = append(refused.Submissions, newSubmission("A", "ben", "submissions/1", sieve+"int x;"))
	if _, _, err := checker.Import(t.Context(), refused, nil); !errors.As(err, new(*contest.PathConflictError)) {
		t.Fatalf("got error %v, want a conflict of paths", err)
	}
	c, err := store.Contest(t.Context(), id)
	must(t, err)
	people, err := store.Participants(t.Context(), id)
	must(t, err)
	if c.Title != "Spring" || len(people) != 1 || people[0].Name != "ann" {
		t.Errorf("the contest has the title %q and participants %v, want Spring and ann", c.Title, people)
	}
}

// An import adds to the archive's index like a check, but stores no check.
func TestImport(t *testing.T) {
	t.Parallel()
	store := open(t)
	checker := Checker{Store: store}
	req := Request{Contest: "imported", Submissions: primes(), Metadata: contest.Metadata{Title: "Autumn"}}
	read := len(req.Submissions)
	id, skipped, err := checker.Import(t.Context(), req, func(Stage, int, int) {})
	must(t, err)
	if len(skipped) != 0 {
		t.Errorf("skipped %v, want nothing", skipped)
	}
	c, err := store.Contest(t.Context(), id)
	must(t, err)
	if c.Submissions != read || c.Checks != 0 || c.Metadata.Title != "Autumn" {
		t.Errorf("contest %+v, want Autumn with all submissions and no check", c)
	}
	if left, err := store.NotIndexed(t.Context(), id, program.IndexVersion); err != nil || len(left) != 0 {
		t.Errorf("%d programs are missing in the index (error %v), want none", len(left), err)
	}
	if names, err := store.ContestsNotIndexed(t.Context(), program.IndexVersion, contest.Scope{}); err != nil || len(names) != 0 {
		t.Errorf("not wholly read: %q (error %v), want none", names, err)
	}
}

// resolveNames finds earlier contests by names, which may contain commas, and refuses unknown
// names and the contest itself.
func TestResolveNames(t *testing.T) {
	t.Parallel()
	stored := []contest.Contest{{ID: 1, Name: "mine"}, {ID: 2, Name: "spring"}, {ID: 3, Name: "fall, day 1"}, {ID: 4, Name: " padded "}, {ID: 5, Name: "day 1"}}
	tests := []struct {
		name   string
		texts  []string
		want   []string
		within []int64
		err    string
	}{
		{"the whole archive", []string{"archive"}, []string{"archive"}, nil, ""},
		{"the archive and one contest", []string{"spring", "archive"}, []string{"archive"}, nil, ""},
		{"one contest", []string{"spring"}, []string{"spring"}, []int64{2}, ""},
		{"one contest twice", []string{"spring", "spring,spring"}, []string{"spring"}, []int64{2}, ""},
		{"a name with a comma", []string{"fall, day 1"}, []string{"fall, day 1"}, []int64{3}, ""},
		{"two contests, separated by a comma", []string{"spring, day 1"}, []string{"day 1", "spring"}, []int64{5, 2}, ""},
		{"a name with spaces around", []string{" padded "}, []string{" padded "}, []int64{4}, ""},
		{"an unknown name", []string{"sprin"}, nil, nil, `no earlier contest is called "sprin": there are " padded ", "day 1", "fall, day 1", "spring"`},
		{"a known and an unknown name", []string{"spring,fall"}, nil, nil, `no earlier contest is called "fall"`},
		{"the archive and an unknown name", []string{"archive", "fall"}, nil, nil, `no earlier contest is called "fall"`},
		{"the contest itself", []string{"mine"}, nil, nil, `contest "mine" cannot be compared with itself`},
		{"an empty name", []string{""}, nil, nil, `"" names no contest`},
		{"an empty name after a comma", []string{"spring,"}, nil, nil, `"spring," names no contest`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, scope, err := resolveNames(tt.texts, "mine", stored)
			if tt.err != "" {
				if against := new(UnknownContestError); !errors.As(err, &against) || !strings.Contains(err.Error(), tt.err) {
					t.Errorf("got error %v, want one with %q", err, tt.err)
				}
				return
			}
			must(t, err)
			wantEqual(t, "names", tt.want, got)
			wantEqual(t, "scope", contest.Scope{Only: tt.within}, scope, cmpopts.EquateEmpty())
		})
	}
}

// The error of resolveNames lists the existing contests, but not more than contest.MaxNames.
func TestResolveNamesNamesSome(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "no other contest is stored yet", contest.MaxNames: `, "c19"`, contest.MaxNames + 3: `, "c19" and 3 more`} {
		var stored []contest.Contest
		for i := range n {
			stored = append(stored, contest.Contest{ID: int64(i), Name: fmt.Sprintf("c%02d", i)})
		}
		if _, _, err := resolveNames([]string{"x"}, "mine", stored); err == nil || !strings.HasSuffix(err.Error(), want+`; "archive" means all`) {
			t.Errorf("with %d contests: got error %v, want one that ends in %q", n, err, want+`; "archive" means all`)
		}
	}
}

// Facts about participants are stored with the contest, and change no score.
func TestParticipants(t *testing.T) {
	t.Parallel()
	store := open(t)
	plain, without, _ := run(t, store, Request{Contest: "plain", Submissions: primes(), Parameters: Defaults()})
	named, with, _ := run(t, store, Request{Contest: "named", Submissions: primes(), Parameters: Defaults(),
		Participants: []contest.Participant{{Name: "ann", Affiliation: "ETH", Seat: "7"}, {Name: "ben", Affiliation: "ETH", Seat: "8"}}})
	participants, err := store.Participants(t.Context(), named.ContestID)
	must(t, err)
	seats := make(map[string]string)
	for _, p := range participants {
		seats[p.Name] = p.Affiliation + p.Seat
	}
	if len(seats) != 3 || seats["ann"] != "ETH7" || seats["ben"] != "ETH8" || seats["cat"] != "" {
		t.Errorf("participants %+v, want the seats of ann and ben, and cat without facts", participants)
	}
	if len(with) == 0 || len(with) != len(without) || plain.Digest != named.Digest {
		t.Fatalf("%d pairs with facts, %d without, digests %s and %s; want as many pairs and the same digest", len(with), len(without), named.Digest, plain.Digest)
	}
	for i := range with {
		if with[i].Suspicion != without[i].Suspicion {
			t.Errorf("pair %d has suspicion %v with facts, %v without", i, with[i].Suspicion, without[i].Suspicion)
		}
	}
}
