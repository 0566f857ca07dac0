package report_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/report"
	"github.com/ojcheck/ojcheck/internal/review"
)

// widePath is the path of a program with lines that are too long for paper: with 400 characters, tabs,
// wide characters, and a word without a break.
const widePath = "A/mei lin/01-AC.cpp"

func init() {
	sources[widePath] = "// mei lin wrote this\nint main() {\n\tlong long total = 0;" + strings.Repeat(" total += total * 2;", 20) + "\n" +
		"\t\t\t\tfor (int k = 0; k < 10; k++) total += k * k; // " + strings.Repeat("漢字テスト", 30) + "\n" +
		"\tconst char *s = \"" + strings.Repeat("x", 400) + "\";\n\tstd::cout << total << std::endl;\n}\n"
}

// bundle returns a bundle of the first pairs of the document. The first pair has decisions.
func bundle(pairs int) report.Bundle {
	d := document()
	d.Pairs = d.Pairs[:pairs]
	d.Pairs[0].Right.Participant, d.Pairs[0].Right.Path = "mei lin", widePath
	started := time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
	for i := range d.Pairs {
		p := &d.Pairs[i]
		p.Left.SubmissionID, p.Right.SubmissionID = int64(10*i+1), int64(10*i+2)
		p.Left.ParticipantID, p.Right.ParticipantID = 1, int64(i+2)
		p.Left.Number, p.Right.Number = 31, 17+i
		p.Left.Attempt, p.Right.Attempt = 1, 2
		p.Left.Time, p.Right.Time = started, started.Add(time.Duration(i+1)*3723*time.Second)
	}
	b := report.Bundle{
		Document: d, Subject: "Evidence of a pair",
	}
	b.Cases = make([]review.Case, pairs)
	for i := range b.Cases {
		b.Cases[i].State = review.Open
	}
	basis := review.Basis{FirstHash: programHash(d.Pairs[0].Left), SecondHash: programHash(d.Pairs[0].Right), Suspicion: 0.98765, Similarity: 1}
	ofOldProgram := basis
	ofOldProgram.SecondHash = strings.Repeat("d", 64)
	b.Cases[0] = review.Case{State: review.CaseConfirmed, Assigned: review.Person{Name: "Noah"}, Reviews: []review.Review{
		{Reviewer: review.Person{Name: "Mia"}, Decision: review.Confirmed, Reason: review.Copied, Note: "Line 5 has the\nsame typo. <script>alert(1)</script>", Basis: basis, At: started.Add(time.Hour)},
		{Reviewer: review.Person{Name: "Noah"}, Decision: review.Confirmed, Reason: review.Copied, Ruling: true, Basis: ofOldProgram, At: started.Add(2 * time.Hour)},
	}}
	return b
}

// pairEvidence returns a function that builds the evidence of a pair. It masks names in the programs.
func pairEvidence(names *blind.Masker) func(context.Context, contest.Pair) (report.PairEvidence, error) {
	return func(ctx context.Context, p contest.Pair) (report.PairEvidence, error) {
		named := p
		named.Left.Path, named.Right.Path = pathOf(p.Left), pathOf(p.Right)
		v, err := view(ctx, named)
		if err != nil {
			return report.PairEvidence{}, err
		}
		e := report.PairEvidence{View: v}
		for _, side := range []struct {
			contest.Side
			pane *evidence.Pane
		}{{p.Left, &e.View.Left}, {p.Right, &e.View.Right}} {
			side.pane.Participant, side.pane.Path = side.Participant, side.Path
			for i := range side.pane.Files {
				side.pane.Files[i].Path = side.Path
				for _, line := range side.pane.Files[i].Lines {
					for _, run := range line.Runs {
						for k := range run.Spans {
							run.Spans[k].Text = names.Mask(run.Spans[k].Text)
						}
					}
				}
			}
			content := sources[pathOf(side.Side)]
			e.Files = append(e.Files, report.ComparedFile{ParticipantID: side.ParticipantID, Participant: side.Participant, Path: side.Path, Bytes: int64(len(content)), SHA256: hexSHA256(content), HidesNames: names.Mask(content) != content})
			first := side.Side
			first.SubmissionID, first.Attempt, first.Verdict, first.Time = first.SubmissionID+1000, 0, "WA", first.Time.Add(-10*time.Minute)
			e.Attempts = append(e.Attempts, side.Side, first)
		}
		e.Attempts = report.SortAttempts(e.Attempts)
		return e, nil
	}
}

func programHash(s contest.Side) string {
	sum := sha256.Sum256([]byte(sources[pathOf(s)]))
	return review.ProgramHash([][]byte{sum[:]})
}

// pathOf returns the path of a side's program in sources, even if the side is hidden.
func pathOf(s contest.Side) string {
	switch s.Path {
	case "participant-17/attempt-2.cpp":
		return widePath
	case "participant-31/attempt-1.cpp":
		return "A/ada/01-AC.cpp"
	}
	return s.Path
}

