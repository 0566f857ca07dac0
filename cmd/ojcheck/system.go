package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"text/tabwriter"

	"github.com/ojcheck/ojcheck/internal/ccsclient"
	"github.com/ojcheck/ojcheck/internal/text"
)

// systemFlags name a contest of a judge system, and the account to read it with.
type systemFlags struct {
	URL     string `arg:"" name:"url" help:"Base address of the system's Contest API, such as https://host/api/v4, or the address of a contest there."`
	Contest string `placeholder:"ID" help:"ID of the contest in the system. Without it, the contests are listed."`

	User     string `env:"OJCHECK_CCS_USER" placeholder:"NAME" help:"Account that may read sources. Without it and --token, the account of the host in the netrc file."`
	Password string `env:"OJCHECK_CCS_PASSWORD" placeholder:"PASSWORD" help:"Its password. Others on this machine can see it here: prefer the environment variable, or type it when asked."`
	Token    string `env:"OJCHECK_CCS_TOKEN" placeholder:"TOKEN" help:"Bearer token instead of an account. Prefer the environment variable."`
	Netrc    string `env:"NETRC" type:"path" placeholder:"FILE" help:"Netrc file instead of ~/.netrc."`
}

// client returns a client of the system and the ID of the contest, "" where none is
// named. It may ask for the password.
func (f *systemFlags) client(ctx context.Context, term terminal) (c *ccsclient.Client, contest string, err error) {
	o := ccsclient.Options{URL: f.URL, User: f.User, Password: f.Password, Token: f.Token, Netrc: f.Netrc, UserAgent: "ojcheck/" + toolVersion(), Log: term.log}
	if o.User != "" && o.Password == "" && o.Token == "" {
		if file := term.keyboard(); file != nil {
			if o.Password, err = typePassword(ctx, term, file, "Password of "+o.User+": "); err != nil {
				return nil, "", err
			}
		}
	}
	if home, err := os.UserHomeDir(); o.Netrc == "" && err == nil {
		o.Netrc = filepath.Join(home, ".netrc")
	}
	c, err = ccsclient.New(o)
	if err != nil {
		return nil, "", usageError{err.Error()}
	}
	if pasted := c.ContestID(); pasted != "" {
		if f.Contest != "" && f.Contest != pasted {
			return nil, "", usageError{"the address is that of contest " + pasted + ", and --contest is " + f.Contest + ": give one of them"}
		}
		term.log.Info("the address is that of a contest", "API", c.URL(), "contest", pasted)
	}
	return c, cmp.Or(f.Contest, c.ContestID()), nil
}

// listContests prints the contests of a system, and next, which says how to choose.
func listContests(ctx context.Context, term terminal, client *ccsclient.Client, next string) error {
	list, err := client.Contests(ctx)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		term.note("%s has no contest that the account may see", client.URL())
		return nil
	}
	table := tabwriter.NewWriter(term.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "id\tstarts\tname")
	for _, l := range list {
		fmt.Fprintf(table, "%s\t%s\t%s\n", text.Visible(l.ID), text.Visible(cmp.Or(l.StartTime, "?")), text.Visible(l.Name))
	}
	term.note("%s", next)
	return table.Flush()
}
