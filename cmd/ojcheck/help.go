package main

import (
	_ "embed"
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

// commandTexts holds the group of each command under a heading, its details, and
// examples of command lines, which are indented.
//
//go:embed help.md
var commandTexts string

// describeCommands gives each command its group, its details and its examples.
func describeCommands(k *kong.Kong) error {
	k.Model.HelpFlag.Help = "Show this help."
	type text struct{ group, detail string }
	texts := make(map[string]*text)
	var group string
	var current *text
	for line := range strings.Lines(commandTexts) {
		if name, ok := strings.CutPrefix(line, "## "); ok {
			current = &text{group: group}
			texts[strings.TrimSpace(name)] = current
		} else if name, ok := strings.CutPrefix(line, "# "); ok {
			group, current = strings.TrimSpace(name), nil
		} else if current != nil {
			current.detail += line
		}
	}
	for _, node := range k.Model.Leaves(false) {
		if text := texts[node.Path()]; text != nil {
			node.Group = &kong.Group{Key: text.group, Title: text.group + ":"}
			// Without the heading, kong cuts the indent of an example that comes first.
			prose, examples, _ := strings.Cut("\n"+strings.Trim(text.detail, "\n"), "\n    ")
			node.Detail = strings.TrimLeft(prose+"\nExamples:\n\n    "+examples, "\n")
		}
	}
	return nil
}

// helpCommand is --help as a command; run replaces it by the flag.
type helpCommand struct {
	Command []string `arg:"" optional:"" help:"Command to show the help of; without one, all are listed."`
}

// manCommand prints the manual page.
type manCommand struct{}

func (manCommand) Run(term terminal, parser *kong.Kong) error {
	return writeManual(term.out, parser.Model)
}

// writeManual writes the manual page of all commands, for man(1).
func writeManual(w io.Writer, app *kong.Application) error {
	m := manual{}
	m.line(".TH OJCHECK 1 \"\" \"ojcheck %s\"", toolVersion())
	m.line(".SH NAME")
	m.line("ojcheck \\- find plagiarism in the submissions of a programming contest")
	m.line(".SH SYNOPSIS")
	m.line(".B ojcheck\n.I command\n[\\fIflags\\fR]")
	m.line(".SH DESCRIPTION")
	m.text(app.Help + " The scores show where to look; people decide, after reading both programs.")
	group := ""
	for _, node := range app.Leaves(true) {
		if title := node.ClosestGroup().Key; title != group {
			group = title
			m.line(".SH %s", strings.ToUpper(group))
		}
		m.line(".SS ojcheck %s", node.Summary())
		m.text(node.Help)
		m.paragraphs(node.Detail)
		for _, arg := range node.Positional {
			m.item(arg.Summary(), arg.Help)
		}
		m.flags(node.Flags)
	}
	m.line(".SH FLAGS OF EVERY COMMAND")
	m.flags(app.Flags)
	m.line(".SH EXIT STATUS")
	m.item(fmt.Sprint(exitDone), "The command succeeded.")
	m.item(fmt.Sprint(exitFailed), "It failed.")
	m.item(fmt.Sprint(exitUsage), "The command line is wrong.")
	_, err := io.WriteString(w, m.String())
	return err
}

// manual is a page in the language of troff.
type manual struct{ strings.Builder }

func (m *manual) line(format string, args ...any) { fmt.Fprintf(m, format+"\n", args...) }

// text writes plain text.
func (m *manual) text(s string) {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`).Replace(s)
	if strings.HasPrefix(s, ".") {
		s = `\&` + s
	}
	m.line("%s", s)
}

func (m *manual) item(name, help string) {
	m.line(".TP")
	m.line(".B %s", strings.ReplaceAll(name, "-", `\-`))
	m.text(help)
}

func (m *manual) flags(flags []*kong.Flag) {
	for _, flag := range flags {
		if !flag.Hidden {
			m.item(flag.String(), kong.DefaultHelpValueFormatter(flag.Value))
		}
	}
}

// paragraphs writes text whose indented lines stay as they are.
func (m *manual) paragraphs(s string) {
	for paragraph := range strings.SplitSeq(s, "\n\n") {
		m.line(".PP")
		literal := strings.HasPrefix(paragraph, "    ")
		if literal {
			m.line(".EX")
		}
		for line := range strings.Lines(paragraph) {
			m.text(strings.TrimSpace(line))
		}
		if literal {
			m.line(".EE")
		}
	}
}
