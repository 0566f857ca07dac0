package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/input"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/settings"
)

// readFlags say how a contest is read from paths.
type readFlags struct {
	settings.Input
	Manifest string `type:"path" placeholder:"FILE" help:"CSV table of the submissions: a column path, and any of participant, problem, id, language, verdict, time, attempt, kind, affiliation and site."`
}

// paths are those that were given, or else the folder of the manifest.
func (f readFlags) paths(given []string) []string {
	if len(given) == 0 && f.Manifest != "" {
		return []string{filepath.Dir(f.Manifest)}
	}
	return given
}

// firstSet is the first of the flags that is set, for a message; "" for none.
func (f readFlags) firstSet() string {
	for _, flag := range []struct{ name, value string }{{"--from", f.From}, {"--layout", f.Layout}, {"--language", f.Language}} {
		if flag.value != "" {
			return flag.name
		}
	}
	return ""
}

// formatNames lists the formats, as --from takes them.
func formatNames() string {
	var names []string
	for _, f := range intake.Formats() {
		names = append(names, f.Name)
	}
	return strings.Join(names, ", ")
}

// printFormat writes which format an input has, and how to have it read otherwise.
func printFormat(term terminal, f intake.Format, why string) {
	advice := ""
	if why != "" {
		advice = "; --from chooses another format"
	}
	term.note("%s%s", input.DescribeFormat(f, why), advice)
}

// adviseName adds to the error that another contest has the name which flag gives
// another one.
func adviseName(err error, flag string) error {
	if errors.As(err, new(*check.NameConflictError)) {
		return fmt.Errorf("%w; %s NAME stores this one under another name", err, flag)
	}
	return err
}
