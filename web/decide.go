package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web/httperr"
)

// maxDecision limits what a form of the decision panel may send, in bytes: a
// note of review.MaxNote, written with %XX for each byte, and the rest.
const maxDecision = 3*review.MaxNote + 4<<10

// asked is what a form of the pair's page asks for: of which pair, opened from
// where.
type asked struct {
	rd      reader
	pair    contest.Pair
	check   contest.Check
	ranking ranking
	at      int
	view    codeView
}

// ask reads the address and the body of a form of a pair's page.
func (s *Server) ask(w http.ResponseWriter, r *http.Request) (asked, error) {
	id, err := pathID(r)
	if err != nil {
		return asked{}, err
	}
	a := asked{rd: s.read(r)}
	if a.pair, a.check, err = a.rd.pair(r.Context(), id); err != nil {
		return asked{}, err
	}
	if err := parseDecision(w, r); err != nil {
		return asked{}, err
	}
	q := r.URL.Query()
	a.ranking = parseRanking(q, a.check.Parameters.Threshold)
	a.at = placeOf(q, a.pair)
	a.view = codeViewOf(q)
	return a, nil
}

// parseDecision reads a form in which the viewer may say something of a pair, or
// of several.
func parseDecision(w http.ResponseWriter, r *http.Request) error {
	r.Body = http.MaxBytesReader(w, r.Body, maxDecision)
	err := r.ParseForm()
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		return refused("The note is too long.")
	}
	if err != nil {
		return httperr.BadRequest("The form could not be read.", "Send it again from its page.")
	}
	return nil
}

// saidIn returns what a form, which was parsed, says, without what it rests on.
func saidIn(r *http.Request, by viewer) (review.Review, error) {
	said := review.Review{
		Decision: review.Decision(r.PostFormValue("decision")),
		Reason:   review.Reason(r.PostFormValue("reason")),
		Note:     strings.TrimSpace(strings.ReplaceAll(r.PostFormValue("note"), "\r\n", "\n")),
		Ruling:   r.PostFormValue("ruling") != "",
	}
	if said.Ruling && !by.may(account.Chief) {
		return said, httperr.ErrForbidden
	}
	return said, nil
}

func (a asked) key() review.Key { return review.KeyOf(a.check.ContestID, a.pair) }

// path is the address of a pair of the same ranking, in the same view, with more
// to tell there.
func (a asked) path(id int64, at int, more url.Values) string {
	path := pairView{Ranking: a.ranking, Shown: a.view}.path(id, at)
	if len(more) > 0 {
		path += "&" + more.Encode()
	}
	return path
}

func refused(message string) error {
	return &httperr.Error{
		Status: http.StatusUnprocessableEntity, Title: "Not decided", Message: message,
		Advice: "Go back to the pair and decide again.",
	}
}

// explainRefusal tells why something was refused, as a page does.
func explainRefusal(err error) error {
	if !errors.Is(err, review.ErrRefused) {
		return err
	}
	_, why, _ := strings.Cut(err.Error(), review.ErrRefused.Error()+": ")
	return refused(capital(why) + ".")
}

// decide stores what the viewer says of a pair, and leads on to the next that
// waits for them in the ranking from which it was opened.
func (s *Server) decide(w http.ResponseWriter, r *http.Request) error {
	a, err := s.ask(w, r)
	if err != nil {
		return err
	}
	ctx := r.Context()
	said, err := saidIn(r, a.rd.viewer)
	if err != nil {
		return err
	}
	if err := a.rd.decide(ctx, a.pair, a.check, said); err != nil {
		return err
	}
	told := url.Values{"did": {strconv.FormatInt(a.pair.ID, 10)}, "from": {strconv.Itoa(a.at)}}
	next, at, err := a.rd.nextWaiting(ctx, a.pair, a.check.ContestID, a.ranking, a.at)
	if err != nil {
		return err
	}
	if next == 0 {
		next, at = a.pair.ID, a.at
		told.Set("last", "1")
	}
	http.Redirect(w, r, a.path(next, at, told), http.StatusSeeOther)
	return nil
}

