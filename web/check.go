package web

import (
	"context"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/httperr"
)

// checkView is what the page of a check shows: its ranking.
type checkView struct {
	listView
	Problems  []string
	Languages []string
	Earlier   []contest.Contest // that the contest was compared with
	People    []review.Person   // who has decided in the contest, or is to
	Blind     bool              // whether the contest is reviewed blind
	Viewer    viewer
	Renew     string // where the contest can be checked anew, if it should be
}

// check shows the ranking of a check.
func (s *Server) check(w http.ResponseWriter, r *http.Request) error {
	ctx, rd := r.Context(), s.read(r)
	check, err := s.findCheck(r)
	if err != nil {
		return err
	}
	view := checkView{listView: listView{Check: check, Ranking: parseRanking(r.URL.Query(), check.Parameters.Threshold)}}
	view.Renew = rd.renewPath(check)
	if check.State == contest.Complete {
		if view.listView, err = rd.list(ctx, check, view.Ranking, pageSize); err != nil {
			return err
		}
		view.Problems, view.Languages = facets(view.Usual)
		if view.People, err = rd.deciders(ctx, check.ContestID, view.Ranking.Reviewer, view.Ranking.Assigned); err != nil {
			return err
		}
		if view.Earlier, err = rd.earlierOf(ctx, check); err != nil {
			return err
		}
		if view.Viewer = rd.viewer; view.Viewer.may(account.Reviewer) {
			if view.Assign, err = rd.reviewers(ctx, check.ContestID, review.Person{}); err != nil {
				return err
			}
		}
		of, err := rd.contest(ctx, check.ContestID)
		if err != nil {
			return err
		}
		view.Blind = of.Blind
	}
	return s.show(w, r, http.StatusOK, checkPage(view))
}

// placeholder says what the field of the participant takes.
func (v checkView) placeholder() string {
	if v.Blind {
		return "number, or name"
	}
	return "name"
}

// onlyPath is the address of the participant whose pairs alone are listed.
func (v checkView) onlyPath() string {
	of := v.Ranking.NumberOf
	if of == 0 {
		of = v.Check.ContestID
	}
	return participantPath(contest.Participant{ContestID: of, Number: v.Ranking.Number})
}

// findCheck reads the check that the address names.
func (s *Server) findCheck(r *http.Request) (contest.Check, error) {
	id, err := pathID(r)
	if err != nil {
		return contest.Check{}, err
	}
	return s.read(r).check(r.Context(), id)
}

// completeCheck is findCheck for what only a complete check has.
func (s *Server) completeCheck(r *http.Request) (contest.Check, error) {
	check, err := s.findCheck(r)
	if err == nil && check.State != contest.Complete {
		err = &httperr.Error{
			Status: http.StatusConflict, Title: "No result",
			Message: "This check has no result: it is " + string(check.State) + ".",
			Advice:  "Wait for its end, or check the contest again.",
		}
	}
	return check, err
}

// earlierOf lists the contests that a check was compared with, those that the
// viewer may see.
func (rd reader) earlierOf(ctx context.Context, check contest.Check) ([]contest.Contest, error) {
	against := check.Parameters.Against
	if len(against) == 0 {
		return nil, nil
	}
	list, err := rd.contests(ctx)
	if err != nil {
		return nil, err
	}
	var earlier []contest.Contest
	for _, c := range list {
		if c.ID != check.ContestID && (against[0] == contest.AgainstArchive || slices.Contains(against, c.Name)) {
			earlier = append(earlier, c)
		}
	}
	return earlier, nil
}

func distinct(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}

// shortPath is what a path says beside the problem and the participant, which
// stand in the same row: the part below the participant's folder, or the last
// element.
func shortPath(side contest.Side) string {
	if i := strings.LastIndex("/"+side.Path, "/"+side.Participant+"/"); i >= 0 {
		return side.Path[i+len(side.Participant)+1:]
	}
	return path.Base(side.Path)
}

// rowID names the row of a pair in a list.
func rowID(p contest.Pair) string { return "pair-" + strconv.FormatInt(p.ID, 10) }

// content is where the content of the page begins, for who skips to it.
func (v checkView) content() string {
	if v.Check.State == contest.Complete && v.nothing() == "" {
		return "pairs"
	}
	return ""
}

// shortcut is a line of the help on the keyboard.
type shortcut struct{ Keys, Does string }

// rowKeys are the keys of every list.
func rowKeys() []shortcut {
	return []shortcut{{"j k", "next and previous row"}, {"Enter", "open the row"}, {"?", "show these keys"}}
}
