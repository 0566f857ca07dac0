package watch_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/ccstest"
)

// randomProgram returns a program. Its statements depend on seed, and its names on disguise.
func randomProgram(seed, disguise uint64) string {
	r := rand.New(rand.NewPCG(seed, 1))
	var names []string
	for i := range 8 {
		names = append(names, fmt.Sprintf("v%d_%c", disguise, 'a'+i))
	}
	name := func() string { return names[r.IntN(len(names))] }
	var b strings.Builder
	b.WriteString("#include <iostream>\n#include <vector>\nusing namespace std;\nint main() {\n")
	for _, n := range names {
		fmt.Fprintf(&b, "  long long %s; cin >> %s;\n", n, n)
	}
	operators := []string{"+", "-", "*", "/", "%", "&", "|", "^", "<<"}
	operator := func() string { return operators[r.IntN(len(operators))] }
	for range 25 + r.IntN(25) {
		switch r.IntN(6) {
		case 0:
			fmt.Fprintf(&b, "  %s = %s %s %d %s %s;\n", name(), name(), operator(), r.IntN(1000), operator(), name())
		case 1:
			fmt.Fprintf(&b, "  if (%s %s %s > %d) %s = %s;\n", name(), operator(), name(), r.IntN(100), name(), name())
		case 2:
			fmt.Fprintf(&b, "  for (int i = %d; i < %s; i++) { %s += i %s %s; }\n", r.IntN(10), name(), name(), operator(), name())
		case 3:
			fmt.Fprintf(&b, "  while (%s > %d && %s != %s) %s /= %d;\n", name(), r.IntN(50), name(), name(), name(), 2+r.IntN(8))
		case 4:
			fmt.Fprintf(&b, "  { vector<long long> t(%d); t[%s %% %d] = %s %s %s; %s = t[0]; }\n", 10+r.IntN(90), name(), 2+r.IntN(8), name(), operator(), name(), name())
		default:
			fmt.Fprintf(&b, "  do { %s -= %s; } while (%s %s %s);\n", name(), name(), name(), operator(), name())
		}
	}
	fmt.Fprintf(&b, "  cout << %s << endl;\n}\n", name())
	return b.String()
}

// BenchmarkDelay measures the time from the judgement that accepts a copy to its alert. At the start there
// are 2,000 submissions; ten are added each second. See docs/decisions/live-scoring.md for figures.
func BenchmarkDelay(b *testing.B) {
	const (
		initial   = 2000 // submissions at the start
		added     = 300  // submissions added during the contest
		perSecond = 10
		copyEvery = 4 // every fourth added submission is a copy of an earlier one
		problems  = 10
		teams     = 400
	)
	scenario, _ := loadLabelled(b)
	scenario.Problems, scenario.Teams = nil, nil
	for i := range problems {
		scenario.Problems = append(scenario.Problems, ccstest.Problem{ID: fmt.Sprintf("p%d", i), Label: string(rune('A' + i)), Name: "problem"})
	}
	for i := range teams {
		scenario.Teams = append(scenario.Teams, ccstest.Team{ID: fmt.Sprintf("t%d", i), Name: fmt.Sprintf("team %d", i), Groups: []string{"north"}})
	}
	newSubmission := func(i int, source string) ccstest.JudgedSubmission {
		id, at := fmt.Sprint(10_000+i), time.Duration(i)*time.Second
		return ccstest.JudgedSubmission{
			Submission: ccstest.Submission{ID: id, Team: fmt.Sprintf("t%d", i/problems%teams), Problem: fmt.Sprintf("p%d", i%problems), Language: "cpp", ContestTime: at,
				Files: []ccstest.File{{Name: "main.cpp", Content: source}}},
			Judgement: ccstest.Judgement{ID: "j" + id, Submission: id, Type: "AC", Start: at, End: at + time.Second},
		}
	}
	for i := range initial {
		judged := newSubmission(i, randomProgram(uint64(i), 0))
		scenario.Submissions, scenario.Judgements = append(scenario.Submissions, judged.Submission), append(scenario.Judgements, judged.Judgement)
	}
	for b.Loop() {
		server, db := ccstest.NewServer(b, scenario), open(b)
		start := time.Now()
		w := startWatch(b, server, db)
		eventually(b, "the initial submissions are compared", func() bool {
			watch, err := db.Watch(b.Context(), 1)
			return err == nil && watch.Compared == initial
		})
		b.ReportMetric(time.Since(start).Seconds(), "s/catch-up")

		judgedAt := map[string]time.Time{}
		tick := time.NewTicker(time.Second / perSecond)
		for i := initial; i < initial+added; i++ {
			<-tick.C
			source := randomProgram(uint64(i), 0)
			if i%copyEvery == 0 {
				source = randomProgram(uint64(i-7*problems), 1) // of another team, for the same problem
			}
			judged := newSubmission(i, source)
			server.AddSubmission(judged.Submission, judged.PendingJudgement())
			judgedAt["submissions/"+judged.Submission.ID] = time.Now()
			server.Judge(judged.Judgement)
		}
		tick.Stop()
		eventually(b, "an alert of each copy", func() bool {
			w.mu.Lock()
			defer w.mu.Unlock()
			return len(w.alerts) >= added/copyEvery
		})
		w.mu.Lock()
		var delays []float64
		for i, a := range w.alerts {
			at, ok := judgedAt[a.Left.Path]
			if later, also := judgedAt[a.Right.Path]; also && later.After(at) {
				at, ok = later, true
			}
			if ok {
				delays = append(delays, float64(w.alertTimes[i].Sub(at).Microseconds())/1000)
			}
		}
		w.mu.Unlock()
		slices.Sort(delays)
		b.ReportMetric(delays[len(delays)/2], "ms/median")
		b.ReportMetric(delays[len(delays)*99/100], "ms/p99")
		b.ReportMetric(delays[len(delays)-1], "ms/max")
		b.ReportMetric(float64(len(delays)), "alerts")
		w.stop()
	}
}
