package report_test

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/report"
	"github.com/ojcheck/ojcheck/internal/review"
)

// decisions returns three cases: one on which two reviewers disagree until a ruling, one with an
// earlier contest, and one without a review.
func decisions() []report.DecidedCase {
	basis := review.Basis{CheckID: 7, AlgorithmVersion: "lexer 9", FirstHash: strings.Repeat("a", 64), SecondHash: strings.Repeat("b", 64),
		Suspicion: 2. / 3, Similarity: 1, MaxSimilarity: 1, LongestMatch: 120}
	at := time.Date(2026, 5, 1, 20, 30, 0, 0, time.FixedZone("", 2*3600))
	reviewBy := func(name string, minutes int, d review.Decision, reason review.Reason, note string) review.Review {
		return review.Review{Reviewer: review.Person{ID: int64(minutes), Name: name}, Decision: d, Reason: reason, Note: note, Basis: basis, At: at.Add(time.Duration(minutes) * time.Minute)}
	}
	ruling := reviewBy("chief", 9, review.Confirmed, review.Copied, "see lines 3 to 20, \"total\"\nand the comment")
	ruling.Ruling = true
	unclear := reviewBy("mia", 3, review.Unclear, "", "")
	unclear.Basis.CheckID = 3
	return []report.DecidedCase{
		{CaseEntry: review.CaseEntry{
			Case: review.Case{Key: review.Key{ContestID: 1, Problem: "A", First: 4, Second: 9}, State: review.CaseConfirmed,
				Reviews: []review.Review{reviewBy("mia", 1, review.Confirmed, review.Copied, "=HYPERLINK()"), reviewBy("noah", 2, review.Dismissed, review.TooSimple, ""), ruling}},
			FirstParticipant: contest.Participant{Name: "Participant 17"}, SecondParticipant: contest.Participant{Name: "@linus"},
		}, Pairs: map[int64]contest.Pair{7: {Left: contest.Side{ParticipantID: 9, Path: "A/linus/02-AC.cpp"}, Right: contest.Side{ParticipantID: 4, Path: "participant-17/attempt-1.cpp"}}}},
		{CaseEntry: review.CaseEntry{
			Case:             review.Case{Key: review.Key{ContestID: 1, Problem: "B", First: 4, Second: 5}, State: review.CaseUnclear, Reviews: []review.Review{unclear}},
			FirstParticipant: contest.Participant{Name: "ada"}, SecondParticipant: contest.Participant{Name: "grace"}, EarlierContest: "Autumn Cup",
		}},
		{CaseEntry: review.CaseEntry{
			Case:             review.Case{Key: review.Key{ContestID: 1, Problem: "C", First: 4, Second: 5}, State: review.Open, Assigned: review.Person{ID: 2, Name: "noah"}},
			FirstParticipant: contest.Participant{Name: "ada"}, SecondParticipant: contest.Participant{Name: "ben"},
		}},
	}
}

// The decisions of a contest equal the golden files as CSV and JSON.
func TestDecisions(t *testing.T) {
	t.Parallel()
	var table, object bytes.Buffer
	must(t, report.DecisionsCSV(&table, "Spring Cup", decisions()))
	must(t, report.DecisionsJSON(&object, "Spring Cup", decisions()))
	compareGolden(t, "decisions.golden.csv", table.String())
	compareGolden(t, "decisions.golden.json", object.String())
	rows, err := csv.NewReader(&table).ReadAll()
	if err != nil || len(rows) != 6 {
		t.Errorf("%d rows of CSV (error %v), want 6", len(rows), err)
	}
	var empty bytes.Buffer
	if err := report.DecisionsJSON(&empty, "", nil); err != nil || !strings.Contains(empty.String(), `"cases": []`) {
		t.Errorf("without cases: %s (error %v), want an empty list", empty.String(), err)
	}
}
