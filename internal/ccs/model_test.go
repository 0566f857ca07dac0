package ccs

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// describe returns a line of text for each submission.
func describe(m *Model) []string {
	var lines []string
	attempts := m.Attempts()
	for _, id := range m.Submissions() {
		s, _ := m.Submission(id)
		s.Attempt = attempts[id]
		text := fmt.Sprintf("%s: %s at %s, %s, %s (%s), attempt %d, %q", id, s.Participant, s.Problem, s.Kind, s.Language, s.LanguageVersion, s.Attempt, s.Verdict)
		if s.IgnoreReason != "" {
			text = id + ": " + string(s.IgnoreReason)
		}
		lines = append(lines, text)
	}
	return lines
}

var sampleLines = []string{
	`1: Tigers (L1) at A, official, cpp (GNU C++17), attempt 1, "AC"`,
	`2: Tigers (L1) at A, official, java (Java 21), attempt 3, "CE"`,
	`3: Tigers (L2) at B, official, cpp (GNU C++17), attempt 1, ""`,
	`4: judge1 at B, staff, cpp (GNU C++17), attempt 1, ""`,
	`5: Tigers (L1) at A, official, cpp (GNU C++17), attempt 2, "WA"`,
	`6: Bears at B, virtual, cpp (GNU C++17), attempt 2, "AC"`,
	`7: DOMjudge at B, staff, cpp (GNU C++17), attempt 1, ""`,
	`8: hidden at B, staff, cpp (GNU C++17), attempt 1, ""`,
	`9: its team is not among those of the contest`,
	`10: its problem is not among those of the contest`,
	`11: Bears at B, official,  (54), attempt 1, ""`,
}

// A model of the sample feed has its submissions with all their facts, in both forms of
// notifications.
func TestModel(t *testing.T) {
	t.Parallel()
	for name, feed := range map[string][]string{"new form": sampleFeed, "old form": inOldForm(t, sampleFeed)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := modelOf(t, feed)
			if d := cmp.Diff(sampleLines, describe(m)); d != "" {
				t.Errorf("submissions (-want +got):\n%s", d)
			}
			checkModel(t, m)
			first, _ := m.Submission("1")
			at := time.Date(2014, 6, 25, 10, 22, 10, 0, time.UTC)
			want := Submission{
				Submission: contest.Submission{
					Problem: "A", Participant: "Tigers (L1)", Kind: contest.Official, Path: "submissions/1", Language: "cpp",
					Verdict: "AC", Time: time.Date(2014, 6, 25, 10, 22, 5, 34_000_000, time.UTC), SystemID: "1", LanguageVersion: "GNU C++17",
					Judgements: []contest.Judgement{{Verdict: "WA", At: at}, {Verdict: "AC", Solved: true, At: at.Add(time.Hour), Current: true}},
				},
				Judged: true,
				Files:  []FileRef{{Href: "contests/wf14/submissions/1/files", Filename: "files.zip", Mime: "application/zip", Hash: "ab"}},
			}
			if d := cmp.Diff(want, first); d != "" {
				t.Errorf("submission 1 (-want +got):\n%s", d)
			}
			if _, ok := m.Submission("12"); ok {
				t.Error("the model still has a deleted submission")
			}
			if !m.Ended() {
				t.Error("the model does not report the end of updates")
			}
		})
	}
}

// Participants returns the teams with submissions, with their IDs and what is known of their places.
func TestParticipants(t *testing.T) {
	t.Parallel()
	want := []contest.Participant{
		{Name: "Bears", SystemID: "13"},
		{Name: "DOMjudge", Site: "Jury", SystemID: "90"},
		{Name: "Tigers (L1)", SystemID: "11", Affiliation: "Shanghai Jiao Tong University", Site: "Asia", Address: "10.1.1.11", Seat: "x 1.5 m, y 2 m"},
		{Name: "Tigers (L2)", Site: "Asia", SystemID: "12"},
		{Name: "hidden", SystemID: "91"},
	}
	if d := cmp.Diff(want, modelOf(t, sampleFeed).Participants()); d != "" {
		t.Errorf("participants (-want +got):\n%s", d)
	}
}

// Metadata describes the contest, its judge system and its problems in their order.
func TestMetadata(t *testing.T) {
	t.Parallel()
	m := modelOf(t, sampleFeed)
	load(t, m, map[string]string{"api": `{"version":"2023-06","version_url":"https://x","provider":{"name":"DOMjudge","version":"8.3.0"}}`})
	want := contest.Metadata{
		System: "DOMjudge 8.3.0, Contest API 2023-06", SystemID: "wf14", Title: "World Finals 2014",
		StartsAt: time.Date(2014, 6, 25, 9, 0, 0, 0, time.UTC), Duration: 5 * time.Hour,
		Problems: []contest.Problem{
			{Name: "B", Title: "Curvy Little Bottles", SystemID: "bottles"},
			{Name: "A", Title: "Asteroid Rangers", SystemID: "asteroids"},
		},
	}
	if d := cmp.Diff(want, m.Metadata()); d != "" {
		t.Errorf("metadata (-want +got):\n%s", d)
	}
}

