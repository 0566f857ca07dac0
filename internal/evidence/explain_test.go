package evidence

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// pool returns the histogram of a pool with the given numbers of participants and pairs. The pool
// has all participants of its contest.
func pool(participants int, pairs int64, median float64) contest.Histogram {
	h := contest.Histogram{Problem: "B-rivers", Language: "c++", Participants: participants, RarityParticipants: participants, Median: median, TypicalSize: 300}
	h.Bins[0] = pairs
	return h
}

// withContest returns a histogram of a pool in a contest with the given number of participants; 0 for an
// unknown number.
func withContest(participants int, h contest.Histogram) contest.Histogram {
	h.RarityParticipants = participants
	return h
}

// Explain says in sentences what the scores of a pair mean.
func TestExplain(t *testing.T) {
	t.Parallel()
	const (
		covered = "83.1% of the right program's own code is also in the left one, and 60.4% the other way round."
		shared  = "They share 74 passages of 8 tokens; 61 of them occur in no other C++ program (212 other participants)."
		unusual = "It is more suspicious than 99.98% of the other 22,790 pairs of B-rivers in C++; the typical pair has a suspicion of 0.031."
	)
	scores := contest.Scores{Suspicion: 0.91, CoverageLeft: 0.604, CoverageRight: 0.8312, MaxSimilarity: 0.8312,
		SharedPassages: 74, UniquePassages: 61, Percentile: new(0.99987)}
	params := contest.Parameters{ShingleLength: 8, MinMatch: 9}
	simple := pool(214, 22791, 0.2)
	simple.TooSimple, simple.Simplicity, simple.TypicalSize = true, 1, 33
	alike := pool(214, 22791, 0.12)
	alike.TooSimple = true
	across := pool(214, 22791, 0.031)
	across.Problem = ""
	millions := pool(214, 22791, 0.031)
	millions.Sampled = true
	tests := []struct {
		name   string
		change func(*contest.Scores, *contest.Parameters)
		pool   contest.Histogram
		want   []string
	}{
		{"a copy in a large pool", func(s *contest.Scores, _ *contest.Parameters) { s.Chance = new(0.0123) }, pool(214, 22791, 0.031), []string{
			covered, shared, unusual,
			"Honest pairs expected by chance to be like this one: 0.012.",
		}},
		{"a pool whose pairs were sampled", nil, millions, []string{
			covered, shared,
			"It is more suspicious than 99.98% of the other 22,790 pairs of B-rivers in C++; the typical pair has a suspicion of about 0.031.",
		}},
		{"identical own code, with base code", func(s *contest.Scores, p *contest.Parameters) {
			s.CoverageLeft, s.CoverageRight, s.UniquePassages, s.Percentile, s.SameNamePassages = 1, 1, 74, new(1.0), 40
			p.Base = []string{"template.cpp"}
		}, pool(3, 10, 0), []string{
			"100.0% of each program's own code (base code set aside) is also in the other.",
			"They share 74 passages of 8 tokens; all of them occur in no other C++ program (1 other participant). With names kept: 40 shared passages of 4 tokens.",
			"It is more suspicious than all of the other 9 pairs of B-rivers in C++; the typical pair has a suspicion of 0.000.",
		}},
		{"a shared template that nobody else has", func(s *contest.Scores, _ *contest.Parameters) {
			s.SharedPassages, s.SharedTemplate, s.SharedTemplateScore, s.Percentile = 0, 312, 0.9, new(0.666666)
		}, pool(3, 10, 0), []string{
			covered,
			"It is more suspicious than 6 of the other 9 pairs of B-rivers in C++; the typical pair has a suspicion of 0.000.",
			"Both also use a template of 312 tokens in their other problems. Nobody else here has it. It does not count in the suspicion.",
		}},
		{"a shared template that many others have", func(s *contest.Scores, _ *contest.Parameters) {
			s.SharedPassages, s.SharedTemplate, s.OtherParticipantsWithTemplate, s.Percentile = 0, 400, 14, new(0.666666)
		}, pool(3, 10, 0), []string{
			covered,
			"It is more suspicious than 6 of the other 9 pairs of B-rivers in C++; the typical pair has a suspicion of 0.000.",
			"Both also use a template of 400 tokens in their other problems. 14 other participants have it too. It does not count in the suspicion.",
		}},
		{"the whole pool shares code", func(s *contest.Scores, _ *contest.Parameters) {
			s.UniquePassages, s.Percentile = 0, new(0.0)
		}, pool(20, 190, 0.93), []string{
			covered,
			"They share 74 passages of 8 tokens; none of them is unique to this pair: the code is common, or a larger group shares it.",
			"None of the other 189 pairs of B-rivers in C++ is less suspicious; the typical pair has a suspicion of 0.930: the problem makes programs alike, or a large group shares code.",
		}},
		{"most of the pool shares code", func(s *contest.Scores, _ *contest.Parameters) {
			s.Percentile = new(0.5)
		}, pool(20, 190, 0.9), []string{
			covered,
			"They share 74 passages of 8 tokens; 61 of them occur in no other C++ program (18 other participants).",
			"It is more suspicious than 95 of the other 189 pairs of B-rivers in C++; the typical pair has a suspicion of 0.900: the problem makes programs alike, or a large group shares code.",
		}},
		{"a pool of two participants", func(s *contest.Scores, _ *contest.Parameters) { s.Percentile = nil }, pool(2, 1, 0.9), []string{
			covered,
			"They share 74 passages of 8 tokens; nobody else submitted C++ here, so there is no baseline.",
			"It is the only pair of B-rivers in C++, so there is no baseline.",
		}},
		{"a pool of four participants", func(s *contest.Scores, _ *contest.Parameters) {
			s.Percentile, s.SharedPassages, s.UniquePassages, s.SameNamePassages = nil, 1, 1, 2
		}, pool(4, 6, 0.1), []string{
			covered,
			"They share 1 passage of 8 tokens; it occurs in no other C++ program (2 other participants). With names kept: 2 shared passages of 4 tokens.",
			"There are only 6 pairs of B-rivers in C++; a baseline needs 10.",
		}},
		{"a problem too simple", func(s *contest.Scores, _ *contest.Parameters) { s.Chance = new(0.5) }, simple, []string{
			covered, shared,
			"The problem is too simple to judge pairs by: the typical program of B-rivers in C++ has 33 distinct passages, so few that different people write the same.",
		}},
		{"a problem that different people solve alike", func(s *contest.Scores, _ *contest.Parameters) { s.Chance = new(0.5) }, alike, []string{
			covered, shared,
			"It is more suspicious than 99.98% of the other 22,790 pairs of B-rivers in C++; " +
				"the typical pair has a suspicion of 0.120: different people write programs for this problem alike.",
			"By chance, about 1 in 46,000 honest pairs is like this one: 0.5 of the 22,791 pairs here.",
		}},
		{"a pool of all problems", nil, across, []string{
			covered, shared,
			"It is more suspicious than 99.98% of the other 22,790 pairs in C++; the typical pair has a suspicion of 0.031.",
		}},
		{"no matches", func(s *contest.Scores, _ *contest.Parameters) { s.CoverageLeft, s.CoverageRight = 0, 0 }, pool(214, 22791, 0.031), []string{
			"The programs have no long match: what they share is scattered in short passages.",
			shared, unusual,
		}},
		{"a check from before rarity was counted", func(s *contest.Scores, _ *contest.Parameters) {
			s.SharedPassages, s.UniquePassages, s.Percentile = 0, 0, nil
		}, contest.Histogram{Problem: "B-rivers", Language: "c++"}, []string{
			covered,
			"This check did not count how rare and how unusual that is: run a new check.",
		}},
		{"no shared passages", func(s *contest.Scores, _ *contest.Parameters) { s.SharedPassages, s.UniquePassages = 0, 0 }, pool(214, 22791, 0.031), []string{covered, unusual}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p, params := contest.Pair{Scores: scores}, params
			if test.change != nil {
				test.change(&p.Scores, &params)
			}
			if diff := cmp.Diff(test.want, Explain(i18n.English(), p, test.pool, params)); diff != "" {
				t.Errorf("explanation (-want +got):\n%s", diff)
			}
		})
	}
}

