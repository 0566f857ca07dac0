package main

import (
	"cmp"
	"context"
	"os"
	"path/filepath"

	xterm "golang.org/x/term"

	"github.com/ojcheck/ojcheck/internal/ccsclient"
)

// systemFlags say which contest of which contest system is meant, and who asks.
type systemFlags struct {
	URL     string `arg:"" name:"url" help:"Base address of the system's Contest API, such as https://host/api/v4, or the address of a contest there."`
	Contest string `placeholder:"ID" help:"ID of the contest in the system. Without it, the contests are listed."`

	User     string `env:"OJCHECK_CCS_USER" placeholder:"NAME" help:"Account that may read sources. Without it and --token, the account of the host in the netrc file."`
	Password string `env:"OJCHECK_CCS_PASSWORD" placeholder:"PASSWORD" help:"Its password. Others on this machine can see it here: prefer the environment variable, or type it when asked."`
	Token    string `env:"OJCHECK_CCS_TOKEN" placeholder:"TOKEN" help:"Bearer token instead of an account. Prefer the environment variable."`
	Netrc    string `env:"NETRC" type:"path" placeholder:"FILE" help:"Netrc file instead of ~/.netrc."`
}

// client makes a client of the system, and finds out which contest is meant: "" for
// none. It may ask for the password.
func (f *systemFlags) client(ctx context.Context, term terminal) (c *ccsclient.Client, contest string, err error) {
	o := ccsclient.Options{URL: f.URL, User: f.User, Password: f.Password, Token: f.Token, Netrc: f.Netrc, UserAgent: "ojcheck/" + toolVersion(), Log: term.log}
	if o.User != "" && o.Password == "" && o.Token == "" {
		if file, ok := term.in.(*os.File); ok && xterm.IsTerminal(int(file.Fd())) {
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
