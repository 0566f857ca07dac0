package main

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
)

// userCommand looks after those who may sign in to the pages.
type userCommand struct {
	Add      userAddCommand      `cmd:"" help:"Add an account. The password is asked for, or read from standard input."`
	List     userListCommand     `cmd:"" help:"List the accounts."`
	Password userPasswordCommand `cmd:"" help:"Set a new password, which ends all sign-ins of the account."`
	Disable  userDisableCommand  `cmd:"" help:"Let an account sign in no more. What it did stays."`
	Enable   userEnableCommand   `cmd:"" help:"Let an account sign in again."`
	Role     userRoleCommand     `cmd:"" help:"Give an account a role in a contest, or none."`
}

type userAddCommand struct {
	Name          string `arg:"" help:"Name of the account."`
	Administrator bool   `help:"All of this installation is theirs: all contests, and the accounts."`
}

func (c userAddCommand) Run(ctx context.Context, term terminal, flags *databaseFlags) error {
	name, err := account.CleanName(c.Name)
	if err != nil {
		return err
	}
	db, err := flags.open(ctx, term.log)
	if err != nil {
		return err
	}
	defer db.close()
	// Before a password is typed in vain.
	if _, _, err := db.UserByName(ctx, name); err == nil {
		return fmt.Errorf("%q: %w", name, account.ErrNameTaken)
	} else if !errors.Is(err, contest.ErrNotFound) {
		return err
	}
	password, err := newPassword(ctx, term)
	if err != nil {
		return err
	}
	user, err := db.AddUser(ctx, review.CommandLine, name, password, c.Administrator)
	if err != nil {
		return err
	}
	if user.Administrator {
		fmt.Fprintf(term.out, "added %q, an administrator\n", user.Name)
	} else {
		fmt.Fprintf(term.out, "added %q; \"ojcheck user role\" or a chief judge's page of members gives a role in a contest\n", user.Name)
	}
	return nil
}

type userListCommand struct{}

func (userListCommand) Run(ctx context.Context, term terminal, flags *databaseFlags) error {
	db, err := flags.open(ctx, term.log)
	if err != nil {
		return err
	}
	defer db.close()
	users, err := db.Users(ctx)
	if err != nil {
		return err
	}
	if len(users) == 0 {
		fmt.Fprintln(term.err, "there is no account yet; \"ojcheck user add\" adds one, and so does the first link of \"ojcheck serve\"")
		return nil
	}
	// The name comes last, where its width does not matter.
	table := tabwriter.NewWriter(term.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "kind\tstate\tpassword\tsince\tname")
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
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", kind, state, password, u.CreatedAt.Format("2006-01-02"), text.Visible(u.Name))
	}
	return table.Flush()
}

type userPasswordCommand struct {
	Name string `arg:"" help:"Name of the account, as \"ojcheck user list\" shows it."`
}

func (c userPasswordCommand) Run(ctx context.Context, term terminal, flags *databaseFlags) error {
	return withUser(ctx, term, flags, c.Name, func(db *archive, user account.User) error {
		password, err := newPassword(ctx, term)
		if err != nil {
			return err
		}
		if _, err := db.SetPassword(ctx, review.CommandLine, user.ID, password); err != nil {
			return err
		}
		fmt.Fprintf(term.out, "%q has a new password; all sign-ins with the old one have ended, and the tokens are revoked\n", user.Name)
		return nil
	})
}

type userDisableCommand struct {
	Name string `arg:"" help:"Name of the account, as \"ojcheck user list\" shows it."`
}

func (c userDisableCommand) Run(ctx context.Context, term terminal, flags *databaseFlags) error {
	return withUser(ctx, term, flags, c.Name, func(db *archive, user account.User) error {
		if _, err := db.SetDisabled(ctx, review.CommandLine, user.ID, true); errors.Is(err, account.ErrLastAdministrator) {
			return fmt.Errorf("%q: %w", user.Name, account.ErrLastAdministrator)
		} else if err != nil {
			return err
		}
		fmt.Fprintf(term.out, "%q may sign in no more, and is signed out; the tokens are revoked\n", user.Name)
		return nil
	})
}

type userEnableCommand struct {
	Name string `arg:"" help:"Name of the account, as \"ojcheck user list\" shows it."`
}

func (c userEnableCommand) Run(ctx context.Context, term terminal, flags *databaseFlags) error {
	return withUser(ctx, term, flags, c.Name, func(db *archive, user account.User) error {
		if _, err := db.SetDisabled(ctx, review.CommandLine, user.ID, false); err != nil {
			return err
		}
		fmt.Fprintf(term.out, "%q may sign in\n", user.Name)
		return nil
	})
}

type userRoleCommand struct {
	Name    string `arg:"" help:"Name of the account."`
	Contest string `arg:"" help:"Name of the contest, as \"ojcheck contest list\" shows it."`
	Role    string `arg:"" enum:"viewer,reviewer,chief,none" help:"viewer reads, reviewer decides too, chief is the chief judge; none removes the account from the contest."`
}

func (c userRoleCommand) Run(ctx context.Context, term terminal, flags *databaseFlags) error {
	return withUser(ctx, term, flags, c.Name, func(db *archive, user account.User) error {
		contents, err := db.Contents(ctx, c.Contest)
		if errors.Is(err, contest.ErrNotFound) {
			return fmt.Errorf("no contest is called %q; \"ojcheck contest list\" lists them", c.Contest)
		}
		if err != nil {
			return err
		}
		role := account.Role(c.Role)
		if c.Role == "none" {
			role = account.NoRole
		}
		if err := db.SetMember(ctx, review.CommandLine, contents.ID, user.ID, role); err != nil {
			return err
		}
		switch {
		case user.Administrator:
			fmt.Fprintf(term.out, "noted; %q is an administrator, and may do everything in every contest anyway\n", user.Name)
		case role == account.NoRole:
			fmt.Fprintf(term.out, "%q is no member of %q\n", user.Name, contents.Name)
		default:
			fmt.Fprintf(term.out, "%q is a %v of %q\n", user.Name, role, contents.Name)
		}
		return nil
	})
}

// withUser opens the database, finds the account of a name, and does something
// with both.
func withUser(ctx context.Context, term terminal, flags *databaseFlags, name string, do func(*archive, account.User) error) error {
	db, err := flags.open(ctx, term.log)
	if err != nil {
		return err
	}
	defer db.close()
	user, _, err := db.UserByName(ctx, name)
	if errors.Is(err, contest.ErrNotFound) {
		return fmt.Errorf("no account is called %q; \"ojcheck user list\" lists them", name)
	}
	if err != nil {
		return err
	}
	return do(db, user)
}