// TestOrder applies the sample in 300 other orders, some lines several times. The result is always
// the same, as long as the lines about one object keep their order.
func TestOrder(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes a second")
	}
	t.Parallel()
	wantSubmissions, wantRest := everything(modelOf(t, sampleFeed))
	sample := notifications(t, sampleFeed)
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 6))
		var order []Notification
		places := map[string][]int{}
		for i, n := range sample {
			for range 1 + random.IntN(3) {
				places[n.Type+" "+n.ID] = append(places[n.Type+" "+n.ID], i)
			}
		}
		var keys []string
		for key, list := range places {
			for range list {
				keys = append(keys, key)
			}
		}
		slices.Sort(keys)
		random.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
		for _, key := range keys {
			order = append(order, sample[places[key][0]])
			places[key] = places[key][1:]
		}
		m := NewModel()
		last := map[string]Submission{}
		for _, n := range order {
			changed, all, err := m.Apply(n)
			if err != nil {
				t.Fatal(err)
			}
			if all {
				changed = m.Submissions()
			}
			for _, id := range changed {
				last[id], _ = m.Submission(id)
			}
		}
		submissions, rest := everything(m)
		if d := cmp.Diff(wantSubmissions, submissions); d != "" {
			t.Fatalf("submissions in order %d (-want +got):\n%s", seed, d)
		}
		if d := cmp.Diff(wantRest, rest); d != "" {
			t.Fatalf("other results in order %d (-want +got):\n%s", seed, d)
		}
		// Apply returns every submission that changes.
		for _, s := range submissions {
			if d := cmp.Diff(s, last[s.SystemID]); d != "" {
				t.Fatalf("submission %s changed in order %d, and Apply did not return it (-now +when last returned):\n%s", s.SystemID, seed, d)
			}
		}
	}
}

// Apply returns the IDs of the submissions that a notification changes, or reports that it may have changed all.
func TestApplyReturnsChanges(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, line, want string }{
		{"a repeated line", sampleFeed[20], ""},
		{"a judgement gets its verdict", `{"type":"judgements","id":"j4","data":{"submission_id":"3","judgement_type_id":"AC"}}`, "3"},
		{"a judgement moves to another submission", `{"type":"judgements","id":"j4","data":{"submission_id":"4","judgement_type_id":"AC"}}`, "3 4"},
		{"a judgement before its submission", `{"type":"judgements","id":"j9","data":{"submission_id":"99","judgement_type_id":"AC"}}`, ""},
		{"a judgement type changes", `{"type":"judgement-types","id":"WA","data":{"id":"WA","name":"Wrong"}}`, "all"},
		{"a team is renamed", `{"type":"teams","id":"12","data":{"id":"12","name":"Lions"}}`, "all"},
		{"a team is deleted", `{"type":"teams","id":"13","data":null}`, "all"},
		{"a missing problem arrives", `{"type":"problems","id":"nowhere","data":{"id":"nowhere","label":"C"}}`, "all"},
		{"the ordinal of a problem is no number", `{"type":"problems","id":"nowhere","data":{"id":"nowhere","label":"C","ordinal":"NaN"}}`, "all"},
		{"a language changes", `{"type":"languages","id":"54","data":{"id":"54","name":"GNU C++20"}}`, "all"},
		{"a group is hidden", `{"type":"groups","id":"asia","data":{"id":"asia","name":"Asia","hidden":true}}`, "all"},
		{"an organization is renamed", `{"type":"organizations","id":"sjtu","data":{"id":"sjtu","name":"Jiao Tong"}}`, ""},
		{"an account changes its team", `{"type":"accounts","id":"judge1","data":{"id":"judge1","type":"team","team_id":"12"}}`, "all"},
		{"an earlier attempt arrives", `{"type":"submissions","id":"20","data":{"team_id":"11","problem_id":"asteroids","time":"2014-06-25T11:25:00+01"}}`, "20"},
		{"an attempt is deleted", `{"type":"submissions","id":"1","data":null}`, "1"},
		{"the first submission of an account arrives", `{"type":"submissions","id":"20","data":{"account_id":"new","problem_id":"asteroids"}}`, "20 all"},
		{"the contest's duration changes", `{"type":"contest","data":{"id":"wf14","duration":"7:00:00","start_time":"2014-06-25T10:00:00+01"}}`, "all"},
		{"an unknown type of object", `{"type":"nonsense","id":"1","data":{"id":"1"}}`, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			m := modelOf(t, sampleFeed)
			changed, all, err := m.Apply(notifications(t, []string{test.line})[0])
			if all {
				changed = append(changed, "all")
			}
			if got := strings.Join(changed, " "); err != nil || got != test.want {
				t.Errorf("changed submissions %q (error %v), want %q", got, err, test.want)
			}
			if changed, all, err = m.Apply(notifications(t, []string{test.line})[0]); len(changed) > 0 || all || err != nil {
				t.Errorf("the repeated line changes %q, all %t (error %v), want nothing", changed, all, err)
			}
			checkModel(t, m)
		})
	}
}