// The sentence about rarity gives the number of all other participants whose code was counted, not
// only of those in the pool.
func TestRaritySentence(t *testing.T) {
	t.Parallel()
	two, four, forty := pool(2, 1, 0.9), pool(4, 6, 0.1), pool(40, 780, 0.1)
	tests := []struct {
		name           string
		shared, unique int
		pool           contest.Histogram
		want           string
	}{
		{"pool of two in a contest of 40", 74, 61, withContest(40, two), "; 61 of them occur in no other C++ program of the contest (38 other participants)"},
		{"no rare passage, in a contest of 40", 74, 0, withContest(40, two), "; none of them is unique to this pair: the code is common, or a larger group shares it"},
		{"pool of two in a contest of three", 74, 61, withContest(3, two), "; 61 of them occur in no other C++ program of the contest (1 other participant)"},
		{"only rare passages, in a contest of three", 74, 74, withContest(3, two), "; all of them occur in no other C++ program of the contest (1 other participant)"},
		{"pool of four in a contest of 40", 1, 1, withContest(40, four), "; it occurs in no other C++ program of the contest (38 other participants)"},
		{"the pool has all participants of the contest", 74, 61, forty, "; 61 of them occur in no other C++ program (38 other participants)"},
		{"contest of two", 74, 74, two, "; nobody else submitted C++ here, so there is no baseline"},
		{"pool of two in an older check", 74, 61, withContest(0, two), "; 61 of them occur in no other C++ program"},
		{"nothing rare in an older check", 74, 0, withContest(0, two), "; none of them is unique to this pair: the code is common, or a larger group shares it"},
		{"pool of 40 in an older check", 74, 74, withContest(0, forty), "; all of them occur in no other C++ program"},
	}
	for _, test := range tests {
		passages := "74 passages"
		if test.shared == 1 {
			passages = "1 passage"
		}
		p := contest.Pair{Scores: contest.Scores{SharedPassages: test.shared, UniquePassages: test.unique}}
		got := raritySentence(i18n.English(), p, test.pool, contest.Parameters{ShingleLength: 8})
		if want := "They share " + passages + " of 8 tokens" + test.want + "."; got != want {
			t.Errorf("%s: %q, want %q", test.name, got, want)
		}
	}
}