func writeHTMLBundle(t *testing.T, b report.Bundle, masker *blind.Masker) string {
	t.Helper()
	var page bytes.Buffer
	must(t, b.HTML(t.Context(), &page, pairEvidence(masker)))
	return page.String()
}

// redacted returns the redacted copy for ada, and the masker of its names.
func redacted(t *testing.T) (report.Bundle, *blind.Masker) {
	t.Helper()
	b := bundle(1)
	b.Check.Parameters.Against = []string{"Autumn Cup by mei lin"}
	b.Skipped = append(b.Skipped, contest.SkippedItem{Path: "A/mei lin/x.bin", Reason: i18n.Verbatim("A/mei lin/x.bin: mei lin sent no text")})
	copied, names, err := report.Redact(i18n.English(), b, 1, blind.NewRoster([]contest.Participant{{ID: 1, Number: 31, Name: "ada"}, {ID: 2, Number: 17, Name: "mei lin"}, {ID: 9, Number: 4, Name: "somebody"}}))
	must(t, err)
	if b.Pairs[0].Right.Hidden || b.Cases[0].Reviews[0].Note == "" {
		t.Error("the jury's own bundle was changed")
	}
	return copied, names
}

// A bundle says beside a decision if a program changed since. It does not show the hashes of programs, because they differ
// from those of files, and would seem to belong to other programs.
func TestProgramChangedSinceDecision(t *testing.T) {
	t.Parallel()
	page := writeHTMLBundle(t, bundle(1), nil)
	decisions := page[strings.Index(page, "<h3>Decision</h3>"):strings.Index(page, "<h3>Submitted</h3>")]
	mia, noah, isFound := strings.Cut(decisions, "Noah")
	if !isFound || strings.Contains(mia, "changed since") || !strings.Contains(noah, "The right program has changed since.") {
		t.Errorf("the decisions do not say that the right program changed since Noah's ruling only: %s", decisions)
	}
	if strings.Contains(page, programHash(contest.Side{Path: widePath})[:12]) {
		t.Error("the bundle has the hash of a program")
	}
}

// Bundles equal their golden files, are the same each time, and contain only what they should.
func TestBundleGolden(t *testing.T) {
	t.Parallel()
	several := bundle(3)
	several.Subject, several.Selection, several.Omitted = "Evidence of a contest", "All pairs whose case is confirmed or pending.", 12
	forAda, names := redacted(t)
	for _, test := range []struct {
		name   string
		bundle report.Bundle
		names  *blind.Masker
	}{
		{"bundle.golden.html", bundle(1), nil},
		{"bundle-redacted.golden.html", forAda, names},
		{"bundle-several.golden.html", several, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := writeHTMLBundle(t, test.bundle, test.names)
			if again := writeHTMLBundle(t, test.bundle, test.names); again != got {
				t.Error("written twice, the bundle has different bytes")
			}
			got = withoutAssets(t, got)
			compareGolden(t, test.name, got)
			if n := strings.Count(got, evidence.Notice); n < 2 {
				t.Errorf("the bundle says %d times that similarity is not proof, want 2 or more", n)
			}
			if strings.Contains(got, "<script>alert") || strings.Contains(got, "src=") || strings.Contains(got, "url(") {
				t.Error("a note is used as markup, or the bundle loads something from elsewhere")
			}
		})
	}
}

// A redacted copy has no names, notes or reviewers of others, and is possible only for a
// participant of all its pairs.
func TestRedactedCopy(t *testing.T) {
	t.Parallel()
	b, names := redacted(t)
	page := writeHTMLBundle(t, b, names)
	for _, secret := range []string{"mei", "lin wrote", "Mia", "Noah", "same typo", "Autumn Cup", "somebody", "base/template.cpp"} {
		if strings.Contains(page, secret) {
			t.Errorf("the copy contains %q", secret)
		}
	}
	for _, want := range []string{"Participant 17", "ada", "copy for", "reviewer 1", "Confirmed (copied)", "participant-17/attempt-2.cpp", "// Somebody wrote this",
		"It is no probability", "Chance is not the probability that a pair is honest"} {
		if !strings.Contains(page, want) {
			t.Errorf("the copy does not contain %q", want)
		}
	}
	if _, _, err := report.Redact(i18n.English(), bundle(1), 99, blind.Roster{}); err == nil {
		t.Error("a participant who is not of the pair gets a copy, want an error")
	}
	if _, _, err := report.Redact(i18n.English(), bundle(2), 2, blind.Roster{}); err == nil {
		t.Error("a participant of one of two pairs gets a copy of both, want an error")
	}
	several, _, err := report.Redact(i18n.English(), bundle(2), 1, blind.Roster{})
	if err != nil || several.Pairs[0].Right.Participant != "Participant 17" || several.Pairs[1].Right.Participant != "Participant 18" ||
		several.Pairs[1].Left.Hidden || several.CopyFor != several.Pairs[0].Left.Participant {
		t.Errorf("the copy of two pairs has %+v, error %v", several.Pairs, err)
	}
}