// Apply returns each submission that changes, also if teams and accounts have names of each other, with or without suffix.
func TestApplyReturnsEveryChange(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(texts ...string) string { return texts[random.IntN(len(texts))] }
	object := func(kind string) string {
		id, name := pick("1", "2", "3"), pick("x", "x", "x (1)", "x (1) (2)", "y")
		switch kind {
		case "teams":
			return fmt.Sprintf(`{"type":"teams","id":"%s","data":{"name":"%s","label":"%s"}}`, id, name, pick("1", "2", ""))
		case "accounts":
			return fmt.Sprintf(`{"type":"accounts","id":"%s","data":{"name":"%s","team_id":"%s"}}`, id, name, pick("1", "2", "", ""))
		case "problems":
			return fmt.Sprintf(`{"type":"problems","id":"%s","data":{"label":"%s"}}`, id, pick("1", "2", "A"))
		}
		owner := pick(`"team_id":"%s"`, `"account_id":"%s"`, `"account_id":"%s"`)
		return fmt.Sprintf(`{"type":"submissions","id":"%s","data":{"problem_id":"%s",`+owner+`}}`, pick("1", "2", "3", "4"), pick("1", "2"), id)
	}
	m := NewModel()
	for range 3000 {
		kind := pick("teams", "accounts", "problems", "submissions", "submissions")
		line := object(kind)
		if random.IntN(5) == 0 {
			line = fmt.Sprintf(`{"type":"%s","id":"%s","data":null}`, kind, pick("1", "2", "3"))
		}
		before := map[string]Submission{}
		for _, id := range m.Submissions() {
			before[id], _ = m.Submission(id)
		}
		changed, all, err := m.Apply(notifications(t, []string{line})[0])
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range m.Submissions() {
			now, _ := m.Submission(id)
			if d := cmp.Diff(before[id], now); d != "" && !all && !slices.Contains(changed, id) {
				t.Fatalf("%s changes submission %s, and Apply returns %v (-before +now):\n%s", line, id, changed, d)
			}
		}
	}
}

// In a contest with 20,000 submissions, Apply returns each submission only twice: for itself and
// for its judgement.
func TestApplyCost(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes seconds")
	}
	t.Parallel()
	m, changes := NewModel(), 0
	feed := notifications(t, largeFeed(20_000))
	for _, n := range feed {
		changed, all, err := m.Apply(n)
		if err != nil {
			t.Fatal(err)
		}
		changes += len(changed)
		if all && len(m.submissions) > 0 {
			t.Fatalf("%+v may have changed all submissions", n)
		}
	}
	if want := 2 * 20_000; changes != want {
		t.Errorf("%d notifications change %d submissions, want %d", len(feed), changes, want)
	}
}

// largeFeed returns a feed of a contest with many submissions.
func largeFeed(submissions int) []string {
	const teams, problems = 500, 12
	feed := []string{`{"type":"judgement-types","data":[{"id":"AC","solved":true},{"id":"WA","solved":false}]}`}
	for i := range problems {
		feed = append(feed, fmt.Sprintf(`{"type":"problems","id":"p%d","data":{"id":"p%[1]d","label":"%[1]d"}}`, i))
	}
	for i := range teams {
		feed = append(feed, fmt.Sprintf(`{"type":"teams","id":"t%d","data":{"id":"t%[1]d","name":"Team"}}`, i))
	}
	start := time.Date(2014, 6, 25, 10, 0, 0, 0, time.UTC)
	for i := range submissions {
		at := start.Add(time.Duration(i) * time.Second).Format(time.RFC3339)
		feed = append(feed,
			fmt.Sprintf(`{"type":"submissions","id":"s%d","data":{"id":"s%[1]d","team_id":"t%d","problem_id":"p%d","language_id":"cpp","time":"%s"}}`, i, i%teams, i%problems, at),
			fmt.Sprintf(`{"type":"judgements","id":"j%d","data":{"id":"j%[1]d","submission_id":"s%[1]d","judgement_type_id":"AC","start_time":"%s","end_time":"%[2]s"}}`, i, at))
	}
	return feed
}

// BenchmarkModel measures applying an event feed of 20,000 submissions to a model.
func BenchmarkModel(b *testing.B) {
	feed := notifications(b, largeFeed(20_000))
	b.ReportAllocs()
	for b.Loop() {
		m := NewModel()
		for _, n := range feed {
			changed, _, err := m.Apply(n)
			if err != nil {
				b.Fatal(err)
			}
			for _, id := range changed {
				m.Submission(id)
			}
		}
	}
}
