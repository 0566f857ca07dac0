package web

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"slices"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/lexer"
)

// reader reads the archive for one viewer. Handlers read of contests through
// it alone: what is in contests that the viewer is no member of is not there,
// and those who are to be hidden have numbers for names.
type reader struct {
	*Server
	viewer viewer
	known  map[int64][]contest.Participant // of the contests that were asked for
	mine   *[]int64                        // the contests that the viewer is a member of; nil until they are asked for
}

// read returns the reader for whoever sent the request.
func (s *Server) read(r *http.Request) reader {
	v, _ := viewerFrom(r.Context())
	return reader{s, v, make(map[int64][]contest.Participant), new([]int64)}
}

// visible returns the IDs of the contests that the viewer may see; nil for all.
func (rd reader) visible(ctx context.Context) ([]int64, error) {
	if rd.viewer.Administrator {
		return nil, nil
	}
	if *rd.mine == nil {
		roles, err := rd.Store.Roles(ctx, rd.viewer.ID)
		if err != nil {
			return nil, err
		}
		*rd.mine = slices.AppendSeq(make([]int64, 0, len(roles)), maps.Keys(roles))
		slices.Sort(*rd.mine)
	}
	return *rd.mine, nil
}

// sees reports whether a contest is among the visible ones.
func sees(visible []int64, contestID int64) bool {
	return visible == nil || slices.Contains(visible, contestID)
}

// visibleOf leaves of a list those contests that are among the visible ones.
func visibleOf(list []contest.Contest, visible []int64) []contest.Contest {
	return slices.DeleteFunc(list, func(c contest.Contest) bool { return !sees(visible, c.ID) })
}

// contests lists the contests that the viewer may see.
func (rd reader) contests(ctx context.Context) ([]contest.Contest, error) {
	visible, err := rd.visible(ctx)
	if err != nil {
		return nil, err
	}
	list, err := rd.Store.Contests(ctx)
	return visibleOf(list, visible), err
}

func (rd reader) contest(ctx context.Context, id int64) (contest.Contest, error) {
	if err := rd.need(ctx, id); err != nil {
		return contest.Contest{}, err
	}
	return rd.Store.Contest(ctx, id)
}

// need returns an error that is contest.ErrNotFound where the viewer may not see
// the contest.
func (rd reader) need(ctx context.Context, contestID int64) error {
	visible, err := rd.visible(ctx)
	if err == nil && !sees(visible, contestID) {
		err = contest.ErrNotFound
	}
	return err
}

// checks lists the checks of a contest, the newest first.
func (rd reader) checks(ctx context.Context, contestID int64) ([]contest.Check, error) {
	if err := rd.need(ctx, contestID); err != nil {
		return nil, err
	}
	checks, err := rd.Store.Checks(ctx, contestID)
	if err != nil {
		return nil, err
	}
	for i := range checks {
		if checks[i], err = rd.hide(ctx, checks[i]); err != nil {
			return nil, err
		}
	}
	return checks, nil
}

func (rd reader) check(ctx context.Context, id int64) (contest.Check, error) {
	c, err := rd.checkOnce(ctx, id)
	if err != nil {
		return contest.Check{}, err
	}
	if err := rd.need(ctx, c.ContestID); err != nil {
		return contest.Check{}, err
	}
	return rd.hide(ctx, c)
}

// anotherContest stands for the name of a contest that the viewer may not see.
const anotherContest = "another contest"

// hide hides the names in a check: those of participants, and of contests. What
// it found in earlier contests is not told unless the viewer may see them all.
func (rd reader) hide(ctx context.Context, c contest.Check) (contest.Check, error) {
	if c.Summary.PrivateCount > 0 || len(c.Summary.Incomplete) > 0 {
		participants, err := rd.participants(ctx, c.ContestID)
		if err != nil {
			return c, err
		}
		c.Summary = blind.Summary(c.Summary, participants)
	}
	if len(c.Parameters.Against) == 0 || rd.viewer.Administrator {
		return c, nil
	}
	all, err := rd.Store.Contests(ctx)
	if err != nil {
		return c, err
	}
	visible, err := rd.visible(ctx)
	if err != nil {
		return c, err
	}
	known := visibleOf(slices.Clone(all), visible)
	apart := slices.Contains(c.Parameters.Against, contest.AgainstArchive) && len(known) < len(all)
	hide := func(names []string) (list []string) {
		for _, name := range names {
			if name != contest.AgainstArchive && !slices.ContainsFunc(known, func(k contest.Contest) bool { return k.Name == name }) {
				name, apart = anotherContest, true
			}
			list = append(list, name)
		}
		return distinct(list)
	}
	c.Parameters.Against = hide(c.Parameters.Against)
	if e := c.Summary.Earlier; e != nil {
		unread := hide(e.NotIndexed)
		if !apart {
			earlier := *e
			earlier.NotIndexed = unread
			c.Summary.Earlier = &earlier
			return c, nil
		}
		c.Summary.PairsStored -= e.Pairs
		c.Summary.Earlier = &contest.EarlierSummary{Redacted: true}
	}
	return c, nil
}

