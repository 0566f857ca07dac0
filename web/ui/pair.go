package ui

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/web/request"
)

// pairView is what the page of a pair shows.
type pairView struct {
	Check    contest.Check
	Pair     contest.Pair
	Ranking  request.PairQuery // from which the pair was opened
	Position position
	View     codeView
	Evidence evidence.View
	// Explanation says in sentences what the suspicion rests on.
	Explanation []string
	Baseline    contest.Histogram  // of the pairs of its problem and language
	Timeline    *evidence.Timeline // of both participants' attempts; nil where it is not known
	Facts       facts
	Titles      titles                // of the check's problems
	Together    []contest.RelatedPair // other pairs of the same two
	// After are the next most similar pairs of either participant, the left one's
	// and the right one's; the zero pair where there is none.
	After   [2]contest.Pair
	Case    caseView
	Notice  *undoNotice // of what was decided just before; nil for nothing
	Undo    *undoNotice // of what was decided before other pairs were paged to; nil for nothing
	Recheck string      // where the contest can be checked again, if it should be
	at      int         // the position in the ranking that the address names
}

// shownTogether is how many other pairs of the same two the page of a pair lists.
const shownTogether = 5

// codeView is a way to show both programs. It is in the address.
type codeView string

// The views of a pair.
const (
	matchesView codeView = ""
	diffView    codeView = "diff"
	tokensView  codeView = "tokens"
)

// parseCodeView reads from an address how to show the programs.
func parseCodeView(q url.Values) codeView {
	if v := codeView(q.Get("view")); v == diffView || v == tokensView {
		return v
	}
	return matchesView
}

// Pair shows both programs of a pair side by side.
func (s *Site) Pair(w http.ResponseWriter, r *http.Request) error {
	ctx, q := r.Context(), r.URL.Query()
	id, err := request.PathID(r)
	if err != nil {
		return err
	}
	rd := s.read(r)
	pair, check, err := rd.Pair(ctx, id)
	if err != nil {
		return err
	}
	view := pairView{
		Check:   check,
		Pair:    pair,
		Ranking: request.ParsePairQuery(q, check.Parameters.Threshold),
		View:    parseCodeView(q),
		at:      positionOf(q, pair),
		Recheck: s.recheckPath(rd.Viewer(), check),
	}
	if view.Position, err = rd.findPosition(ctx, pair, view.Ranking, view.at); err != nil {
		return err
	}
	at := view.Position.At
	if at == 0 { // decided, it is no more in a ranking of those that wait, and stood here
		at = min(view.at, view.Position.Total)
	}
	view.Ranking = view.Ranking.WithPage(1 + max(0, at-1)/request.PageSize)
	if view.Evidence, view.Timeline, err = rd.Open(ctx, pair); err != nil {
		return err
	}
	histograms, err := rd.Histograms(ctx, check)
	if err != nil {
		return err
	}
	view.Baseline, _ = contest.HistogramFor(pair, histograms)
	view.Explanation = evidence.Explain(pair, view.Baseline, check.Parameters)
	if view.Titles, err = rd.Titles(ctx, check.ContestID); err != nil {
		return err
	}
	if view.Facts, err = rd.facts(ctx, pair); err != nil {
		return err
	}
	if view.Together, err = rd.RelatedPairs(ctx, pair); err != nil {
		return err
	}
	if view.After, err = rd.NextPairs(ctx, pair); err != nil {
		return err
	}
	if view.Case, err = rd.loadCase(ctx, pair, check); err != nil {
		return err
	}
	if view.Notice, view.Undo, err = s.loadNotice(ctx, rd, pair.ID, check); err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, pairPage(view))
}

// path is the address of another pair of the same ranking, in the same view.
func (v pairView) path(id int64, at int) string { return v.pathIn(id, at, v.View) }

func (v pairView) pathIn(id int64, at int, shown codeView) string {
	path := pairPathIn(id, v.Ranking, at)
	if shown != matchesView {
		path += "&view=" + string(shown)
	}
	return path
}

// rankingRow is the address of the ranking, at the row of this pair.
func (v pairView) rankingRow() string {
	return rankingPath(v.Ranking, v.Check.ID, "") + "#" + rowID(v.Pair)
}

// draft is what the panel begins with: the viewer's review, or what they have just withdrawn.
func (v pairView) draft() review.Review {
	if v.Notice != nil && v.Notice.PairID == v.Pair.ID && v.Case.Own.Decision == "" {
		return v.Notice.Withdrawn
	}
	return v.Case.Own
}

// viewPath is the address of this pair in one of its views.
func (v pairView) viewPath(shown codeView) string { return v.pathIn(v.Pair.ID, v.Position.At, shown) }

// hasTimeline reports whether either participant submitted more than once for the problem.
func (v pairView) hasTimeline() bool {
	if v.Timeline == nil {
		return false
	}
	l, r := v.Timeline.Left, v.Timeline.Right
	return len(l.Attempts)+l.Omitted > 1 || len(r.Attempts)+r.Omitted > 1
}

