package ui

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/facts"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/web/request"
)

// pairView is the view model of a pair's page.
type pairView struct {
	access.CheckedPair
	Query           request.PairQuery // of the ranking that the pair was opened from
	Position        position
	View            codeView
	IsErased        bool // a program was erased: the page has no code, matches and facts
	Evidence        evidence.View
	Explanation     []string           // sentences that explain the suspicion
	Baseline        contest.Histogram  // of the problem and language
	Timeline        *evidence.Timeline // of both participants' attempts; nil if unknown
	Facts           []facts.Fact
	Context         contextTable
	Titles          titles          // of the check's problems
	RelatedPairs    []contest.Pair  // other pairs of the same two participants
	AlsoSimilar     [2]contest.Pair // for each side, the next pair of this participant in the ranking
	Case            caseView
	Assignees       []review.Person // users that the viewer can assign the case to
	Progress        review.Progress // of the check
	Cluster         pairCluster
	Notice          *undoNotice // see loadNotice
	Undo            *undoNotice // see loadNotice
	Recheck         string      // see recheckPath
	addressPosition int         // the position in the ranking that the address names
}

// pairCluster counts the pairs of a pair's cluster, the pair among them.
type pairCluster struct {
	Pairs    int // 0 if the pair is in no cluster
	ToReview int // pairs that wait for the viewer
}

// maxRelatedShown is the largest number of related pairs that the page of a pair lists.
const maxRelatedShown = 5

// codeView says how the page shows both programs. The address contains the view.
type codeView string

// The views of a pair.
const (
	matchesView codeView = ""
	diffView    codeView = "diff"
	tokensView  codeView = "tokens"
)

// parseCodeView reads the view of a pair from an address.
func parseCodeView(q url.Values) codeView {
	if v := codeView(q.Get("view")); v == diffView || v == tokensView {
		return v
	}
	return matchesView
}

// Pair shows both programs of a pair side by side.
func (s *Site) Pair(w http.ResponseWriter, r *http.Request, reader loader, p access.CheckedPair) error {
	ctx, q, pair, check := r.Context(), r.URL.Query(), p.Pair, p.Check
	var err error
	view := pairView{
		CheckedPair:     p,
		Query:           request.ParsePairQuery(q, check.Parameters),
		View:            parseCodeView(q),
		addressPosition: positionOf(q, pair),
		Recheck:         s.recheckPath(reader.Viewer(), check),
	}
	if view.Position, err = reader.findPosition(ctx, pair, view.Query, view.addressPosition); err != nil {
		return err
	}
	view.Query = view.Query.WithPage(1 + max(0, min(view.at(), view.Position.Total)-1)/request.PageSize)
	view.Evidence, view.Timeline, err = reader.EvidenceAndTimeline(ctx, pair)
	if view.IsErased = errors.Is(err, contest.ErrErased); err != nil && !view.IsErased {
		return err
	}
	if view.IsErased {
		view.View = matchesView
	}
	if view.Baseline, err = reader.HistogramOf(ctx, pair, check); err != nil {
		return err
	}
	printer := i18n.From(ctx)
	view.Explanation = append(evidence.Explain(printer, pair, view.Baseline, check.Parameters), view.Evidence.FileSentences(printer)...)
	if view.Titles, err = reader.Titles(ctx, check.ContestID); err != nil {
		return err
	}
	if view.Facts, err = reader.Facts(ctx, pair, check, view.Evidence, view.Timeline); err != nil {
		return err
	}
	if view.Context, err = reader.loadContextTable(ctx, pair); err != nil {
		return err
	}
	if view.RelatedPairs, err = reader.RelatedPairs(ctx, pair); err != nil {
		return err
	}
	if view.AlsoSimilar, err = reader.NextPairs(ctx, pair); err != nil {
		return err
	}
	if view.Case, err = reader.loadCase(ctx, pair, check); err != nil {
		return err
	}
	if reader.Viewer().May(account.Reviewer) {
		if view.Assignees, err = reader.Reviewers(ctx, check.ContestID, view.Case.Case.Case); err != nil {
			return err
		}
	}
	if view.Progress, err = reader.Progress(ctx, check); err != nil {
		return err
	}
	if pair.Cluster != 0 {
		states, toReview, err := reader.ClusterStates(ctx, check, pair.Cluster)
		if err != nil {
			return err
		}
		view.Cluster = pairCluster{states[pair.Cluster].Total(), toReview[pair.Cluster]}
	}
	if view.Notice, view.Undo, err = s.loadNotice(ctx, reader, pair.ID, check); err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, pairPage(printer, view))
}