// pairs lists pairs of a check, and counts all that the filter lets through.
// Those with a program of a contest that the viewer may not see are left out.
func (rd reader) pairs(ctx context.Context, checkID int64, filter contest.PairFilter) ([]contest.Pair, int, error) {
	visible, err := rd.visible(ctx)
	if err != nil {
		return nil, 0, err
	}
	filter.Visible = visible
	if filter.State == contest.StateMine {
		if filter.Queue, err = rd.turn(ctx); err != nil {
			return nil, 0, err
		}
	}
	pairs, total, err := rd.Store.Pairs(ctx, checkID, filter)
	for i := range pairs {
		pairs[i] = blind.Pair(pairs[i])
	}
	return pairs, total, err
}

// pair returns a pair with its check.
func (rd reader) pair(ctx context.Context, id int64) (contest.Pair, contest.Check, error) {
	p, err := rd.pairOnce(ctx, id)
	if err != nil {
		return contest.Pair{}, contest.Check{}, err
	}
	check, err := rd.check(ctx, p.CheckID)
	if err == nil && p.Earlier() {
		err = rd.need(ctx, p.Right.ContestID)
	}
	if err != nil {
		return contest.Pair{}, contest.Check{}, err
	}
	return blind.Pair(p), check, nil
}

// together lists the other pairs of the same two participants, in this check
// and in other contests that the viewer may see.
func (rd reader) together(ctx context.Context, p contest.Pair) ([]contest.RelatedPair, error) {
	visible, err := rd.visible(ctx)
	if err != nil {
		return nil, err
	}
	list, err := rd.Store.RelatedPairs(ctx, p, visible)
	for i := range list {
		list[i].Pair = blind.Pair(list[i].Pair)
	}
	return list, err
}

// after returns the most suspicious pair after this one, of the check's, that is
// of the participant of a side; the zero pair where there is none.
func (rd reader) after(ctx context.Context, p contest.Pair, side contest.Side) (contest.Pair, error) {
	visible, err := rd.visible(ctx)
	if err != nil {
		return contest.Pair{}, err
	}
	next, err := rd.Store.NextPairOf(ctx, p.CheckID, side.ParticipantID, p.Rank, visible)
	return blind.Pair(next), err
}

// participants returns all of a contest with their names, which are for masking
// alone.
func (rd reader) participants(ctx context.Context, contestID int64) ([]contest.Participant, error) {
	if known, ok := rd.known[contestID]; ok {
		return known, nil
	}
	list, err := rd.Store.Participants(ctx, contestID)
	if err == nil {
		rd.known[contestID] = list
	}
	return list, err
}

// evidence opens a pair, with the names of hidden participants masked in both
// programs.
func (rd reader) evidence(ctx context.Context, p contest.Pair) (evidence.View, error) {
	names, err := rd.names(ctx, p)
	if err != nil {
		return evidence.View{}, err
	}
	return rd.Evidence(ctx, p, names)
}

// inBlind returns the participants of a contest where it is blind, and nobody
// where all are shown.
func (rd reader) inBlind(ctx context.Context, contestID int64) ([]contest.Participant, error) {
	c, err := rd.Store.Contest(ctx, contestID)
	if err != nil || !c.Blind {
		return nil, err
	}
	return rd.participants(ctx, contestID)
}

// names finds the names of hidden participants in the programs of a pair.
func (rd reader) names(ctx context.Context, p contest.Pair) (*blind.Masker, error) {
	of := rd.inBlind
	if p.Left.Hidden || p.Right.Hidden {
		of = rd.participants // a side may be hidden for the other's sake
	}
	list, err := of(ctx, p.Left.ContestID)
	if err != nil {
		return nil, err
	}
	if p.Right.ContestID != p.Left.ContestID {
		others, err := of(ctx, p.Right.ContestID)
		if err != nil {
			return nil, err
		}
		list = slices.Concat(list, others)
	}
	return blind.NewMasker(list).ForSides(p.Left, p.Right), nil
}

