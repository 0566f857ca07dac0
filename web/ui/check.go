package ui

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/report"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/request"
)

// checkHead is the view model of the header that all lists of a check have.
type checkHead struct {
	Contest       contest.Contest
	Check         contest.Check
	IsNewest      bool // the check is the newest one with a result
	Viewer        access.Viewer
	Progress      review.Progress
	Queue         request.PairQuery // the pairs that the button for reviews leads to
	ToReview      int               // number of pairs in Queue
	HasOtherPairs bool              // the page also has pairs that the check does not list
}

func (reader loader) checkHead(ctx context.Context, check contest.Check) (checkHead, error) {
	head := checkHead{Check: check, Viewer: reader.Viewer(), Queue: request.NewPairQuery(check.Parameters).ReviewQueue()}
	var err error
	if head.Contest, err = reader.Contest(ctx, check.ContestID); err != nil {
		return checkHead{}, err
	}
	checks, err := reader.Checks(ctx, check.ContestID)
	if err != nil {
		return checkHead{}, err
	}
	newest, found := contest.NewestCheck(checks)
	head.IsNewest = found && newest.ID == check.ID
	head.Progress, err = reader.Progress(ctx, check)
	head.ToReview = head.Progress.ToReview
	return head, err
}

// rankingView is the view model of a check's ranking.
type rankingView struct {
	listView
	Head                checkHead
	Path                string // of the page, and the target of the form with the filters
	Problems, Languages []string
	HasVerdicts         bool              // whether verdicts are known
	EarlierContests     []contest.Contest // the earlier contests that the check compared with
	Reviewers           []review.Person   // who have decisions or assigned cases
	Notice              string            // says what the viewer has just done
	InputError          string            // why nothing was assigned
	Audit               *review.Audit     // nil unless the ranking is a sample
	SampleWaits         bool              // a pair of the sample waits for the viewer
	Independent         bool              // review is independent
	Blind               bool              // the contest is reviewed blind
	Viewer              access.Viewer
}

// loadRanking reads one page of the ranking of a check that is complete.
func (reader loader) loadRanking(ctx context.Context, u *url.URL, c contest.Contest, check contest.Check) (*rankingView, error) {
	view := rankingView{Path: u.Path, Blind: c.Blind, Independent: c.Independent, Viewer: reader.Viewer()}
	query := request.ParsePairQuery(u.Query(), check.Parameters)
	var err error
	if view.listView, err = reader.loadList(ctx, check, query, request.PageSize); err != nil {
		return nil, err
	}
	view.Problems, view.Languages = filterValues(view.Histograms)
	if view.HasVerdicts, err = reader.hasVerdicts(ctx, check, view.Pairs); err != nil {
		return nil, err
	}
	if view.Reviewers, err = reader.ActiveReviewers(ctx, c.ID, query.Reviewer, query.Assigned); err != nil {
		return nil, err
	}
	if view.EarlierContests, err = reader.Against(ctx, check); err != nil {
		return nil, err
	}
	if view.Viewer.May(account.Reviewer) {
		if view.Assignees, err = reader.Reviewers(ctx, c.ID, review.Case{}); err != nil {
			return nil, err
		}
	}
	if query.Audit.Size > 0 {
		audit, _, _, err := reader.Audit(ctx, check, query.Audit)
		if err != nil {
			return nil, err
		}
		view.Audit = &audit
		first, err := reader.firstToReview(ctx, check, query.ReviewQueue())
		if err != nil {
			return nil, err
		}
		view.SampleWaits = first != 0
	}
	view.Notice = assignedNotice(i18n.From(ctx), u.Query(), view.Assignees)
	if u.Query().Get("done") == "0" {
		view.InputError = i18n.From(ctx).T("No pair is selected.")
	}
	if view.Head, err = reader.checkHead(ctx, check); err != nil {
		return nil, err
	}
	view.Head.HasOtherPairs = query.HasOtherPairs()
	if queue := query.ReviewQueue(); query.Audit.Size == 0 && queue.Values().Encode() != view.Head.Queue.Values().Encode() {
		view.Head.Queue = queue
		_, view.Head.ToReview, err = reader.PairIDs(ctx, check.ID, queue.Filter())
	}
	return &view, err
}