// at returns the pair's position in the ranking. If the pair is not in it, because a decision removed it from the pairs that
// wait, at returns the position in the address.
func (v pairView) at() int { return cmp.Or(v.Position.Number, v.addressPosition) }

// path returns the address of another pair of this page's ranking, in this page's view.
func (v pairView) path(id int64, at int) string { return v.pathWithView(id, at, v.View) }

func (v pairView) pathWithView(id int64, at int, shown codeView) string {
	path := pairPathIn(id, v.Query, at)
	if shown != matchesView {
		path += "&view=" + string(shown)
	}
	return path
}

// rankingRow returns the address of this pair's row in the ranking.
func (v pairView) rankingRow() string {
	return rankingPath(v.Query, v.Check.ID, "") + "#" + rowID(v.Pair)
}

// draft returns the review with which the form is filled in: the viewer's review, or the one that they just withdrew.
func (v pairView) draft() review.Review {
	if v.Notice != nil && v.Notice.PairID == v.Pair.ID && v.Case.Own.Decision == "" {
		return v.Notice.WithdrawnReview
	}
	return v.Case.Own
}

// viewPath returns the address of this pair in a view.
func (v pairView) viewPath(shown codeView) string {
	return v.pathWithView(v.Pair.ID, v.at(), shown)
}

// hasTimeline reports whether a participant submitted more than once for the problem.
func (v pairView) hasTimeline() bool {
	if v.Timeline == nil {
		return false
	}
	l, r := v.Timeline.Left, v.Timeline.Right
	return len(l.Attempts)+l.Omitted > 1 || len(r.Attempts)+r.Omitted > 1
}

// formAction returns the address of an action on the pair with the ID, which is this pair or the pair decided
// before. It contains the ranking, because the action leads to a pair of the same ranking.
func (v pairView) formAction(id int64, action string) string {
	at := v.at()
	if v.Notice != nil && v.Notice.PairID == id && id != v.Pair.ID {
		at = v.Notice.At
	}
	path, query, _ := strings.Cut(v.path(id, at), "?")
	return path + "/" + action + "?" + query
}

// positionText says where the pair stands in the ranking that it was opened from.
func (v pairView) positionText(p *i18n.Printer) string {
	number, total := i18n.Number(p, v.Position.Number), i18n.Number(p, v.Position.Total)
	if state := v.Query.State; state == contest.StateMine || state == contest.StateWaiting {
		return p.T("No. %s of %s left to review", number, total)
	}
	return p.T("%s of %s in the ranking", number, total)
}

func matchNumber(m evidence.Match) string { return strconv.Itoa(m.Number) }

// pairPath returns the address of a pair outside of any ranking.
func pairPath(id int64) string { return "/pairs/" + strconv.FormatInt(id, 10) }

// namesOf names the participants of two sides, for a title.
func namesOf(p *i18n.Printer, left, right contest.Side) string {
	return p.T("%s and %s", evidence.ParticipantName(p, left), evidence.ParticipantName(p, right))
}

func otherSide(p contest.Pair, side contest.Side) contest.Side {
	if p.Left.ParticipantID == side.ParticipantID {
		return p.Right
	}
	return p.Left
}

// attemptText says which attempt a side is, and when it was submitted.
func attemptText(p *i18n.Printer, s contest.Side) string {
	parts := []string{p.T("attempt %s", i18n.Number(p, s.Attempt))}
	if s.Verdict != contest.VerdictUnknown {
		parts = append(parts, text.Visible(string(s.Verdict)))
	}
	if !s.Time.IsZero() {
		parts = append(parts, p.Minute(s.Time))
	}
	return strings.Join(parts, p.T(", "))
}

var sideNames = map[string]i18n.Key{"left": "Left", "right": "Right"}

// contextTable has what is known about both sides of a pair. No score depends on it.
type contextTable struct {
	Rows    []contextRow
	TimeGap string // the time between both submissions; "" if unknown
}

// contextRow is something that is known about at least one side.
type contextRow struct {
	Name        i18n.Key
	Left, Right string // "" if unknown
	notCompared bool   // the page does not say whether the sides are the same, because they always differ
	Anonymous   bool   // the row reveals no name, so it has a text for a hidden side too; other rows have none
}

// add adds the rows in which a side is known.
func (t *contextTable) add(rows ...contextRow) {
	for _, row := range rows {
		if row.Left != "" || row.Right != "" {
			t.Rows = append(t.Rows, row)
		}
	}
}

