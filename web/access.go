package web

import (
	"context"
	"net/http"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/httperr"
)

// access says who may use a route. The zero value lets nobody in but
// administrators, so that nothing is open by oversight.
type access struct {
	public   bool         // everybody
	signedIn bool         // everybody with an account
	people   bool         // nobody by a token, whatever its scope
	reads    bool         // it keeps and changes nothing, whatever its method: a token to read will do
	role     account.Role // from this role on, in the contest of the address
	// contestOf finds that contest. For those who are no members of it, the
	// page is not there.
	contestOf func(s *Server, r *http.Request) (contestID int64, err error)
}

// The kinds of access.
var (
	public         = access{public: true}
	signedIn       = access{signedIn: true}
	administrators = access{}
)

// byPeople closes a route to tokens.
func byPeople(a access) access {
	a.people = true
	return a
}

// reading opens a route that is no GET, and changes nothing, to tokens to read.
func reading(a access) access {
	a.reads = true
	return a
}

// inContest lets in who has the role in the contest /contests/{id}.
func inContest(role account.Role) access {
	return access{role: role, contestOf: func(s *Server, r *http.Request) (int64, error) { return pathID(r) }}
}

// inCheck lets in who has the role in the contest of the check /checks/{id}.
func inCheck(role account.Role) access {
	return access{role: role, contestOf: func(s *Server, r *http.Request) (int64, error) {
		id, err := pathID(r)
		if err != nil {
			return 0, err
		}
		c, err := s.checkOnce(r.Context(), id)
		return c.ContestID, err
	}}
}

// inPair lets in who has the role in the contest whose check found the pair
// /pairs/{id}. Whether they may see the other side, of an earlier contest, too
// is the reader's to say.
func inPair(role account.Role) access {
	return access{role: role, contestOf: func(s *Server, r *http.Request) (int64, error) {
		id, err := pathID(r)
		if err != nil {
			return 0, err
		}
		p, err := s.pairOnce(r.Context(), id)
		if err != nil {
			return 0, err
		}
		c, err := s.checkOnce(r.Context(), p.CheckID)
		return c.ContestID, err
	}}
}

// inSubmission lets in who has the role in the contest that the submission
// /submissions/{id} was handed in for.
func inSubmission(role account.Role) access {
	return access{role: role, contestOf: func(s *Server, r *http.Request) (int64, error) {
		id, err := pathID(r)
		if err != nil {
			return 0, err
		}
		handed, err := s.handedOnce(r.Context(), id)
		if err != nil {
			return 0, err
		}
		return handed[0].ContestID, nil
	}}
}

// admit returns the request with what the viewer may do in the contest that the
// route leads to, or an error that says why the route is closed to them.
func (s *Server) admit(r *http.Request, a access) (*http.Request, error) {
	v, in := viewerFrom(r.Context())
	if err := checkScope(v.Scope, r, a); err != nil {
		return r, err
	}
	switch {
	case a.public:
		return r, nil
	case !in:
		return r, errSignIn
	case a.signedIn:
		return r, nil
	case a.contestOf == nil:
		if !v.may(account.Administrator) {
			return r, httperr.ErrForbidden
		}
		return r, nil
	}
	contestID, err := a.contestOf(s, r)
	if err != nil {
		return r, err
	}
	if v.Role, err = s.roleIn(r.Context(), v.User, contestID); err != nil {
		return r, err
	}
	switch {
	case !v.may(account.Viewer):
		return r, contest.ErrNotFound
	case !v.may(a.role):
		return r, httperr.ErrForbidden
	}
	return r.WithContext(context.WithValue(r.Context(), viewerOf{}, v)), nil
}