// A bundle has no hash of a file in which names are hidden: with the hash, readers could try a list of names. A copy has the hashes of
// the participant's own files.
func TestRedactedHashes(t *testing.T) {
	t.Parallel()
	copied, names := redacted(t)
	own, other := hexSHA256(sources["A/ada/01-AC.cpp"]), hexSHA256(sources[widePath])
	for _, test := range []struct {
		name     string
		page     string
		hasOther bool
	}{
		{"the jury's bundle", writeHTMLBundle(t, bundle(1), nil), true},
		{"the jury's bundle in blind review", writeHTMLBundle(t, bundle(1), names), false},
		{"the copy for ada", writeHTMLBundle(t, copied, names), false},
		{"a copy without names in programs", writeHTMLBundle(t, copied, nil), true},
	} {
		if !strings.Contains(test.page, own) || strings.Contains(test.page, other) != test.hasOther {
			t.Errorf("%s has the hash of ada's file: %t, want true; of the other file: %t, want %t",
				test.name, strings.Contains(test.page, own), strings.Contains(test.page, other), test.hasOther)
		}
	}
}

func hexSHA256(content string) string {
	sum := sha256.Sum256([]byte(content))
	return hex.EncodeToString(sum[:])
}

// The paths of the participant's own files have no names of others in a redacted copy.
func TestRedactedPaths(t *testing.T) {
	t.Parallel()
	b, names := redacted(t)
	const own = "A/ada/from-mei-lin.cpp"
	load := func(ctx context.Context, p contest.Pair) (report.PairEvidence, error) {
		e, err := pairEvidence(names)(ctx, p)
		e.Attempts = []contest.Side{{Participant: "ada", Path: own, Attempt: 1}}
		e.Files = []report.ComparedFile{{Participant: "ada", Path: own}}
		return e, err
	}
	var page bytes.Buffer
	must(t, b.HTML(t.Context(), &page, load))
	const masked = "A/ada/from-Somebody.cpp"
	if got := page.String(); strings.Contains(got, "mei-lin") || strings.Count(got, masked) != 2 {
		t.Errorf("the copy has the path %q %d times, and %q %d times; want 0 and 2", own, strings.Count(got, own), masked, strings.Count(got, masked))
	}
}

// A bundle says how many pairs are left out.
func TestBundleShowsOmitted(t *testing.T) {
	t.Parallel()
	b := bundle(2)
	b.Omitted = 1412
	if page := writeHTMLBundle(t, b, nil); !strings.Contains(page, "1,412 least suspicious pairs of these") {
		t.Error("the bundle does not say that 1,412 pairs are left out")
	}
}

// A bundle has the known sources of its pairs, with descriptions, hashes and programs. A redacted bundle has
// no names in them, and no programs of sources if it hides the other participant's program.
func TestBundleSources(t *testing.T) {
	t.Parallel()
	b := bundle(1)
	b.Pairs[0].Known = &contest.KnownCode{Number: 3, Kind: contest.Leaked, Name: "by mei lin", Explained: true}
	content := "int leaked() { return 1; } // mei lin\n"
	b.Sources = []contest.CheckSource{{Number: 3, KnownSource: contest.KnownSource{Kind: contest.Leaked, Name: "by mei lin",
		URL: "https://judge.example/mei lin", Licence: "CC0", Date: time.Date(2026, 4, 30, 0, 0, 0, 0, time.UTC),
		File: contest.File{Path: "mei lin.cpp", Content: []byte(content)}}}}
	hash, size := hexSHA256(content), fmt.Sprintf("%d bytes", len(content))
	roster := blind.NewRoster([]contest.Participant{{ID: 1, Number: 31, Name: "ada"}, {ID: 2, Number: 17, Name: "mei lin"}})
	copied, names, err := report.Redact(i18n.English(), b, 1, roster)
	must(t, err)
	alone := copied
	alone.Hides = review.HidesProgram
	for _, test := range []struct {
		name      string
		page      string
		has, lack []string
	}{
		{"for the jury", writeHTMLBundle(t, b, nil), []string{"by mei lin", "mei lin.cpp", "https://judge.example/mei lin", "leaked()", "2026-04-30", hash, size}, nil},
		{"for ada", writeHTMLBundle(t, copied, names), []string{"source 3", "file-1.cpp", "leaked()", "Somebody", "2026-04-30"}, []string{"mei lin", "judge.example", hash, size}},
		{"for ada, without the other program", writeHTMLBundle(t, alone, names), []string{"source 3"}, []string{"mei lin", "leaked()", hash, size}},
	} {
		words := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(test.page, "")
		for _, want := range append(test.has, "CC0") {
			if !strings.Contains(words, want) {
				t.Errorf("%s: no %q in %s", test.name, want, words)
			}
		}
		for _, secret := range test.lack {
			if strings.Contains(test.page, secret) || strings.Contains(words, secret) {
				t.Errorf("%s: it has %q", test.name, secret)
			}
		}
	}
}
