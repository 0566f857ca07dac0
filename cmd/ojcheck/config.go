package main

import (
	"fmt"
	"maps"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/ojcheck/ojcheck/internal/text"
)

type configCommand struct{}

func (configCommand) Run(term terminal, ctx *kong.Context, r *resolver) error {
	if r.path == "" {
		term.note("no settings file is read")
	} else {
		term.note("settings file: %s", r.path)
	}
	known := settingsOf(ctx.Model)
	table := []string{"setting\tvalue\tfrom"}
	for _, name := range slices.Sorted(maps.Keys(known)) {
		flag := known[name]
		value, from, err := r.find(flag)
		if err != nil {
			return err
		}
		if given := flagOnLine(ctx, name); given != nil {
			value, from = ctx.FlagValue(given), "command line"
		}
		table = append(table, fmt.Sprintf("%s\t%s\t%s", name, describeValue(flag, value), text.Visible(from)))
	}
	if err := term.table(table...); err != nil {
		return err
	}
	for _, name := range unknownVariables(ctx.Model, os.Environ()) {
		term.note("the environment variable %s is no setting%s", text.Visible(name), didYouMeanVariable(name, known))
	}
	return nil
}

// flagOnLine returns the flag with a name; nil if the flag is not on the command line.
func flagOnLine(ctx *kong.Context, name string) *kong.Flag {
	for _, path := range ctx.Path {
		if path.Flag != nil && path.Flag.Name == name && !path.Resolved {
			return path.Flag
		}
	}
	return nil
}

// describeValue returns the value of a setting as one line of text, without a password.
func describeValue(flag *kong.Flag, value any) string {
	var words []string
	switch v := value.(type) {
	case nil:
		words = []string{flag.Default}
		if flag.IsBool() {
			words = []string{"false"} // no flag is on by default
		}
	case []any:
		for _, word := range v {
			words = append(words, fmt.Sprint(word))
		}
	default:
		words = []string{fmt.Sprint(v)}
	}
	joined := strings.Join(words, ", ")
	if flag.Tag.Get("setting") == "secret" {
		joined = hidePassword(joined)
	}
	return text.Visible(joined)
}

// passwordWord matches the password in a database address of the form host=... password=...
var passwordWord = regexp.MustCompile(`(?i)(password\s*=\s*)('(?:[^'\\]|\\.)*'|(?:\\.|\S)+)`)

func hidePassword(address string) string {
	if !strings.Contains(address, "://") {
		return passwordWord.ReplaceAllString(address, "${1}xxxxx")
	}
	u, err := url.Parse(address)
	if err != nil {
		return "(hidden: it cannot be read as an address)"
	}
	query := u.Query()
	for key := range query {
		if strings.HasSuffix(key, "password") { // sslpassword too
			query.Set(key, "xxxxx")
			u.RawQuery = query.Encode()
		}
	}
	return u.Redacted()
}

// nonSettings are environment variables of ojcheck that are not settings.
var nonSettings = []string{
	"OJCHECK_CONFIG", "OJCHECK_PG_BIN", "OJCHECK_TOKEN",
	"OJCHECK_CCS_USER", "OJCHECK_CCS_PASSWORD", "OJCHECK_CCS_TOKEN",
}

// unknownVariables returns the sorted names of environment variables that look like settings but are none.
func unknownVariables(model *kong.Application, environment []string) (unknown []string) {
	known := settingsOf(model)
	for _, line := range environment {
		name, _, _ := strings.Cut(line, "=")
		isKnown := slices.Contains(nonSettings, name) ||
			known[strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(name, variablePrefix), "_", "-"))] != nil
		if strings.HasPrefix(name, variablePrefix) && !isKnown {
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	return unknown
}

// didYouMeanVariable asks whether the variable of ojcheck with the most similar name was meant.
func didYouMeanVariable(name string, known map[string]*kong.Flag) string {
	var names []string
	for _, other := range nonSettings {
		names = append(names, strings.TrimPrefix(other, variablePrefix))
	}
	for setting := range known {
		names = append(names, strings.TrimPrefix(variable(setting), variablePrefix))
	}
	return didYouMean(variablePrefix, strings.TrimPrefix(name, variablePrefix), names)
}
