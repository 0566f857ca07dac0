package access

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/follow"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/web/httperr"
)

// FollowSources says how the server follows contests of judge systems.
type FollowSources struct {
	// Systems are the addresses of the judge systems that the server's flags allow. Users can make the server send requests
	// only to these systems. If there are none, the server follows nothing.
	Systems []string
	// Encrypt encrypts an account for the database. If the server has no key, Encrypt is nil: users cannot enter accounts.
	Encrypt func(follow.Account) ([]byte, error)
	Fixed   func() []contest.Following // the contests that flags name; nil for none
	Changed func()                     // is called after each change of the followings
}

// FollowSystems returns the judge systems that the server may follow, and whether users may enter an account. Administrators
// and the contest's chief judges may see this. If contestID is 0, only administrators may.
func (r *Reader) FollowSystems(contestID int64) (systems []string, takesAccounts bool, err error) {
	return r.sources.Follow.Systems, r.sources.Follow.Encrypt != nil, r.requireChief(contestID)
}

// followings returns what the server follows or has followed: the contests that flags name, then the stored followings.
func (r *Reader) followings(ctx context.Context) ([]contest.Following, error) {
	list, err := r.store.Followings(ctx)
	return append(r.fixedFollowings(), list...), err
}

func (r *Reader) fixedFollowings() []contest.Following {
	if r.sources.Follow.Fixed == nil {
		return nil
	}
	return r.sources.Follow.Fixed()
}

// Followings lists what the server follows or has followed. Only administrators see it.
func (r *Reader) Followings(ctx context.Context) ([]contest.Following, error) {
	if err := r.requireAdministrator(); err != nil {
		return nil, err
	}
	list, err := r.followings(ctx)
	if err != nil {
		return nil, err
	}
	contests, err := r.store.Contests(ctx)
	if err != nil {
		return nil, err
	}
	for i := range list {
		isBlind := slices.ContainsFunc(contests, func(c contest.Contest) bool { return c.Name == list[i].Name && c.Blind })
		hideFollowing(&list[i], isBlind)
	}
	return list, nil
}

// Following returns the following of a contest; nil if the server never followed it. Only chief judges may see it.
func (r *Reader) Following(ctx context.Context, c contest.Contest) (*contest.Following, error) {
	if err := r.require(c.ID, account.Chief); err != nil {
		return nil, err
	}
	list, err := r.followings(ctx)
	i := slices.IndexFunc(list, func(f contest.Following) bool { return f.Name == c.Name })
	if err != nil || i < 0 {
		return nil, err
	}
	hideFollowing(&list[i], c.Blind)
	return &list[i], nil
}

// hideFollowing removes the account, and the reason if it may name participants of a blind contest.
func hideFollowing(f *contest.Following, isBlind bool) {
	f.Account = nil
	if isBlind && !f.Reason.IsZero() { // the reason may contain a path
		f.Reason = i18n.Textf("The log of ojcheck serve gives the reason, which is hidden here because it may contain a name.")
	}
}

// AddFollowing makes the server follow a stored contest; with the zero Contest, any contest, which need not be stored yet.
// Only chief judges of the contest may do so; with the zero Contest, only administrators. Chief judges must give credentials:
// with the server's own account, they could read other contests of the judge system. Administrators need none.
func (r *Reader) AddFollowing(ctx context.Context, c contest.Contest, f contest.Following, credentials follow.Account) error {
	if err := r.requireChief(c.ID); err != nil {
		return err
	}
	if credentials == (follow.Account{}) && r.requireAdministrator() != nil {
		return refuseFollowing("Give an account of the judge system. Only an administrator may follow a contest with the server's own account.")
	}
	f.Name = cmp.Or(c.Name, strings.TrimSpace(f.Name))
	return r.addFollowing(ctx, c.ID, f, credentials)
}

func refuseFollowing(message i18n.Key, args ...any) error {
	return &httperr.Error{Status: http.StatusUnprocessableEntity, Title: "Invalid request", Message: i18n.Errorf(message, args...)}
}

// addFollowing adds a following of a stored contest; with the ID 0, of any contest.
func (r *Reader) addFollowing(ctx context.Context, contestID int64, f contest.Following, credentials follow.Account) error {
	refuse := refuseFollowing
	f.SystemID = strings.TrimSpace(f.SystemID)
	switch {
	case !slices.Contains(r.sources.Follow.Systems, f.URL):
		return refuse("Choose one of the judge systems.")
	case f.SystemID == "" || f.SystemID == "." || f.SystemID == ".." || f.Name == "": // dots would change the path of requests
		return refuse("Give the ID of the contest in the judge system, and a name.")
	case (credentials.User != "" || credentials.Password != "") && credentials.Token != "":
		return refuse("Give a user name with a password, or a token, not both.")
	case credentials.User == "" && credentials.Password != "":
		return refuse("Give the user name for the password.")
	case credentials.User != "" && credentials.Password == "":
		return refuse("Give the password of the user.")
	case credentials != follow.Account{} && r.sources.Follow.Encrypt == nil:
		return refuse("This server stores no accounts of judge systems.")
	}
	var err error
	for _, fixed := range r.fixedFollowings() {
		if fixed.URL == f.URL && fixed.SystemID == f.SystemID || fixed.Name == f.Name {
			return refuse("Whoever runs the server has set already that it follows this contest.")
		}
	}
	f.Account = nil
	if credentials != (follow.Account{}) {
		if f.Account, err = r.sources.Follow.Encrypt(credentials); err != nil {
			return err
		}
	}
	err = r.store.AddFollowing(ctx, r.viewer.Person(), f, contestID)
	followed, isFollowed := errors.AsType[*contest.FollowedError](err)
	switch {
	case isFollowed && r.requireAdministrator() != nil: // the viewer may not know the other contest
		return refuse("This contest of the judge system is in the list of the server already, for another contest here. Ask an administrator.")
	case isFollowed:
		return refuse("This contest of the judge system is in the list already, with the name %s. Remove it there first, or enter it with that name.", text.Visible(followed.Name))
	case errors.Is(err, contest.ErrInUse):
		return refuse("The server follows a contest with this name already. Stop that first.")
	}
	return r.announceChange(err)
}

// SetFollowing starts or stops following a stored contest; with the zero Contest, the contest of the list with a name. Only
// chief judges of the contest may do so; with the zero Contest, only administrators.
func (r *Reader) SetFollowing(ctx context.Context, c contest.Contest, name string, active bool) error {
	if err := r.requireChief(c.ID); err != nil {
		return err
	}
	err := r.store.SetFollowing(ctx, r.viewer.Person(), cmp.Or(c.Name, name), active)
	if errors.Is(err, contest.ErrAccountDeleted) {
		return &httperr.Error{Status: http.StatusUnprocessableEntity, Title: "Invalid request", Message: contest.ErrAccountDeleted}
	}
	return r.announceChange(err)
}

// RemoveFollowing stops following a contest, and deletes the following with its account. The contest is chosen, and the same
// people may do so, as in SetFollowing.
func (r *Reader) RemoveFollowing(ctx context.Context, c contest.Contest, name string) error {
	if err := r.requireChief(c.ID); err != nil {
		return err
	}
	return r.announceChange(r.store.RemoveFollowing(ctx, r.viewer.Person(), cmp.Or(c.Name, name)))
}

// announceChange returns the error of a change. If the error is nil, it tells the server that the followings have changed.
func (r *Reader) announceChange(err error) error {
	if err == nil && r.sources.Follow.Changed != nil {
		r.sources.Follow.Changed()
	}
	return err
}