// Names of problems are escaped in explanations.
func TestExplainEscapes(t *testing.T) {
	t.Parallel()
	h := pool(5, 10, 0)
	h.Problem = "\x1b[2J"
	h.TooSimple, h.Simplicity = true, 1
	text := strings.Join(Explain(i18n.English(), contest.Pair{Scores: contest.Scores{Percentile: new(0.5)}}, h, contest.Parameters{}), " ") + TooSimpleSentence(i18n.English(), []contest.Histogram{h})
	if strings.Contains(text, "\x1b") || strings.Count(text, "␛[2J") != 2 {
		t.Errorf("the name of the problem is not escaped in %q", text)
	}
}

// judgeability says why the pairs of a problem cannot be judged, or nothing.
func TestJudgeability(t *testing.T) {
	t.Parallel()
	simple := pool(20, 190, 0.2)
	simple.TooSimple, simple.Simplicity = true, 1
	older := contest.Histogram{Problem: "A", Language: "java", Programs: 40}
	older.Bins[0] = 780
	for want, h := range map[string]contest.Histogram{
		"": pool(20, 190, 0.1), "too simple to judge pairs by": simple, "nothing to compare": pool(1, 0, 0),
		"too few pairs for a baseline": pool(4, 6, 0.1),
	} {
		if got := judgeability(i18n.English(), h); got != want {
			t.Errorf("%+v: %q, want %q", h, got, want)
		}
	}
	if got := judgeability(i18n.English(), older); got != "" {
		t.Errorf("a check without counted programs: %q, want nothing", got)
	}
}

