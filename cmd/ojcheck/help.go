package main

import (
	_ "embed"
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/ojcheck/ojcheck/internal/check"
)

// commandTexts has a heading for each group of commands. Below it are headings for the commands, with details
// and indented examples.
//
//go:embed help.md
var commandTexts string

func describeCommands(k *kong.Kong) error {
	k.Model.HelpFlag.Help = "Show this help."
	type text struct{ group, detail string }
	texts := make(map[string]text)
	for section := range strings.SplitSeq("\n"+commandTexts, "\n# ") {
		group, commands, _ := strings.Cut(section, "\n")
		for command := range strings.SplitSeq("\n"+commands, "\n## ") {
			name, detail, _ := strings.Cut(command, "\n")
			texts[name] = text{group, detail}
		}
	}
	for _, node := range k.Model.Leaves(true) {
		text, ok := texts[node.Path()]
		if !ok {
			return fmt.Errorf("help.md has no heading \"## %s\"; below it stand details and two examples", node.Path())
		}
		node.Group = &kong.Group{Key: text.group, Title: text.group + ":"}
		// The line "Examples:" is needed, because kong removes the indent of an example at the start of the details.
		prose, examples, _ := strings.Cut("\n"+strings.Trim(text.detail, "\n"), "\n    ")
		node.Detail = strings.TrimLeft(prose+"\nExamples:\n\n    "+examples, "\n")
	}
	return nil
}

// helpCommand is the command "help". The function run in main.go replaces it by the flag --help.
type helpCommand struct {
	Command []string `arg:"" optional:"" help:"Command to show the help of; without one, all are listed."`
}

type manCommand struct{}

func (manCommand) Run(term terminal, parser *kong.Kong) error {
	return writeManual(term.out, parser.Model)
}

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
	m.item(fmt.Sprint(exitFailed), "It failed, or \"check\" or \"import\" read only a part of the input, or \"doctor\" found a problem.")
	m.item(fmt.Sprint(exitUsage), "The command line or a setting is wrong.")
	_, err := io.WriteString(w, m.String())
	return err
}

// manual is a manual page in troff.
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

// paragraphs writes paragraphs. It keeps the lines of an indented paragraph as they are.
func (m *manual) paragraphs(s string) {
	for paragraph := range strings.SplitSeq(s, "\n\n") {
		begin, end := ".PP", ""
		if strings.HasPrefix(paragraph, "    ") {
			begin, end = ".PP\n.EX", ".EE\n"
		}
		m.line("%s", begin)
		for line := range strings.Lines(paragraph) {
			m.text(strings.TrimSpace(line))
		}
		m.WriteString(end)
	}
}

type versionCommand struct{}

func (versionCommand) Run(term terminal) error {
	term.say("%s", versionText())
	return nil
}

func versionText() string {
	return fmt.Sprintf("ojcheck %s (%s)", toolVersion(), check.AlgorithmVersion)
}

// version is the tag of a release, set by -ldflags "-X main.version=v1.2.3".
var version string

func toolVersion() string {
	info, _ := debug.ReadBuildInfo()
	return versionOf(version, info)
}

// versionOf returns the tag of a release, or else the version of the module, or else the date and commit of
// the working tree. It adds "+dirty" if the tree had changes. If nothing is known, it returns "devel".
func versionOf(tag string, info *debug.BuildInfo) string {
	switch {
	case tag != "":
		return tag
	case info == nil:
		return "devel"
	case info.Main.Version != "" && info.Main.Version != "(devel)":
		return info.Main.Version
	}
	vcs := make(map[string]string)
	for _, s := range info.Settings {
		vcs[s.Key] = s.Value
	}
	revision, date := vcs["vcs.revision"], vcs["vcs.time"]
	if len(revision) < 12 || len(date) < 10 {
		return "devel"
	}
	text := fmt.Sprintf("%s-%s", date[:10], revision[:12])
	if vcs["vcs.modified"] == "true" {
		text += "+dirty"
	}
	return text
}
