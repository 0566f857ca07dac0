package ui

import (
	"context"
	"net/http"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/web/httperr"
	"github.com/ojcheck/ojcheck/web/request"
)

const (
	submissionsSize   = 100 // submissions on one page of a participant
	otherContestPairs = 5   // pairs of each other contest
)

// participantView is what the page of a participant shows.
type participantView struct {
	Contest       contest.Contest
	Role          account.Role // of the viewer
	Participant   contest.Participant
	Newest        *listView  // their pairs in the newest complete check; nil where there is none
	LaterChecks   []listView // their pairs in checks of other contests, as one of an earlier contest
	OtherContests []otherContest
	Submissions   []contest.Side
	Pages         pagination // of HandedIn
}

// otherContest is what another contest has of the participant.
type otherContest struct {
	contest.Namesake
	Newest *listView // the first of their pairs there; nil where nothing was checked
}

// Participant shows all pairs of a participant.
func (s *Site) Participant(w http.ResponseWriter, r *http.Request) error {
	c, p, err := s.findParticipant(r)
	if err != nil {
		return err
	}
	ctx, rd := r.Context(), s.read(r)
	view := participantView{Contest: c, Role: rd.Viewer().Role, Participant: p, Pages: parsePagination(r.URL, submissionsSize)}
	if view.Newest, err = rd.participantPairs(ctx, p, request.PageSize); err != nil {
		return err
	}
	if view.LaterChecks, err = rd.laterChecks(ctx, p); err != nil {
		return err
	}
	if view.OtherContests, err = rd.otherContests(ctx, p); err != nil {
		return err
	}
	view.Submissions, view.Pages.Total, err = rd.SubmissionsBy(ctx, p, view.Pages.offset(), submissionsSize)
	if err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, participantPage(view))
}

// participantPairs reads the pairs of a participant in their contest's newest complete check, of any suspicion.
func (rd loader) participantPairs(ctx context.Context, p contest.Participant, limit int) (*listView, error) {
	checks, err := rd.Checks(ctx, p.ContestID)
	if err != nil {
		return nil, err
	}
	newest, found := contest.NewestCheck(checks)
	if !found {
		return nil, nil
	}
	r := request.ParsePairQuery(nil, newest.Parameters.Threshold).WithThreshold(0)
	r.Number = p.Number
	list, err := rd.list(ctx, newest, r, limit)
	return &list, err
}

// laterChecks reads the first pairs of a participant in checks of other contests.
func (rd loader) laterChecks(ctx context.Context, p contest.Participant) ([]listView, error) {
	checks, err := rd.FoundIn(ctx, p)
	if err != nil {
		return nil, err
	}
	var lists []listView
	for _, check := range checks {
		r := request.ParsePairQuery(nil, check.Parameters.Threshold).WithThreshold(0)
		r.Number, r.NumberOf = p.Number, p.ContestID
		list, err := rd.list(ctx, check, r, otherContestPairs)
		if err != nil {
			return nil, err
		}
		lists = append(lists, list)
	}
	return lists, nil
}

// otherContests reads what other contests have of a participant.
func (rd loader) otherContests(ctx context.Context, p contest.Participant) ([]otherContest, error) {
	namesakes, err := rd.Namesakes(ctx, p)
	if err != nil {
		return nil, err
	}
	var list []otherContest
	for _, n := range namesakes {
		e := otherContest{Namesake: n}
		if e.Newest, err = rd.participantPairs(ctx, n.Participant, otherContestPairs); err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	return list, nil
}

// findParticipant reads the participant that the address names, with the name.
func (s *Site) findParticipant(r *http.Request) (contest.Contest, contest.Participant, error) {
	c, err := request.ByID(r, s.read(r).Contest)
	if err != nil {
		return c, contest.Participant{}, err
	}
	number := request.PathNumber(r)
	if number == 0 {
		return c, contest.Participant{}, httperr.NotFound("There is no such page.")
	}
	p, err := s.read(r).Participant(r.Context(), c.ID, number)
	return c, p, err
}

// RevealParticipant shows the name of a participant to all members.
func (s *Site) RevealParticipant(w http.ResponseWriter, r *http.Request) error {
	return s.setHidden(w, r, (*access.Reader).Reveal)
}

// HideParticipant hides the name again.
func (s *Site) HideParticipant(w http.ResponseWriter, r *http.Request) error {
	return s.setHidden(w, r, (*access.Reader).Hide)
}

func (s *Site) setHidden(w http.ResponseWriter, r *http.Request, set func(*access.Reader, context.Context, int64, int) error) error {
	c, p, err := s.findParticipant(r)
	if err != nil {
		return err
	}
	if err := set(s.read(r).Reader, r.Context(), c.ID, p.Number); err != nil {
		return err
	}
	return seeOther(w, r, participantPath(p))
}

// languageName names a language by its ID.
func languageName(id string) string {
	if l, ok := lexer.ByName(id); ok {
		return l.Name
	}
	return id
}

// facts lists what the contest's data says of the participant.
func (v participantView) facts() []link {
	var list []link
	for _, f := range []link{
		{"Affiliation", v.Participant.Affiliation},
		{"Site", v.Participant.Site},
		{"Address", v.Participant.Address},
		{"Seat", v.Participant.Seat},
	} {
		if f.Path != "" {
			list = append(list, f)
		}
	}
	return list
}
