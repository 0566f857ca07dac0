package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	xterm "golang.org/x/term"

	"github.com/ojcheck/ojcheck/internal/account"
)

// newPassword asks for a new password, and returns what is to be kept of it. At
// a terminal it is typed twice, unseen; else it is the first line of the input.
func newPassword(ctx context.Context, term terminal) (string, error) {
	password, err := readPassword(ctx, term)
	if err != nil {
		return "", err
	}
	return account.HashPassword(password, account.DefaultCost())
}

func readPassword(ctx context.Context, term terminal) (string, error) {
	file, ok := term.in.(*os.File)
	if !ok || !xterm.IsTerminal(int(file.Fd())) {
		line, err := readLine(ctx, term.in)
		if err == nil && line == "" {
			err = errors.New("standard input has no password on its first line")
		}
		return line, err
	}
	password, err := typePassword(ctx, term, file, fmt.Sprintf("New password, of %d characters or more: ", account.MinPassword))
	if err != nil {
		return "", err
	}
	if err := account.CheckPassword(password); err != nil { // before it is typed again in vain
		return "", err
	}
	again, err := typePassword(ctx, term, file, "The same once more: ")
	if err == nil && again != password {
		err = errors.New("the two passwords are not the same: nothing was changed")
	}
	return password, err
}

// typePassword reads a line from a terminal without showing it, until ctx ends.
func typePassword(ctx context.Context, term terminal, file *os.File, prompt string) (string, error) {
	fd := int(file.Fd())
	state, err := xterm.GetState(fd)
	if err != nil {
		return "", err
	}
	fmt.Fprint(term.err, prompt)
	defer fmt.Fprintln(term.err)
	type result struct {
		line []byte
		err  error
	}
	read := make(chan result, 1)
	go func() { // it may wait for ever: nothing can call it off
		line, err := xterm.ReadPassword(fd)
		read <- result{line, err}
	}()
	select {
	case r := <-read:
		return string(r.line), r.err
	case <-ctx.Done():
		_ = xterm.Restore(fd, state) // it shows again what is typed
		return "", ctx.Err()
	}
}