// assignedNotice says how many pairs the viewer has just assigned, and to whom. The address has the number and the user's ID.
func assignedNotice(p *i18n.Printer, q url.Values, people []review.Person) string {
	n, err := strconv.Atoi(q.Get("done"))
	if err != nil || n < 1 {
		return ""
	}
	for _, person := range people {
		if strconv.FormatInt(person.ID, 10) == q.Get("to") {
			return p.T("Assigned %d pairs to %s.", n, person.Name)
		}
	}
	if q.Get("to") != "0" {
		return "" // somebody who is not a reviewer of this contest any more
	}
	return p.T("%d pairs are assigned to nobody now.", n)
}

// participantHint returns the hint in a field that finds participants.
func participantHint(p *i18n.Printer, isBlind bool) string {
	if isBlind {
		return p.T("number, or name")
	}
	return p.T("name")
}

// hiddenNamesText says why a typed name does not find everybody in blind review; "" for numbers and in other reviews. It is the
// same whether somebody has the name or not.
func hiddenNamesText(p *i18n.Printer, isBlind bool, typed string) string {
	if !isBlind || !blind.LabelsIn(p).HasNames(typed) {
		return ""
	}
	return p.T("Names are hidden: a name finds only participants whose name is revealed. Type a number instead, such as 17.")
}

// hiddenNamesText says why the ranking may lack pairs of the typed name.
func (v rankingView) hiddenNamesText(p *i18n.Printer) string {
	return hiddenNamesText(p, v.Blind, v.Query.Participant)
}

// participantFilterPath returns the address of the participant that the ranking is limited to.
func (v rankingView) participantFilterPath() string {
	contestID := cmp.Or(v.Query.NumberContestID, v.Check.ContestID)
	return participantPath(contest.Participant{ContestID: contestID, Number: v.Query.Number})
}

// Review redirects to the first pair that needs a review by the viewer, or to the ranking if no pair does.
// The address may name a sample, other thresholds or an assignee, to which the search is limited.
func (s *Site) Review(w http.ResponseWriter, r *http.Request, reader loader, check contest.Check) error {
	queue := request.ParsePairQuery(r.URL.Query(), check.Parameters).ReviewQueue()
	first, err := reader.firstToReview(r.Context(), check, queue)
	if err != nil {
		return err
	}
	if first == 0 {
		return seeOther(w, r, rankingPath(queue.WithoutState(), check.ID, ""))
	}
	return seeOther(w, r, pairPathIn(first, queue, 1))
}

// firstToReview returns the ID of the first pair of a queue; 0 if the queue has no pairs.
func (reader loader) firstToReview(ctx context.Context, check contest.Check, queue request.PairQuery) (id int64, err error) {
	filter := queue.Filter()
	filter.Limit = 1
	ids, _, err := reader.PairIDs(ctx, check.ID, filter)
	if len(ids) > 0 {
		id = ids[0]
	}
	return id, err
}

// shortPath returns the part of a path below the participant's folder, or its last element.
func shortPath(side contest.Side) string {
	if i := strings.LastIndex("/"+side.Path, "/"+side.Participant+"/"); i >= 0 {
		return side.Path[i+len(side.Participant)+1:]
	}
	return path.Base(side.Path)
}

// rowID returns the ID of a pair's row in a list.
func rowID(p contest.Pair) string { return "pair-" + strconv.FormatInt(p.ID, 10) }

// shortcut is a line of the help on the keyboard.
type shortcut struct {
	Keys   string
	Action i18n.Key
}

// rowKeys returns the keys of every list.
func rowKeys() []shortcut {
	return []shortcut{{"j k", "next and previous row"}, {"Enter", "open the row"}, {"?", "show these keys"}}
}

// participantsKeys returns the keys of a list with a field that finds participants.
func participantsKeys() []shortcut { return append(rowKeys(), shortcut{"/", "find a participant"}) }

// rankingKeys returns the keys of a ranking. The argument may reports whether the viewer has a role.
func rankingKeys(may func(account.Role) bool) []shortcut {
	list := participantsKeys()
	if may(account.Reviewer) {
		list = append(list, shortcut{"r", "review the first pair"}, shortcut{"x", "select the row"})
	}
	return list
}

// recheckPath returns the address of the form for a new check, if a check used another version of the algorithm and the viewer
// may start one; otherwise "".
func (s *Site) recheckPath(v access.Viewer, check contest.Check) string {
	outdated := s.Algorithm != "" && check.State == contest.Complete && check.AlgorithmVersion != s.Algorithm
	if !outdated || !v.May(account.Chief) {
		return ""
	}
	return contestPath(check.ContestID) + "/checks"
}

// skippedPageSize is the number of skipped files on one page.
const skippedPageSize = 200

