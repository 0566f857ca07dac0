package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
)

type userCommand struct {
	Add      userAddCommand      `cmd:"" help:"Add an account; asks for the password, or reads it from standard input."`
	List     userListCommand     `cmd:"" help:"List the accounts."`
	Password userPasswordCommand `cmd:"" help:"Set a new password. The account is signed out everywhere."`
	Disable  userDisableCommand  `cmd:"" help:"Stop an account from signing in. Its decisions stay."`
	Enable   userEnableCommand   `cmd:"" help:"Let an account sign in again."`
	Factor   userFactorCommand   `cmd:"" name:"remove-second-factor" help:"Let an account sign in without the code of its lost app."`
	Role     userRoleCommand     `cmd:"" help:"Give an account a role in a contest, or none."`
}

type userAddCommand struct {
	Name          string `arg:"" help:"Name of the account."`
	Administrator bool   `help:"Make the account an administrator, who may do everything in all contests and manage the accounts."`
}

// Validate checks and cleans the name. Kong calls it before Run.
func (c *userAddCommand) Validate() (err error) {
	if strings.TrimSpace(c.Name) == "" {
		return errors.New("a name is needed")
	}
	c.Name, err = account.CleanName(c.Name)
	return err
}

func (c *userAddCommand) Run(ctx context.Context, term terminal, db *archive) error {
	if _, _, err := db.UserByName(ctx, c.Name); err == nil { // before the user types a password
		return fmt.Errorf("%q: %w", c.Name, account.ErrNameTaken)
	} else if !errors.Is(err, contest.ErrNotFound) {
		return err
	}
	password, err := newPassword(ctx, term)
	if err != nil {
		return err
	}
	user, err := db.AddUser(ctx, review.CommandLine, c.Name, password, c.Administrator)
	if err != nil {
		return err
	}
	message := "added %q; \"ojcheck user role\", or the members page of a contest, gives a role in a contest"
	if user.Administrator {
		message = "added %q, an administrator"
	}
	term.say(message, user.Name)
	return nil
}

type userListCommand struct{}

func (userListCommand) Run(ctx context.Context, term terminal, db *archive) error {
	users, err := db.Users(ctx)
	if err != nil {
		return err
	}
	if len(users) == 0 {
		term.note("there is no account yet; \"ojcheck user add\" adds one, and so does the first link of \"ojcheck serve\"")
		return nil
	}
	table := []string{"kind\tstate\tpassword\tsince\tname"}
	for _, u := range users {
		kind, state, password := "user", "enabled", "none"
		if u.Administrator {
			kind = "administrator"
		}
		if u.Disabled {
			state = "disabled"
		}
		if u.HasPassword {
			password = "set"
		}
		table = append(table, fmt.Sprintf("%s\t%s\t%s\t%s\t%s",
			kind, state, password, u.CreatedAt.Format(time.DateOnly), text.Visible(u.Name)))
	}
	return term.table(table...)
}

// accountArgument is an argument with the name of an account.
type accountArgument struct {
	Name string `arg:"" help:"Name of the account, as \"ojcheck user list\" shows it."`
}

func (a accountArgument) find(ctx context.Context, db *archive) (account.User, error) {
	user, _, err := db.UserByName(ctx, a.Name)
	if errors.Is(err, contest.ErrNotFound) {
		err = fmt.Errorf("no account is called %q; \"ojcheck user list\" lists them", a.Name)
	}
	return user, err
}

type userPasswordCommand struct{ accountArgument }

func (c userPasswordCommand) Run(ctx context.Context, term terminal, db *archive) error {
	user, err := c.find(ctx, db)
	if err != nil {
		return err
	}
	password, err := newPassword(ctx, term)
	if err != nil {
		return err
	}
	if _, err := db.SetPassword(ctx, review.CommandLine, user.ID, password); err != nil {
		return err
	}
	term.say("%q has a new password, is signed out everywhere, and its tokens are revoked", user.Name)
	return nil
}

type userDisableCommand struct{ accountArgument }

func (c userDisableCommand) Run(ctx context.Context, term terminal, db *archive) error {
	return c.setDisabled(ctx, term, db, true, "%q can no longer sign in, is signed out, and its tokens are revoked")
}

type userEnableCommand struct{ accountArgument }

func (c userEnableCommand) Run(ctx context.Context, term terminal, db *archive) error {
	return c.setDisabled(ctx, term, db, false, "%q can sign in")
}

func (a accountArgument) setDisabled(
	ctx context.Context, term terminal, db *archive, disabled bool, message string,
) error {
	user, err := a.find(ctx, db)
	if err != nil {
		return err
	}
	_, err = db.SetDisabled(ctx, review.CommandLine, user.ID, disabled)
	if errors.Is(err, account.ErrLastAdministrator) {
		return fmt.Errorf("%q: %w", user.Name, account.ErrLastAdministrator)
	}
	if err != nil {
		return err
	}
	term.say(message, user.Name)
	return nil
}

type userFactorCommand struct{ accountArgument }

func (c userFactorCommand) Run(ctx context.Context, term terminal, db *archive) error {
	user, err := c.find(ctx, db)
	if err != nil {
		return err
	}
	if !user.HasSecondFactor {
		return fmt.Errorf("%q has no second factor", user.Name)
	}
	if _, err := db.SetSecondFactor(ctx, review.CommandLine, user.ID, "", 0); err != nil {
		return err
	}
	term.say("%q signs in by password only, and is signed out everywhere", user.Name)
	return nil
}

type userRoleCommand struct {
	accountArgument
	Contest string `arg:"" help:"Name of the contest, as \"ojcheck contest list\" shows it."`
	Role    string `arg:"" enum:"viewer,reviewer,chief,none" help:"viewer reads, reviewer also decides, chief is the chief judge; none removes the account from the contest."`
}

func (c userRoleCommand) Run(ctx context.Context, term terminal, db *archive) error {
	user, err := c.find(ctx, db)
	if err != nil {
		return err
	}
	target, err := db.contestNamed(ctx, c.Contest)
	if err != nil {
		return err
	}
	role := account.Role(c.Role)
	if c.Role == "none" {
		role = account.NoRole
	}
	if err := db.SetMember(ctx, review.CommandLine, target.ID, user.ID, role); err != nil {
		return err
	}
	switch {
	case user.Administrator:
		term.say("stored; %q is an administrator, and may do everything in every contest anyway", user.Name)
	case role == account.NoRole:
		term.say("%q is not a member of %q", user.Name, target.Name)
	default:
		term.say("%q is a %v of %q", user.Name, role, target.Name)
	}
	return nil
}