// decide stores what the viewer says of a pair of a check.
func (rd reader) decide(ctx context.Context, p contest.Pair, check contest.Check, said review.Review) error {
	hashes, err := rd.Store.ProgramHashes(ctx, []int64{p.Left.SubmissionID, p.Right.SubmissionID})
	if err != nil {
		return err
	}
	said.Basis = basisOf(p, check, hashes)
	key := review.KeyOf(check.ContestID, p)
	before, err := rd.Store.Case(ctx, key)
	if err != nil {
		return err
	}
	if own := reviewBy(before, rd.viewer); own.Note != "" {
		names, err := rd.names(ctx, p)
		if err != nil {
			return err
		}
		// They had the note with its names masked.
		if said.Note == names.Mask(own.Note) {
			said.Note = own.Note
		}
	}
	_, err = rd.Store.Decide(ctx, rd.viewer.person(), key, said)
	return explainRefusal(err)
}

// withdraw takes back what the viewer has said of a pair, and leads back to it.
func (s *Server) withdraw(w http.ResponseWriter, r *http.Request) error {
	return s.takeBack(w, r, s.Store.Withdraw, url.Values{})
}

// undo puts what the viewer said of a pair before in the place of what they said
// last, if they had said anything, and leads back to the pair.
func (s *Server) undo(w http.ResponseWriter, r *http.Request) error {
	return s.takeBack(w, r, s.Store.Undo, url.Values{"undone": {"1"}})
}

// takeBack takes back what the viewer has said of a pair in one way or another,
// and leads back to it with what is to be told there.
func (s *Server) takeBack(w http.ResponseWriter, r *http.Request, take func(context.Context, review.Person, review.Key) (review.Case, error), told url.Values) error {
	a, err := s.ask(w, r)
	if err != nil {
		return err
	}
	_, err = take(r.Context(), a.rd.viewer.person(), a.key())
	if err != nil && !errors.Is(err, contest.ErrNotFound) { // which is as they wish
		return err
	}
	told.Set("did", strconv.FormatInt(a.pair.ID, 10))
	http.Redirect(w, r, a.path(a.pair.ID, a.at, told), http.StatusSeeOther)
	return nil
}

// assign gives a pair to a reviewer to look at, or to nobody.
func (s *Server) assign(w http.ResponseWriter, r *http.Request) error {
	a, err := s.ask(w, r)
	if err != nil {
		return err
	}
	to, err := strconv.ParseInt(r.PostFormValue("to"), 10, 64)
	if err != nil {
		return httperr.BadRequest("Nobody was named.", "Choose somebody on the page of the pair.")
	}
	ctx := r.Context()
	people, err := a.rd.reviewers(ctx, a.check.ContestID, review.Person{})
	if err != nil {
		return err
	}
	if to != 0 && !slices.ContainsFunc(people, func(p review.Person) bool { return p.ID == to }) {
		return httperr.BadRequest("They are no reviewer of this contest.", "Choose somebody on the page of the pair.")
	}
	if err := s.Store.Assign(ctx, a.rd.viewer.person(), []review.Key{a.key()}, to); err != nil {
		return explainRefusal(err)
	}
	http.Redirect(w, r, a.path(a.pair.ID, a.at, nil), http.StatusSeeOther)
	return nil
}

// uncover shows the name of one side to all members of its contest. For a side
// of an earlier contest, the viewer must be its chief judge too.
func (s *Server) uncover(w http.ResponseWriter, r *http.Request) error {
	a, err := s.ask(w, r)
	if err != nil {
		return err
	}
	side := a.pair.Left
	switch r.PostFormValue("side") {
	case "left":
	case "right":
		side = a.pair.Right
	default:
		return httperr.BadRequest("No side was named.", "Choose one on the page of the pair.")
	}
	ctx := r.Context()
	role, err := s.roleIn(ctx, a.rd.viewer.User, side.ContestID)
	if err != nil {
		return err
	}
	if !role.May(account.Chief) {
		return httperr.ErrForbidden
	}
	if err := s.Store.Reveal(ctx, a.rd.viewer.person(), side.ContestID, side.Number); err != nil {
		return err
	}
	http.Redirect(w, r, a.path(a.pair.ID, a.at, nil), http.StatusSeeOther)
	return nil
}