// skippedView is the view model of the list of skipped files.
type skippedView struct {
	checkHead
	Files []contest.SkippedItem // of this page
	Pages pagination
}

// Skipped lists what a check did not compare, and why.
func (s *Site) Skipped(w http.ResponseWriter, r *http.Request, reader loader, check contest.Check) error {
	view := skippedView{Pages: parsePagination(r.URL, skippedPageSize)}
	view.Pages.Total = check.Summary.Skipped
	view.Pages.Page = min(view.Pages.Page, view.Pages.count())
	var err error
	if view.checkHead, err = reader.checkHead(r.Context(), check); err != nil {
		return err
	}
	if view.Files, view.Pages.Total, err = reader.Skipped(r.Context(), check, view.Pages.offset(), skippedPageSize); err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, skippedPage(i18n.From(r.Context()), view))
}

// listView is one page of a check's pairs.
type listView struct {
	Check         contest.Check
	Query         request.PairQuery
	Pairs         []contest.Pair // of this page
	Total         int            // number of pairs on all pages
	Histogram     histogram
	Histograms    []contest.Histogram  // of each problem and language
	PoolChances   []contest.ListedPool // with the highest chance of a listed pair; only Query's problem, language and thresholds count
	Cases         map[review.Key]review.Case
	Decisions     map[review.Key]caseRow // who decided what, below the states on the page of a participant; nil on other pages
	Titles        titles                 // of the problems
	Assignees     []review.Person        // users that can get pairs from the viewer; nil if the viewer may not assign
	MarksUnlisted bool                   // open pairs say if the check does not list them; false in a ranking, which has such pairs only if the user asked for them
}

// loadList reads at most limit pairs of a ranking. The check must be complete.
func (reader loader) loadList(ctx context.Context, check contest.Check, query request.PairQuery, limit int) (listView, error) {
	v := listView{Check: check, Query: query}
	var err error
	filter := query.PageFilter()
	filter.Limit = limit
	if v.Pairs, v.Total, v.PoolChances, err = reader.PairsAndPools(ctx, check.ID, filter, query.Thresholds()); err != nil {
		return v, err
	}
	if v.Histograms, err = reader.Histograms(ctx, check); err != nil {
		return v, err
	}
	if v.Cases, err = reader.CasesWithoutNotes(ctx, v.Pairs); err != nil {
		return v, err
	}
	if v.Titles, err = reader.Titles(ctx, check.ContestID); err != nil {
		return v, err
	}
	earlier := check.Summary.Earlier != nil && (check.Summary.Earlier.Pairs > 0 || check.Summary.Earlier.Redacted)
	p := i18n.From(ctx)
	v.Histogram = newHistogram(p, v.Histograms, query, check.Parameters.Keep, check.Summary.PrivateCount > 0, earlier)
	v.Histogram.setListed(p, v.Total, query, v.listedText(p))
	if query.Problem == "" && query.Language == "" {
		v.Histogram.setParticipants(p, check.Summary.Participants)
	}
	return v, nil
}

// notes returns the notes of the check, without the notes on known sources, which have a page.
func (v listView) notes(p *i18n.Printer) []string {
	summary := v.Check.Summary
	summary.Sources = nil
	return summary.Notes(p, v.parameters(), evidence.LanguageName)
}

// pairCase returns the case of a pair of the list; an open case if nobody has decided on the pair.
func (v listView) pairCase(p contest.Pair) review.Case {
	key := review.KeyOf(v.Check.ContestID, p)
	if c, ok := v.Cases[key]; ok {
		return c
	}
	return review.Case{Key: key, State: review.Open}
}

// isUnlisted reports whether the row of a pair says that the check does not list it, instead of the state of its case.
func (v listView) isUnlisted(p contest.Pair) bool {
	c := v.pairCase(p)
	return v.MarksUnlisted && !v.Check.Parameters.Lists(p.Scores) && c.State == review.Open && c.Assigned.ID == 0 && !c.HasNewStatement()
}

// filterValues lists the problems and languages by which users can filter the pairs.
func filterValues(histograms []contest.Histogram) (problems, languages []string) {
	for _, h := range histograms {
		if h.Problem != "" { // pairs across problems have no problem
			problems = append(problems, h.Problem)
		}
		languages = append(languages, h.Language)
	}
	slices.Sort(problems)
	slices.Sort(languages)
	return slices.Compact(problems), slices.Compact(languages)
}

// comparedNothing reports whether the check compared no pair.
func (v listView) comparedNothing() bool { return v.Check.Summary.PairsCompared == 0 }