// comparison compares both sides of a row; "" if a side is hidden or unknown, or if they always differ.
func (r contextRow) comparison() i18n.Key {
	switch {
	case r.notCompared || r.Left == "" || r.Right == "":
		return ""
	case strings.EqualFold(r.Left, r.Right):
		return "same"
	}
	return "different"
}

// loadContextTable returns what is known about both sides of a pair.
func (reader loader) loadContextTable(ctx context.Context, pair contest.Pair) (contextTable, error) {
	var t contextTable
	p := i18n.From(ctx)
	var participants [2]contest.Participant // the zero Participant for a hidden side
	for i, side := range []contest.Side{pair.Left, pair.Right} {
		if side.Hidden {
			continue
		}
		var err error
		if participants[i], err = reader.ParticipantOf(ctx, side); err != nil {
			return contextTable{}, err
		}
	}
	left, right := participants[0], participants[1]
	t.add(
		contextRow{Name: "Affiliation", Left: left.Affiliation, Right: right.Affiliation},
		contextRow{Name: "Site", Left: left.Site, Right: right.Site},
		contextRow{Name: "Address", Left: left.Address, Right: right.Address},
		contextRow{Name: "Seat", Left: left.Seat, Right: right.Seat},
	)
	metadata, err := reader.Metadata(ctx, pair.Left, pair.Right)
	if err != nil {
		return contextTable{}, err
	}
	l, r := metadata[pair.Left.SubmissionID], metadata[pair.Right.SubmissionID]
	t.add(
		contextRow{Name: "Language", Left: l.LanguageVersion, Right: r.LanguageVersion, Anonymous: true},
		contextRow{Name: "Rejudged", Left: evidence.JudgementHistory(p, l.Judgements), Right: evidence.JudgementHistory(p, r.Judgements), Anonymous: true},
		contextRow{Name: "Submission", Left: l.SystemID, Right: r.SystemID, notCompared: true},
	)
	if l.Kind != r.Kind || l.Kind != contest.Official {
		t.add(contextRow{Name: "Took part", Left: kindName(p, l.Kind), Right: kindName(p, r.Kind), Anonymous: true})
	}
	t.TimeGap = timeGap(p, pair.Left, pair.Right)
	return t, nil
}

// timeGap says how long one side was submitted after the other: "right 12 min after left". It is "" if a time
// is unknown or the sides are of different contests.
func timeGap(p *i18n.Printer, left, right contest.Side) string {
	if left.Time.IsZero() || right.Time.IsZero() || left.ContestID != right.ContestID {
		return ""
	}
	switch d := right.Time.Sub(left.Time).Round(time.Second); {
	case d > 0:
		return p.T("right %s after left", p.Gap(d))
	case d < 0:
		return p.T("left %s after right", p.Gap(-d))
	}
	return p.T("both in the same second")
}

// position is the position of a pair in the ranking that it was opened from.
type position struct {
	Number, Total  int   // Number is from 1, 0 if the pair is not in the ranking; Total counts the ranking's pairs
	Previous, Next int64 // IDs of the neighbouring pairs; 0 for none
}

// positionSlack is how far a pair may have moved from its position in the address, because decisions shorten rankings.
const positionSlack = 3

// positionOf reads the position of a pair from an address; the pair's rank if the address has none.
func positionOf(q url.Values, p contest.Pair) int {
	at, err := strconv.Atoi(q.Get("at"))
	if err != nil || at < 1 || at > 1e9 {
		return p.Rank
	}
	return at
}

// findPosition finds a pair and its neighbours in a ranking, if the pair is near the position at.
func (reader loader) findPosition(ctx context.Context, pair contest.Pair, query request.PairQuery, at int) (position, error) {
	filter := query.Filter()
	filter.Offset = max(0, at-2-positionSlack)
	filter.Limit = at + 1 + positionSlack - filter.Offset
	ids, total, err := reader.PairIDs(ctx, pair.CheckID, filter)
	if err != nil {
		return position{}, err
	}
	for i, id := range ids {
		p := position{Number: filter.Offset + i + 1, Total: total}
		if id != pair.ID || p.Number < at-positionSlack || p.Number > at+positionSlack {
			continue
		}
		if i > 0 {
			p.Previous = ids[i-1]
		}
		if i+1 < len(ids) {
			p.Next = ids[i+1]
		}
		return p, nil
	}
	return position{Total: total}, nil // not in this ranking
}

// pairPathIn returns the address of the pair at a position of a ranking.
func pairPathIn(id int64, query request.PairQuery, at int) string {
	q := query.WithPage(1).Values()
	q.Set("at", strconv.Itoa(at))
	return withQuery(pairPath(id), q)
}
