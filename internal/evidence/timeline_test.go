package evidence

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/i18n"
)

// attempts returns three attempts of one participant and two of the other.
func attempts() Timeline {
	at := func(minute int) time.Time { return time.Date(2026, 1, 1, 10, minute, 0, 0, time.UTC) }
	return Timeline{
		Left: Lane{Participant: "Ada & <Grace>", Attempts: []Attempt{
			{Number: 1, Problem: "A", Verdict: "CE", Time: at(5), Language: "C++"},
			{Number: 2, Problem: "A", Verdict: "WA", Time: at(15), Language: "C++", InCheck: true},
			{Number: 3, Problem: "A", Verdict: "AC", Time: at(30), Language: "C++", InCheck: true, IsSide: true},
		}},
		Right: Lane{Participant: "Linus", Omitted: 28, Attempts: []Attempt{
			{Number: 7, Problem: "A", Time: at(10), Language: "C", InCheck: true},
			{Number: 8, Problem: "A", Verdict: "AC", Time: at(40), Language: "C++", InCheck: true, IsSide: true},
		}},
		Similarities: []AttemptSimilarity{{0, 0, 0.1}, {0, 1, 0.25}, {1, 0, 0.5}, {1, 1, 0.4}, {2, 0, 0.45}, {2, 1, 0.98}},
	}
}

// The timeline orders attempts by time, and links each to the most similar attempt of the other participant.
func TestTimeline(t *testing.T) {
	t.Parallel()
	line := attempts()
	if diff := cmp.Diff([]AttemptSimilarity{{1, 0, 0.5}, {2, 1, 0.98}}, line.links()); diff != "" {
		t.Errorf("links (-want +got):\n%s", diff)
	}
	var columns []int
	for _, b := range line.boxes(i18n.English()) {
		columns = append(columns, b.x/columnWidth)
	}
	if diff := cmp.Diff([]int{0, 2, 3, 1, 4}, columns); diff != "" {
		t.Errorf("columns by time (-want +got):\n%s", diff)
	}
	for i, want := range []string{"attempt 8, 25.0%", "attempt 7, 50.0%", "attempt 8, 98.0%"} {
		if got := line.mostSimilarText(i18n.English(), leftSide, i); got != want {
			t.Errorf("the most similar attempt to attempt %d is %q, want %q", i+1, got, want)
		}
	}

	line.Right.Attempts[0].Time = time.Time{}
	columns = nil
	for _, b := range line.boxes(i18n.English()) {
		columns = append(columns, b.x/columnWidth)
	}
	if diff := cmp.Diff([]int{0, 1, 2, 0, 1}, columns); diff != "" {
		t.Errorf("columns if a time is unknown (-want +got):\n%s", diff)
	}
	line.Similarities = nil
	if got := line.mostSimilarText(i18n.English(), rightSide, 1); got != "none" || len(line.links()) != 0 {
		t.Errorf("if nothing can be compared: most similar attempt %q and %d links, want none", got, len(line.links()))
	}
	line.Left.Attempts[1].Problem = "B <easy>"
	if got := render(t, TimelineOf(line)); !strings.Contains(got, "attempt 2 at B &lt;easy&gt;") {
		t.Error("with two problems, an attempt does not name its problem")
	}
	if got := line.legend(i18n.In("ja")); strings.Contains(got, "。 ") {
		t.Errorf("the Japanese legend has blanks between its sentences: %s", got)
	}
	if got := render(t, TimelineOf(Timeline{})); !strings.Contains(got, "<svg") {
		t.Errorf("an empty timeline has no drawing: %s", got)
	}
}