// parameters returns the parameters of the check with the thresholds of the ranking.
func (v listView) parameters() contest.Parameters {
	p := v.Check.Parameters
	p.Threshold, p.MaxChance = v.Query.Threshold, v.Query.MaxChance
	return p
}

// baseline returns the histogram of a pair's problem and language.
func (v listView) baseline(p contest.Pair) contest.Histogram {
	h, _ := contest.HistogramFor(p, v.Histograms)
	return h
}

// listedText says which pairs the ranking lists.
func (v listView) listedText(p *i18n.Printer) string {
	return contest.Parameters{Threshold: v.Query.Threshold, MaxChance: v.Query.MaxChance}.ListedText(p)
}

// hasVerdicts reports whether a program of a page of pairs has a known verdict; of a page without pairs, whether a program of the
// most suspicious pair has. Judge systems tell the verdicts of all programs of a contest, or of none.
func (reader loader) hasVerdicts(ctx context.Context, check contest.Check, pairs []contest.Pair) (_ bool, err error) {
	if len(pairs) == 0 {
		pairs, _, err = reader.Pairs(ctx, check.ID, contest.PairFilter{Limit: 1})
	}
	return slices.ContainsFunc(pairs, func(p contest.Pair) bool { return hasVerdict([]contest.Side{p.Left, p.Right}) }), err
}

func (v listView) hasThresholds() bool { return v.Query.Threshold > 0 || v.Query.MaxChance > 0 }

func (v listView) emptyText(p *i18n.Printer) string {
	switch {
	case v.Query.IsFiltered() && !v.hasThresholds():
		return p.T("No pair has these filters.")
	case v.Query.IsFiltered():
		return p.T("No pairs %s with these filters.", v.listedText(p))
	}
	return p.T("No pairs %s.", v.listedText(p))
}

func (v listView) pages() pagination {
	return pagination{v.Query.Page, request.PageSize, v.Total, func(page int) string {
		return rankingPath(v.Query.WithPage(page), v.Check.ID, "")
	}}
}

// position returns the position, from 1, of the i-th pair of this page in the whole list.
func (v listView) position(i int) int { return (v.Query.Page-1)*request.PageSize + i + 1 }

// rangeText says which positions this page shows.
func (v listView) rangeText(p *i18n.Printer) string {
	if len(v.Pairs) == 0 {
		return ""
	}
	return p.T("%s–%s of %s", i18n.Number(p, v.position(0)), i18n.Number(p, v.position(len(v.Pairs)-1)), i18n.Number(p, v.Total))
}

// rankGapsText explains why ranks and positions differ on this page; "" if they do not differ.
func (v listView) rankGapsText(p *i18n.Printer) string {
	query := v.Query
	if query.Sort != contest.SortRank || query.Descending || len(v.Pairs) == 0 {
		return ""
	}
	last := len(v.Pairs) - 1
	switch {
	case v.Pairs[last].Rank == v.position(last):
		return ""
	case query.Audit.Size > 0:
		return p.T("Ranks count all pairs of the check, not those of the sample.")
	case query.IsFiltered():
		return p.T("Ranks count all pairs of the check. The filters leave some out, so there are gaps.")
	case len(v.Check.Parameters.Against) == 0:
		return p.T("Ranks count all pairs of the check. There are gaps where pairs have a higher chance than this list allows.")
	}
	return p.T("Ranks count all pairs of the check. There are gaps where pairs have a higher chance than this list allows, " +
		"where the other contest of a pair was deleted, or where you are not a member of it.")
}

// rankingPath returns an address of a ranking. below is the part of the path after the check's; "" for the page.
func rankingPath(query request.PairQuery, checkID int64, below string) string {
	return withQuery(CheckPath(checkID)+below, query.Values())
}

// minShownMiB is the size from which on the link to an export shows its size, in MiB.
const minShownMiB = 10

// htmlText returns the text of the link to the ranking as HTML, with its size if that is large: the file has the programs of all
// pairs.
func (v listView) htmlText(p *i18n.Printer) string {
	size := report.EstimateHTML(v.Total, v.Histogram.Histograms)
	if size < minShownMiB {
		return "HTML"
	}
	return p.T("%s (%s)", "HTML", p.T("about %s", p.T("%s MiB", i18n.Number(p, size))))
}

// exportPath returns the address of an export of the pairs of a ranking.
func exportPath(query request.PairQuery, checkID int64, format string) string {
	query.Page, query.Sort, query.Descending = 1, contest.SortRank, false
	return rankingPath(query, checkID, "/pairs."+format)
}

