package ui

import (
	"errors"
	"net/http"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/follow"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/web/request"
)

const followPath = "/follow"

// followView is the view model of two pages: the administrators' list of all followings, and the chief judges' page
// about the following of their contest. A following is an order to the server to follow a contest.
type followView struct {
	Contest       *contest.Contest // nil on the administrators' page
	Systems       []string         // the judge systems that the server may follow
	TakesAccounts bool
	Followings    []contest.Following
	Contests      map[string]contest.Contest // the stored contests, by name
	Ended         map[string]bool            // contests that were followed to their end, by name
	ServerAccount bool                       // the viewer may use the server's own account in the judge system
	Notice        string                     // says what the viewer has just done
	Form          contest.Following          // as typed into the form
	User          string                     // as typed into the form
	InputError    string
}

// followNotices are the notices, by the parameter "done" of the address.
var followNotices = map[string]i18n.Key{
	"started": "The server starts to follow the contest. Reload the page to see whether it can.",
	"stopped": "The server stops following the contest.",
	"removed": "The contest is removed from the list. What the server has stored of it stays.",
}

// Followings lists the contests that the server follows.
func (s *Site) Followings(w http.ResponseWriter, r *http.Request) error {
	return s.showFollowings(w, r, http.StatusOK, followView{Notice: doneNotice(r, followNotices)})
}

func (s *Site) showFollowings(w http.ResponseWriter, r *http.Request, status int, view followView) error {
	reader := s.loaderFor(r)
	var err error
	view.ServerAccount = true
	if view.Systems, view.TakesAccounts, err = reader.FollowSystems(0); err != nil {
		return err
	}
	if view.Followings, err = reader.Followings(r.Context()); err != nil {
		return err
	}
	contests, err := reader.Contests(r.Context())
	if err != nil {
		return err
	}
	watches, err := reader.Watches(r.Context())
	if err != nil {
		return err
	}
	view.Contests, view.Ended = make(map[string]contest.Contest), make(map[string]bool)
	for _, c := range contests {
		view.Contests[c.Name] = c
		view.Ended[c.Name] = watches[c.ID].State == contest.WatchEnded
	}
	return s.show(w, r, status, followingsPage(i18n.From(r.Context()), view))
}

// AddFollowing makes the server follow a stored contest; with the zero Contest, the contest that the form names.
func (s *Site) AddFollowing(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest) error {
	form, credentials := parseFollowing(r)
	err := reader.AddFollowing(r.Context(), c, form, credentials)
	if message := followInputMessage(r, err); message != "" {
		view := followView{Form: form, User: credentials.User, InputError: message}
		if c.ID == 0 {
			return s.showFollowings(w, r, http.StatusUnprocessableEntity, view)
		}
		return s.showContestFollowing(w, r, reader, c, http.StatusUnprocessableEntity, view)
	}
	return seeOtherUnless(err, w, r, followingsPath(c)+"?done=started")
}

// followingsPath returns the address of the page that shows how the server follows a contest. For the zero
// Contest, it returns the address of the list of all followings.
func followingsPath(c contest.Contest) string {
	if c.ID == 0 {
		return followPath
	}
	return livePath(c.ID)
}

// parseFollowing reads the form that follows a contest.
func parseFollowing(r *http.Request) (contest.Following, follow.Account) {
	f := contest.Following{
		URL: r.PostForm.Get("system"), SystemID: request.OneLine(r.PostForm.Get("contest")), Name: request.OneLine(r.PostForm.Get("name")),
	}
	return f, follow.Account{User: r.PostForm.Get("user"), Password: r.PostForm.Get("password"), Token: r.PostForm.Get("token")}
}

// followInputMessage returns the message of an error that the user can correct in the form; "" for other errors.
func followInputMessage(r *http.Request, err error) string {
	if refused, ok := errors.AsType[*httperr.Error](err); ok && refused.Status == http.StatusUnprocessableEntity {
		return i18n.From(r.Context()).Err(refused.Message)
	}
	return ""
}

// SetFollowing starts or stops following a stored contest; with the zero Contest, the contest that the form names.
func (s *Site) SetFollowing(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest) error {
	active, ok := parseBox(r.PostForm["active"])
	if !ok {
		return httperr.BadRequest("The form does not say whether to follow the contest.", "Reload the page and try again.")
	}
	done := "stopped"
	if active {
		done = "started"
	}
	return seeOtherUnless(reader.SetFollowing(r.Context(), c, r.PostForm.Get("name"), active), w, r, followingsPath(c)+"?done="+done)
}

// RemoveFollowing removes the following of a contest from the list; the contest is chosen as in SetFollowing.
func (s *Site) RemoveFollowing(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest) error {
	err := reader.RemoveFollowing(r.Context(), c, r.PostForm.Get("name"))
	return seeOtherUnless(err, w, r, followingsPath(c)+"?done=removed")
}

// ContestFollowing shows chief judges how the server follows a contest, and the form to follow a contest.
func (s *Site) ContestFollowing(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest) error {
	return s.showContestFollowing(w, r, reader, c, http.StatusOK, followView{})
}

func (s *Site) showContestFollowing(w http.ResponseWriter, r *http.Request, reader loader, c contest.Contest, status int, view followView) error {
	view.Contest, view.ServerAccount = &c, reader.Viewer().Administrator
	var err error
	if view.Systems, view.TakesAccounts, err = reader.FollowSystems(c.ID); err != nil {
		return err
	}
	f, err := reader.Following(r.Context(), c)
	if err != nil {
		return err
	}
	if f != nil {
		view.Followings = []contest.Following{*f}
	}
	return s.show(w, r, status, contestFollowingPage(i18n.From(r.Context()), view))
}
