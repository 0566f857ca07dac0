package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/ojcheck/ojcheck/internal/client"
)

// remoteFlags name the server that is to do the work instead of this machine.
type remoteFlags struct {
	Server    string `name:"server" placeholder:"URL" help:"Let the ojcheck server at this address do it, such as https://judge.example. Its token is OJCHECK_TOKEN in the environment, or in --token-file."`
	TokenFile string `name:"token-file" type:"existingfile" placeholder:"FILE" help:"A file that holds the token for --server, alone."`
	ShowNames bool   `help:"With --server: a contest that is new there is not reviewed blind."`
}

// client returns the client of the server that is named.
func (f *remoteFlags) client() (*client.Client, error) {
	token := os.Getenv("OJCHECK_TOKEN")
	if f.TokenFile != "" {
		content, err := os.ReadFile(f.TokenFile)
		if err != nil {
			return nil, fmt.Errorf("--token-file: %w", err)
		}
		token = string(content)
	}
	c, err := client.New(f.Server, strings.TrimSpace(token), "ojcheck/"+toolVersion())
	if err != nil {
		return nil, usageError{"--server: " + err.Error()}
	}
	return c, nil
}

// remoteCommands are those that a server can do.
func remoteCommands() []string { return []string{"check"} }
