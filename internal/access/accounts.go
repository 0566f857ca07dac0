package access

import (
	"context"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// Users lists all accounts, sorted by name. Only administrators may see them.
func (r *Reader) Users(ctx context.Context) ([]account.User, error) {
	if err := r.requireAdministrator(); err != nil {
		return nil, err
	}
	return r.store.Users(ctx)
}

// UserNames lists the names of all accounts, sorted; none if there are more than most. Only administrators may see them.
func (r *Reader) UserNames(ctx context.Context, most int) ([]string, error) {
	if err := r.requireAdministrator(); err != nil {
		return nil, err
	}
	names, err := r.store.UserNames(ctx, most+1)
	if len(names) > most {
		names = nil
	}
	return names, err
}

// User returns an account. Only administrators may see it.
func (r *Reader) User(ctx context.Context, id int64) (account.User, error) {
	if err := r.requireAdministrator(); err != nil {
		return account.User{}, err
	}
	return r.store.User(ctx, id)
}

// AddUser adds an account with a hashed password. Only administrators may do so.
func (r *Reader) AddUser(ctx context.Context, name, hash string, administrator bool) error {
	if err := r.requireAdministrator(); err != nil {
		return err
	}
	_, err := r.store.AddUser(ctx, r.viewer.Person(), name, hash, administrator)
	return err
}

// SetDisabled disables or enables an account. Only administrators may do so.
func (r *Reader) SetDisabled(ctx context.Context, id int64, disabled bool) error {
	if err := r.requireAdministrator(); err != nil {
		return err
	}
	_, err := r.store.SetDisabled(ctx, r.viewer.Person(), id, disabled)
	return err
}

// SetPassword sets the hashed password of an account: the viewer's own, or for administrators any account.
func (r *Reader) SetPassword(ctx context.Context, id int64, hash string) (account.User, error) {
	if err := r.requireAdministrator(); err != nil && id != r.viewer.ID {
		return account.User{}, err
	}
	return r.store.SetPassword(ctx, r.viewer.Person(), id, hash)
}

// Rename changes the name of the viewer. The error wraps account.ErrNameTaken if another account has it.
func (r *Reader) Rename(ctx context.Context, name string) error {
	_, err := r.store.RenameUser(ctx, r.viewer.Person(), r.viewer.ID, name)
	return err
}

// SetLanguage sets the language in which the viewer reads pages; "" is the browser's language.
func (r *Reader) SetLanguage(ctx context.Context, language string) error {
	if language != "" && !i18n.Known(language) {
		return httperr.BadRequest("ojcheck does not speak this language.", "Go back and choose one of the list.")
	}
	return r.store.SetLanguage(ctx, r.viewer.ID, language)
}

// EndSignIns ends all sessions of the viewer and revokes their tokens.
func (r *Reader) EndSignIns(ctx context.Context) error {
	_, err := r.store.EndSignIns(ctx, r.viewer.Person(), r.viewer.ID)
	return err
}

// Tokens lists the viewer's tokens, newest first.
func (r *Reader) Tokens(ctx context.Context) ([]account.Token, error) {
	return r.store.Tokens(ctx, r.viewer.ID)
}

// AddToken stores a token for the viewer.
func (r *Reader) AddToken(ctx context.Context, t account.Token, hash account.TokenHash) error {
	_, err := r.store.AddToken(ctx, r.viewer.Person(), r.viewer.User, t, hash)
	return err
}

// RevokeToken revokes a token of the viewer.
func (r *Reader) RevokeToken(ctx context.Context, id int64) error {
	return r.store.RevokeToken(ctx, r.viewer.Person(), r.viewer.ID, id)
}

// Members lists the members of a contest, sorted by name. Only chief judges may see them.
func (r *Reader) Members(ctx context.Context, contestID int64) ([]account.Member, error) {
	if err := r.require(contestID, account.Chief); err != nil {
		return nil, err
	}
	return r.store.Members(ctx, contestID)
}

// SetMember sets the role of a user in a contest; account.NoRole removes the member. Only chief judges may do so.
func (r *Reader) SetMember(ctx context.Context, contestID int64, name string, role account.Role) (account.User, error) {
	if err := r.require(contestID, account.Chief); err != nil {
		return account.User{}, err
	}
	user, _, err := r.store.UserByName(ctx, name)
	if err != nil {
		return account.User{}, err
	}
	return user, r.store.SetMember(ctx, r.viewer.Person(), contestID, user.ID, role)
}