// formAction is the address of a form that acts on this pair, or on the one decided before. It leads back here.
func (v pairView) formAction(id int64, does string) string {
	at := v.at
	if v.Position.At > 0 {
		at = v.Position.At
	}
	if v.Notice != nil && v.Notice.PairID == id && id != v.Pair.ID {
		at = v.Notice.At
	}
	path, query, _ := strings.Cut(v.path(id, at), "?")
	return path + "/" + does + "?" + query
}

// bundlePath is the address of the evidence file; side "left" or "right" is the copy that hides the other.
func (v pairView) bundlePath(side string) string {
	path := pairPath(v.Pair.ID) + "/bundle.html"
	if side != "" {
		path += "?redact=" + side
	}
	return path
}

// pairPath is the address of a pair at its rank, outside of any ranking.
func pairPath(id int64) string { return "/pairs/" + strconv.FormatInt(id, 10) }

// other is the other side of a pair.
func other(p contest.Pair, of contest.Side) contest.Side {
	if p.Left.ParticipantID == of.ParticipantID {
		return p.Right
	}
	return p.Left
}

// attemptText says which attempt a side is, and when it was submitted.
func attemptText(s contest.Side) string {
	words := "attempt " + text.Thousands(s.Attempt)
	if s.Verdict != contest.VerdictUnknown {
		words += ", " + string(s.Verdict)
	}
	if !s.Time.IsZero() {
		words += ", " + text.Minute(s.Time)
	}
	return words
}

// facts is what the contest's data has on both sides of a pair. It is no part of any score.
type facts struct {
	Rows []fact
	// Hidden says whose facts are left out, as they would tell who they are.
	Hidden  []contest.Side
	TimeGap string // the time between both submissions; "" where it is not known
}

// fact is one thing that is known of at least one side.
type fact struct {
	Name        string
	Left, Right string // "" where it is not known
	hidden      bool   // one side is
	// Open says that it tells nobody's name, and is shown of those who are hidden too.
	Open bool
}

// comparison compares both sides of a fact; "" where they cannot be.
func (f fact) comparison() string {
	switch {
	case f.hidden || f.Left == "" || f.Right == "":
		return ""
	case strings.EqualFold(f.Left, f.Right):
		return "same"
	}
	return "different"
}

// facts returns the known facts of both sides of a pair.
func (rd loader) facts(ctx context.Context, p contest.Pair) (facts, error) {
	var f facts
	var known [2]contest.Participant
	for i, side := range []contest.Side{p.Left, p.Right} {
		if side.Hidden {
			f.Hidden = append(f.Hidden, side)
			continue
		}
		var err error
		if known[i], err = rd.ParticipantOf(ctx, side); err != nil {
			return facts{}, err
		}
	}
	l, r := known[0], known[1]
	for _, row := range []fact{
		{Name: "Affiliation", Left: l.Affiliation, Right: r.Affiliation},
		{Name: "Site", Left: l.Site, Right: r.Site},
		{Name: "Address", Left: l.Address, Right: r.Address},
		{Name: "Seat", Left: l.Seat, Right: r.Seat},
	} {
		if row.hidden = len(f.Hidden) > 0; row.Left != "" || row.Right != "" {
			f.Rows = append(f.Rows, row)
		}
	}
	metadata, err := rd.Metadata(ctx, p.Left, p.Right)
	if err != nil {
		return facts{}, err
	}
	f.addMetadata(metadata[p.Left.SubmissionID], metadata[p.Right.SubmissionID])
	f.TimeGap = timeGap(p.Left, p.Right)
	return f, nil
}

// addMetadata adds what the judge system reports about both submissions.
func (f *facts) addMetadata(l, r contest.JudgeMetadata) {
	rows := []fact{
		{Name: "Language", Left: l.LanguageVersion, Right: r.LanguageVersion, Open: true},
		{Name: "Rejudged", Left: evidence.JudgementHistory(l.Judgements), Right: evidence.JudgementHistory(r.Judgements), Open: true},
		{Name: "Submission", Left: l.SystemID, Right: r.SystemID, hidden: true},
	}
	if l.Kind != r.Kind || l.Kind != contest.Official {
		rows = append(rows, fact{Name: "Took part", Left: kindName(l.Kind), Right: kindName(r.Kind), Open: true})
	}
	for _, row := range rows {
		if row.Left != "" || row.Right != "" {
			f.Rows = append(f.Rows, row)
		}
	}
}

// timeGap says how long one side was submitted after the other: "right 12 min after left". Contests are apart.
func timeGap(left, right contest.Side) string {
	if left.Time.IsZero() || right.Time.IsZero() || left.ContestID != right.ContestID {
		return ""
	}
	switch d := right.Time.Sub(left.Time).Round(time.Second); {
	case d > 0:
		return "right " + text.Gap(d) + " after left"
	case d < 0:
		return "left " + text.Gap(-d) + " after right"
	}
	return "both at the same second"
}