// submission returns a submission, and what else its participant handed in for
// the problem.
func (rd reader) submission(ctx context.Context, id int64) (side contest.Side, others []contest.Side, err error) {
	handed, err := rd.handedOnce(ctx, id)
	if err == nil {
		err = rd.need(ctx, handed[0].ContestID)
	}
	if err != nil {
		return contest.Side{}, nil, err
	}
	for _, h := range handed[1:] {
		others = append(others, blind.Side(h))
	}
	return blind.Side(handed[0]), others, nil
}

// kept lists submissions of a contest, as Store.Submissions does. What a judge system
// calls those of the hidden is not told: who asks it there learns their names.
func (rd reader) kept(ctx context.Context, contestID int64, filter contest.SubmissionFilter, after int64, limit int) ([]contest.SubmissionRow, error) {
	if err := rd.need(ctx, contestID); err != nil {
		return nil, err
	}
	list, err := rd.Store.Submissions(ctx, contestID, filter, after, limit)
	if err != nil {
		return nil, err
	}
	hidden, err := rd.inBlind(ctx, contestID)
	if err != nil {
		return nil, err
	}
	masker := blind.NewMasker(hidden)
	for i := range list {
		k := &list[i]
		switch {
		case k.Hidden:
			k.Side, k.SystemID = blind.Side(k.Side), ""
		case hidden != nil:
			k.Path = masker.ForSides(k.Side).Mask(k.Path)
		}
	}
	return list, nil
}

// namesOf finds the names of those who are hidden in a contest in a submission
// to it.
func (rd reader) namesOf(ctx context.Context, side contest.Side) (*blind.Masker, error) {
	list, err := rd.inBlind(ctx, side.ContestID)
	if err != nil {
		return nil, err
	}
	return blind.NewMasker(list).ForSides(side), nil
}

// program prepares a submission for showing, with the names of hidden
// participants masked. Forced is the language that all files are in, whatever
// their names; "" for none.
func (rd reader) program(ctx context.Context, side contest.Side, forced string) (evidence.Pane, error) {
	names, err := rd.namesOf(ctx, side)
	if err != nil {
		return evidence.Pane{}, err
	}
	files, err := rd.Store.Files(ctx, side.SubmissionID)
	if err != nil {
		return evidence.Pane{}, err
	}
	language, _ := lexer.ByName(cmp.Or(forced, side.Language))
	path := side.Path
	if !side.Hidden {
		path = names.Mask(path)
	}
	pane := evidence.BuildPane(evidence.Source{
		Participant: side.Participant, Path: path, Verdict: side.Verdict,
		Language: language, Forced: forced != "", Files: files, Masker: names,
	})
	for i := range pane.Files {
		if file := &pane.Files[i]; side.Hidden {
			file.Path = blind.FileLabel(i+1, file.Path)
		} else {
			file.Path = names.Mask(file.Path)
		}
	}
	return pane, nil
}

// skipped lists what a check did not compare, from an offset on, and counts all
// of it; limit 0 is no limit.
func (rd reader) skipped(ctx context.Context, c contest.Check, offset, limit int) ([]contest.SkippedItem, int, error) {
	list, total, err := rd.Store.Skipped(ctx, c.ID, offset, limit)
	if err != nil || len(list) == 0 {
		return list, total, err
	}
	of, err := rd.Store.Contest(ctx, c.ContestID)
	if err != nil || !of.Blind {
		return list, total, err
	}
	participants, err := rd.participants(ctx, c.ContestID)
	if err != nil {
		return nil, 0, err
	}
	paths := make([]string, len(list))
	for i, s := range list {
		paths[i] = s.Path
	}
	kept, err := rd.Store.SidesByPath(ctx, c.ContestID, paths)
	if err != nil {
		return nil, 0, err
	}
	return blind.Skipped(list, offset+1, kept, blind.NewMasker(participants)), total, nil
}

// search searches those contests of the archive that the viewer may see.
func (rd reader) search(ctx context.Context, search Search, limit int) (contest.Findings, error) {
	visible, err := rd.visible(ctx)
	if err != nil {
		return contest.Findings{}, err
	}
	switch {
	case search.Contest != 0 && !sees(visible, search.Contest):
		return contest.Findings{}, contest.ErrNotFound
	case search.Contest != 0:
		search.Within = []int64{search.Contest}
	default:
		search.Within = visible
	}
	found, err := rd.Searcher.Search(ctx, search, limit)
	return blind.Findings(found), err
}