// TooSimple lists the problems that are too simple to judge pairs by.
func TestTooSimple(t *testing.T) {
	t.Parallel()
	of := func(problem, language string, pairs int64, simple bool) contest.Histogram {
		h := contest.Histogram{Problem: problem, Language: language, TooSimple: simple}
		h.Bins[0] = pairs
		return h
	}
	tests := []struct {
		name string
		all  []contest.Histogram
		want string
	}{
		{"no problems", nil, ""},
		{"no problem is too simple", []contest.Histogram{of("A", "c++", 9, false)}, ""},
		{"a simple problem without pairs", []contest.Histogram{of("A", "c++", 0, true)}, ""},
		{"some problems", []contest.Histogram{of("A", "c++", 9, true), of("A", "python", 9, true), of("B", "c++", 9, false), of("B", "java", 9, true)},
			"Too simple to judge pairs by: A (C++, Python), B (Java). Different people write such programs alike."},
		{"a pool of all problems", []contest.Histogram{of("", "c++", 9, true)},
			"Too simple to judge pairs by: all problems (C++). Different people write such programs alike."},
	}
	for _, test := range tests {
		if got := TooSimpleSentence(i18n.English(), test.all); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// Explain compares a pair with an earlier contest with the pairs of this contest, and does not
// count it as one of them.
func TestExplainEarlier(t *testing.T) {
	t.Parallel()
	pair := contest.Pair{Problem: "B-rivers", Language: "c++",
		Left:  contest.Side{Participant: "ada", Problem: "B-rivers"},
		Right: contest.Side{Participant: "zoe", Problem: "Q", Contest: "Spring \x1b[2J"},
		Scores: contest.Scores{Suspicion: 0.91, CoverageLeft: 0.604, CoverageRight: 0.8312, MaxSimilarity: 0.8312,
			SharedPassages: 74, UniquePassages: 61}}
	params := contest.Parameters{ShingleLength: 8, MinMatch: 9}
	tests := []struct {
		name       string
		percentile *float64
		pool       contest.Histogram
		want       []string
	}{
		{"a small pool", new(0.75), pool(6, 12, 0.031), []string{
			"They share 74 passages of 8 tokens; 61 of them occur in no other C++ program (5 other participants).",
			"It is more suspicious than 9 of the 12 pairs of B-rivers in C++ in this contest; the typical pair has a suspicion of 0.031.",
		}},
		{"above all pairs", new(1.0), pool(214, 22791, 0.031), []string{
			"They share 74 passages of 8 tokens; 61 of them occur in no other C++ program (213 other participants).",
			"It is more suspicious than all of the 22,791 pairs of B-rivers in C++ in this contest; the typical pair has a suspicion of 0.031.",
		}},
		{"a pool with one pair", nil, pool(2, 1, 0.031), []string{
			"They share 74 passages of 8 tokens; 61 of them occur in no other C++ program (1 other participant).",
			"There is only 1 pair of B-rivers in C++ in this contest; a baseline needs 10.",
		}},
		{"a pool of one participant", nil, pool(1, 0, 0), []string{
			"They share 74 passages of 8 tokens; nobody else submitted C++ here, so there is no baseline.",
			"There are no pairs of B-rivers in C++ in this contest; a baseline needs 10.",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := pair
			p.Percentile = tt.percentile
			want := append([]string{
				"The right program was submitted to an earlier contest: problem Q of Spring ␛[2J.",
				"83.1% of the right program's own code is also in the left one, and 60.4% the other way round.",
			}, tt.want...)
			if diff := cmp.Diff(want, Explain(i18n.English(), p, tt.pool, params)); diff != "" {
				t.Errorf("explanation (-want +got):\n%s", diff)
			}
		})
	}
}

// Percentiles are rounded down, and chances are rounded to two digits.
func TestPercentiles(t *testing.T) {
	t.Parallel()
	tests := []struct {
		share float64
		pairs int64
		want  [2]string // as percentile, and in a sentence
	}{
		{0, 10, [2]string{"0%", "0"}},
		{2. / 3, 10, [2]string{"66%", "6"}},
		{0.5, 20, [2]string{"50%", "10"}},
		{0.5, 21, [2]string{"50%", "10"}},
		{0.29, 101, [2]string{"29%", "29"}},
		{0.998998, 999, [2]string{"99%", "997"}},
		{0.998998, 1000, [2]string{"99.8%", "99.8%"}},
		{0.57, 1000, [2]string{"57.0%", "57%"}},
		{0.99999, 9999, [2]string{"99.9%", "99.9%"}},
		{0, 10000, [2]string{"0.00%", "0%"}},
		{0.29, 10000, [2]string{"29.00%", "29%"}},
		{0.999899, 10000, [2]string{"99.98%", "99.98%"}},
		{0.9999999, 1 << 40, [2]string{"99.99%", "99.99%"}},
		{1, 10, [2]string{"100%", "9"}},
		{1, 10000, [2]string{"100%", "100%"}},
	}
	for _, test := range tests {
		if got := [2]string{Percentile(i18n.English(), test.share, test.pairs-1), formatShare(i18n.English(), test.share, test.pairs-1)}; got != test.want {
			t.Errorf("%v of %d pairs is written %q, want %q", test.share, test.pairs, got, test.want)
		}
	}
	for chance, want := range map[float64]string{0: "<0.001", 0.001: "0.001", 0.0234: "0.023", 0.5: "0.5", 2.44: "2.4", 99.4: "99", 99.6: "100", 100: "100", 31234.5: "31,000"} {
		if got := Chance(i18n.English(), chance); got != want {
			t.Errorf("chance %v is written %q, want %q", chance, got, want)
		}
	}
	for _, test := range []struct {
		chance  float64
		pairs   int64
		earlier string
		want    string
	}{
		{0.775, 31000, "", "By chance, about 1 in 40,000 honest pairs is like this one: 0.78 of the 31,000 pairs here."},
		{6200, 31000, "", "By chance, about 1 in 5 honest pairs is like this one: 6,200 of the 31,000 pairs here."},
		{0.0009, 2000, "", "Honest pairs expected by chance to be like this one: fewer than 0.001."},
		{0.5, 999, "", "Honest pairs expected by chance to be like this one: 0.5. This is a rough figure, from few pairs."},
		{0.5, 6, "", "Honest pairs expected by chance to be like this one: 0.5. " +
			"This is estimated mostly from other contests, because there are only 6 pairs of B-rivers in C++."},
		{0, 0, "Spring", "Honest pairs with the earlier problem expected by chance to be like this one: fewer than 0.001. " +
			"This is estimated from other contests, because there are no pairs of B-rivers in C++ in this contest."},
		{0.2, 500, "Spring", "Honest pairs with the earlier problem expected by chance to be like this one: 0.2. This is a rough figure, from few pairs."},
		{0.2, 5000, "Spring", "Honest pairs with the earlier problem expected by chance to be like this one: 0.2."},
	} {
		pair := contest.Pair{Right: contest.Side{Contest: test.earlier}, Scores: contest.Scores{Chance: &test.chance}}
		if got := chanceSentence(i18n.English(), pair, pool(3, test.pairs, 0)); got != test.want {
			t.Errorf("a chance of %v among %d pairs:\n%q, want\n%q", test.chance, test.pairs, got, test.want)
		}
	}
}
