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
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
)

// FollowOptions says how the server follows contests of judge systems.
type FollowOptions struct {
	// Systems are the addresses of the judge systems that the server's flags allow. The server sends requests to no others,
	// whatever users enter. If there are none, the server follows nothing.
	Systems []string
	// Encrypt encrypts an account for the database. It is nil if the server has no key; then users cannot enter accounts.
	Encrypt   func(follow.Account) ([]byte, error)
	FromFlags func() []contest.Following // returns the contests that flags name; nil for none
	OnChange  func()                     // is called after each change of the followings; nil for none
}

// FollowSystems returns the judge systems that the server may follow, and whether users may enter an account. Only chief
// judges of the contest may see this; for contest 0, only administrators.
func (r *Reader) FollowSystems(contestID int64) (systems []string, takesAccounts bool, err error) {
	return r.parts.Follow.Systems, r.parts.Follow.Encrypt != nil, r.requireChief(contestID)
}

// followings returns what the server follows or has followed: the contests that flags name, then the stored followings.
func (r *Reader) followings(ctx context.Context) ([]contest.Following, error) {
	list, err := r.store.Followings(ctx)
	return append(r.followingsFromFlags(), list...), err
}

func (r *Reader) followingsFromFlags() []contest.Following {
	if r.parts.Follow.FromFlags == nil {
		return nil
	}
	return r.parts.Follow.FromFlags()
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
	contests, err := r.allContests(ctx)
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

// hideFollowing removes the account. If the contest is blind, it replaces the reason, which may name participants.
func hideFollowing(f *contest.Following, isBlind bool) {
	f.Account = nil
	if isBlind && !f.Reason.IsZero() { // the reason may contain a path
		f.Reason = hiddenReason
	}
}

// hiddenReason replaces the reason why the server waits, reconnects or failed, if it may name participants.
var hiddenReason = i18n.Textf("The log of ojcheck serve gives the reason, which is hidden here because it may contain a name.")

// AddFollowing makes the server follow a contest. For a stored contest c, only its chief judges may do so. With the zero
// Contest, only administrators may, and the contest need not be stored yet. Chief judges must give credentials, because with
// the server's own account they could read other contests of the judge system. Administrators need none.
func (r *Reader) AddFollowing(ctx context.Context, c contest.Contest, f contest.Following, credentials follow.Account) error {
	if err := r.requireChief(c.ID); err != nil {
		return err
	}
	f.Name, f.SystemID, f.Account = cmp.Or(c.Name, strings.TrimSpace(f.Name)), strings.TrimSpace(f.SystemID), nil
	if err := r.checkFollowing(f, credentials); err != nil {
		return err
	}
	if credentials != (follow.Account{}) {
		var err error
		if f.Account, err = r.parts.Follow.Encrypt(credentials); err != nil {
			return err
		}
	}
	err := r.store.AddFollowing(ctx, r.viewer.Person(), f, c.ID)
	followed, isFollowed := errors.AsType[*contest.FollowedError](err)
	switch {
	case isFollowed && !r.viewer.Administrator: // the viewer may not know the other contest
		return refuseFollowing("This contest of the judge system is in the list of the server already, for another contest here. Ask an administrator.")
	case isFollowed:
		return refuseFollowing("This contest of the judge system is in the list already, with the name %s. Remove it there first, or enter it with that name.", text.Visible(followed.Name))
	case errors.Is(err, contest.ErrInUse):
		return refuseFollowing("The server follows a contest with this name already. Stop that first.")
	}
	return r.announceChange(err)
}

func refuseFollowing(message i18n.Key, args ...any) error {
	return &httperr.Error{Status: http.StatusUnprocessableEntity, Title: "Invalid request", Message: i18n.Errorf(message, args...)}
}

// checkFollowing returns an error unless the viewer may add the following with these credentials.
func (r *Reader) checkFollowing(f contest.Following, credentials follow.Account) error {
	switch {
	case credentials == follow.Account{} && !r.viewer.Administrator:
		return refuseFollowing("Give an account of the judge system. Only an administrator may follow a contest with the server’s own account.")
	case !slices.Contains(r.parts.Follow.Systems, f.URL):
		return refuseFollowing("Choose one of the judge systems.")
	case f.SystemID == "" || f.SystemID == "." || f.SystemID == ".." || f.Name == "": // dots would change the path of requests
		return refuseFollowing("Give the ID of the contest in the judge system, and a name.")
	case (credentials.User != "" || credentials.Password != "") && credentials.Token != "":
		return refuseFollowing("Give a user name with a password, or a token, not both.")
	case credentials.User == "" && credentials.Password != "":
		return refuseFollowing("Give the user name for the password.")
	case credentials.User != "" && credentials.Password == "":
		return refuseFollowing("Give the password of the user.")
	case credentials != follow.Account{} && r.parts.Follow.Encrypt == nil:
		return refuseFollowing("This server stores no accounts of judge systems.")
	}
	for _, other := range r.followingsFromFlags() {
		if other.URL == f.URL && other.SystemID == f.SystemID || other.Name == f.Name {
			return refuseFollowing("Whoever runs the server has set already that it follows this contest.")
		}
	}
	return nil
}

// SetFollowing starts or stops following a contest. For a stored contest c, only its chief judges may do so. With the zero
// Contest, only administrators may; then name is that of the contest in the list of followings.
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

// RemoveFollowing stops following a contest, and deletes the following with its account. The contest and the people who may
// do so are those of SetFollowing.
func (r *Reader) RemoveFollowing(ctx context.Context, c contest.Contest, name string) error {
	if err := r.requireChief(c.ID); err != nil {
		return err
	}
	return r.announceChange(r.store.RemoveFollowing(ctx, r.viewer.Person(), cmp.Or(c.Name, name)))
}

// announceChange returns the error of a change. If the error is nil, it tells the server that the followings have changed.
func (r *Reader) announceChange(err error) error {
	if err == nil && r.parts.Follow.OnChange != nil {
		r.parts.Follow.OnChange()
	}
	return err
}