// unshownFields lists the parameters of a ranking that the form with the filters sends, but does not show.
func unshownFields(query request.PairQuery) []hiddenField {
	var list []hiddenField
	q := query.Values()
	for _, name := range []string{"problem", "number", "of", "sort", "order", "sample", "seed"} {
		if q.Has(name) {
			list = append(list, hiddenField{name, q.Get(name)})
		}
	}
	return list
}

// sideChoices returns the choices for PairQuery.Sides.
func sideChoices(p *i18n.Printer) []choice {
	return []choice{
		{Value: string(contest.OwnSides), Text: p.T("Within this contest")},
		{Value: string(contest.EarlierSides), Text: p.T("With earlier contests")},
	}
}

// sortedBy returns a ranking sorted by a column, or reversed if the column sorts the ranking already.
func sortedBy(query request.PairQuery, c rankingColumn) request.PairQuery {
	if query.Sort == c.Sort {
		query.Descending = !query.Descending
	} else {
		query.Sort, query.Descending = c.Sort, c.Descending
	}
	return query.WithPage(1)
}

// rankingColumn is a column of a list of pairs.
type rankingColumn struct {
	Title      i18n.Key
	Tooltip    i18n.Key
	Sort       contest.PairSort // "" if the column cannot sort the ranking
	Descending bool             // large values first
	Class      string
}

var rankingColumns = []rankingColumn{
	{"#", "Rank by suspicion among all pairs of the check", contest.SortRank, false, "num rank"},
	{"Problem", "", "", false, "problem"},
	{"Left", "", "", false, "side"},
	{"Right", "", "", false, "side"},
	{"State", "What the jury decided", "", false, "decision"},
	{"Suspicion", "How much rare code both share, from 0 to 1; the ranking sorts by it", contest.SortSuspicion, true, "num"},
	{"Without sources", "The suspicion without what known sources have of the pair", contest.SortWithoutSources, true, "num"},
	{"Chance", "How many honest pairs of the problem are expected by chance to be as suspicious, or to share as much rare code", contest.SortChance, false, "num"},
	{"Similarity", "Share of both programs that is in matches", contest.SortSimilarity, true, "num"},
	{"Max. similarity", "The larger of the two coverages: shows a small program hidden in a large one", contest.SortMaxSimilarity, true, "num"},
	{"Longest", "Tokens of the longest match", contest.SortLongestMatch, true, "num"},
	{"Matched", "Tokens of all matches", contest.SortMatchedTokens, true, "num"},
	{"Hamming", "How many of the 64 bits of the fingerprints differ", contest.SortHamming, false, "num"},
}

// headings returns the columns of the table. Only checks with known sources have the suspicion without them.
func (v listView) headings(sortable bool) []column {
	list := []column{{Title: "Selected", Class: "pick", isUnseen: true, isAbsent: v.Assignees == nil}}
	for _, c := range rankingColumns {
		heading := column{Title: c.Title, Tooltip: c.Tooltip, Class: c.Class}
		heading.isAbsent = c.Sort == contest.SortWithoutSources && !hasSources(v.Check)
		if sortable {
			heading.AriaSort = ariaSort(v.Query, c)
		}
		if sortable && c.Sort != "" {
			heading.Path = rankingPath(sortedBy(v.Query, c), v.Check.ID, "")
		}
		list = append(list, heading)
	}
	return list
}

// ariaSort returns the aria-sort attribute of a column.
func ariaSort(query request.PairQuery, c rankingColumn) string {
	switch {
	case c.Sort == "" || query.Sort != c.Sort:
		return "none"
	case query.Descending:
		return "descending"
	}
	return "ascending"
}

// pagination describes one page of a list, and links to the other pages.
type pagination struct {
	Page, Size, Total int                   // Page is from 1; Total counts the entries of all pages
	path              func(page int) string // returns the address of a page
}

// parsePagination reads the page from an address; 1 if it is invalid.
func parsePagination(u *url.URL, size int) pagination {
	return pagination{Page: request.PageNumber(u.Query()), Size: size, path: func(page int) string {
		q := u.Query()
		q.Del("page")
		if page > 1 {
			q.Set("page", strconv.Itoa(page))
		}
		return withQuery(u.Path, q)
	}}
}

func (p pagination) offset() int { return (p.Page - 1) * p.Size }

// count returns the number of pages, at least 1.
func (p pagination) count() int { return max(1, (p.Total+p.Size-1)/p.Size) }
