package main

import (
	"bytes"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"
)

// examplesOf returns the command lines in the details of a command.
func examplesOf(node *kong.Node) (examples []string) {
	for line := range strings.Lines(node.Detail) {
		if strings.HasPrefix(line, "    ") {
			examples = append(examples, strings.TrimSpace(line))
		}
	}
	return examples
}

// Every command has a help text and two examples, and every flag has a help text.
func TestEveryCommandIsDescribed(t *testing.T) {
	t.Parallel()
	for _, node := range parserFor(t).Model.Leaves(true) {
		if node.Help == "" {
			t.Errorf("%s has no help", node.Path())
		}
		for _, flag := range node.Flags {
			if flag.Help == "" {
				t.Errorf("%s: --%s has no help", node.Path(), flag.Name)
			}
		}
		if n := len(examplesOf(node)); n < 2 {
			t.Errorf("%s has %d examples in help.md, want at least 2", node.Path(), n)
		}
	}
}

// Each example is a valid command line of its command.
func TestExamplesParse(t *testing.T) {
	t.Parallel()
	for _, node := range parserFor(t).Model.Leaves(true) {
		for _, example := range examplesOf(node) {
			t.Run(example, func(t *testing.T) {
				t.Parallel()
				_, command, _ := strings.Cut(example, "ojcheck ")
				args := shellWords(command)
				words := strings.Join(args, " ") + " "
				if !strings.HasPrefix(words, strings.TrimSuffix(node.Path(), " files")+" ") && words != "--version " {
					t.Errorf("not an example of %s", node.Path())
				}
				if err := parseCommandLine(t, args); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// The help is printed with status 0. An invalid command line gets an error that names the flag and the help
// to read.
func TestHelp(t *testing.T) {
	t.Parallel()
	tests := []struct {
		args   []string
		status int
		want   []string
	}{
		{[]string{"--help"}, exitDone, []string{"Check and import:\n  check ", "\nJury and accounts:\n  user add ", "\nMeasure:\n"}},
		{[]string{"help"}, exitDone, []string{"Check and import:\n"}},
		{[]string{"help", "check"}, exitDone, []string{"Usage: ojcheck check ", "    ojcheck check --threshold 60%", "--threshold=T ", "Reading:\n"}},
		{[]string{"help", "contest", "delete"}, exitDone, []string{"Usage: ojcheck contest delete <name>"}},
		{[]string{"help", "search"}, exitDone, []string{"\nExamples:\n\n    ojcheck search solution.cpp\n    ojcheck search --contest "}},
		{[]string{"help", "serch"}, exitUsage, []string{"ojcheck: there is no command \"serch\": did you mean \"search\"?\nRun \"ojcheck --help\".\n"}},
		{[]string{"help", "user", "ad"}, exitUsage, []string{"ojcheck: there is no command \"user ad\": did you mean \"user add\"?\nRun \"ojcheck user --help\".\n"}},
		{[]string{"contest", "lst"}, exitUsage, []string{"ojcheck: there is no command \"contest lst\": did you mean \"contest list\"?\nRun \"ojcheck contest --help\".\n"}},
		{[]string{"contest", "xyz"}, exitUsage, []string{"ojcheck: there is no command \"contest xyz\"\nRun \"ojcheck contest --help\".\n"}},
		{[]string{"user", "qqq"}, exitUsage, []string{"ojcheck: there is no command \"user qqq\"\nRun \"ojcheck user --help\".\n"}},
		{[]string{"help", "nosuch"}, exitUsage, []string{"ojcheck: there is no command \"nosuch\"\nRun \"ojcheck --help\".\n"}},
		{[]string{"check", "--nosuch"}, exitUsage, []string{"ojcheck: unknown flag --nosuch\nRun \"ojcheck check --help\".\n"}},
		{[]string{"check", "--top", "-5", "."}, exitUsage, []string{"ojcheck: --top is -5: it must be 0 or more\n"}},
		{[]string{"check", "--top", "x", "."}, exitUsage, []string{"ojcheck: --top: \"x\" is not a whole number\n"}},
		{[]string{"check", "--top", "99999999999999999999", "."}, exitUsage, []string{"\"99999999999999999999\" has too many digits\n"}},
		{[]string{"source", "delete", "x"}, exitUsage, []string{"\"x\" is not a whole number\n"}},
		{[]string{"audit", "--seed", "-1", "finals"}, exitUsage, []string{"ojcheck: --seed is -1: it must be from 0 to 2147483647\n"}},
		{[]string{"bench", "archive", "--distance="}, exitUsage, []string{"ojcheck: --distance is empty: give a value, or leave it out\nRun \"ojcheck bench archive --help\".\n"}},
		{[]string{"check", ".", "--data-dir", ""}, exitUsage, []string{"ojcheck: --data-dir is empty: give a value, or leave it out\nRun \"ojcheck check --help\".\n"}},
		{[]string{"--database-url=", "db", "status"}, exitUsage, []string{"ojcheck: --database-url is empty: "}},
		{[]string{"--config", "", "contest", "list"}, exitUsage, []string{"ojcheck: --config is empty: "}},
		{[]string{"contest", "list", "--server", ""}, exitUsage, []string{"ojcheck: --server is empty: "}},
		{[]string{"check", ".", "-o", "", "--base", "x"}, exitUsage, []string{"ojcheck: --output is empty: "}},
		{[]string{"check", ".", "--base", ""}, exitUsage, []string{"ojcheck: --base is empty: "}},
		{[]string{"serve", "--dump-dir", "", "--addr", "0.0.0.0:8080"}, exitUsage, []string{"--tls-cert and --tls-key, or --behind-proxy and --public-url"}},
		{[]string{"check", "--top"}, exitUsage, []string{"ojcheck: --top: give a number\n"}},
		{[]string{"check", "--threshold", "60", "."}, exitUsage, []string{`ojcheck: --threshold: "60" is not a number from 0 to 1; for 60% write 0.6 or 60%` + "\n"}},
		{[]string{"check", "--threshold", "NaN", "."}, exitUsage, []string{`--threshold: "NaN" is not a number`}},
		{[]string{"check", "--keep", "nan", "."}, exitUsage, []string{`--keep: "nan" is not a number`}},
		{[]string{"check", "--memory", "10", "."}, exitUsage, []string{`ojcheck: --memory: "10" is too little memory for a check: give 64M or more `}},
		{[]string{"check", "--memory", "100K", "."}, exitUsage, []string{`--memory: "100K" is too little memory`}},
		{[]string{"check", ".", "--output"}, exitUsage, []string{"ojcheck: --output: give a value\n"}},
		{[]string{"check", ".", "--memory", "-1"}, exitUsage, []string{"ojcheck: --memory: give a value; if it is \"-1\", write --memory=-1\nRun"}},
		{[]string{"check", ".", "-o", "--yes"}, exitUsage, []string{"ojcheck: --output: give a value; if it is \"--yes\", write --output=--yes\nRun"}},
		{[]string{"testdata"}, exitUsage, []string{`ojcheck: there is no command "testdata"; "ojcheck check testdata" checks what it contains` + "\n"}},
		{[]string{"report", "--server", "https://judge.example", "finals"}, exitUsage, []string{
			`ojcheck: "ojcheck report" works on its own machine: run it on the machine of the server, or use the pages or the API of the server; ` +
				"--server is for check, import files, import codeforces, search, contest list\n"}},
		{[]string{"db", "dump", "--server=https://judge.example", "finals.dump"}, exitUsage, []string{`ojcheck: "ojcheck db dump" works`}},
		{[]string{"contest", "list", "--servers", "https://judge.example"}, exitUsage, []string{"ojcheck: unknown flag --servers"}},
		{[]string{"check", "--layout", "(", "."}, exitUsage, []string{"it needs a group for the participant"}},
		{[]string{"check", "--layout", "{Problem}/{participant}.{ext}", "."}, exitUsage, []string{"a brace belongs to no part; the parts are {problem}, "}},
		{[]string{"check", "--language", "klingon", "."}, exitUsage, []string{`no language is called "klingon"; known are `}},
		{[]string{"check", "--from", "domjudge", "."}, exitUsage, []string{`ojcheck: no format is called "domjudge"; ccs reads exports of DOMjudge` + "\n"}},
		{[]string{"serve", "--addr", "0.0.0.0:8080"}, exitUsage, []string{"--tls-cert and --tls-key, or --behind-proxy and --public-url"}},
		{[]string{"eval", "--pairs", "p.csv", "--scores", "a", "--plot", "./a", "."}, exitUsage, []string{"--scores and --plot are the same file"}},
		{[]string{"eval", "--pairs", "nosuch.csv", "."}, exitFailed, []string{"ojcheck: there is no file ", "nosuch.csv\n"}},
		{[]string{"check", "--manifest", "nosuch.csv", "."}, exitFailed, []string{"ojcheck: manifest: there is no file ", "nosuch.csv\n"}},
		{[]string{"db", "restore", "nosuch.dump"}, exitFailed, []string{"ojcheck: read dump: there is no file nosuch.dump\n"}},
		{[]string{"completion", "bash"}, exitDone, []string{"\ncomplete -o default -F _ojcheck ojcheck\n"}},
		{[]string{"completion", "zsh"}, exitDone, []string{"#compdef ojcheck\n"}},
		{[]string{"completion", "fish"}, exitDone, []string{"complete -c ojcheck "}},
		{[]string{"__complete", "check", "--thr"}, exitDone, []string{"--threshold\tList only pairs with at least this suspicion"}},
		{[]string{"version"}, exitDone, []string{"ojcheck "}},
		{[]string{"--version"}, exitDone, []string{"ojcheck "}},
		{[]string{"check", "--format", "xml", "."}, exitUsage, []string{`ojcheck: --format must be one of "table", "csv", "json", "html", "jplag-csv", "dolos-csv" but got "xml"` + "\nRun \"ojcheck check --help\".\n"}},
		{[]string{"check", "--token-file", "nosuch", "--server", "https://judge.example", "."}, exitFailed, []string{"ojcheck: --token-file: there is no file "}},
		{[]string{"check", "-o", "report.PDF", "."}, exitUsage, []string{"ojcheck: --output report.PDF: ojcheck writes no such file: open a .csv file in a spreadsheet, or print the .html file of a check\n"}},
		{[]string{"audit", "-o", "sample.xlsx", "spring"}, exitUsage, []string{"ojcheck: --output sample.xlsx: ojcheck writes no such file: "}},
		{[]string{"audit", "-o", "sample.html", "spring"}, exitUsage, []string{"ojcheck: --output sample.html: the formats of this command are table, csv, json: choose with --format\n"}},
		{[]string{"search", "-o", "found.ods", "a.cpp"}, exitUsage, []string{"ojcheck: --output found.ods: ojcheck writes no such file: "}},
		{[]string{"bench", "archive", "--size", "10X"}, exitUsage, []string{`ojcheck: --size: "10X" is not a size`}},
		{[]string{"user", "add", " "}, exitUsage, []string{"ojcheck: a name is needed\nRun \"ojcheck user add --help\".\n"}},
		{[]string{"watch", "--help"}, exitDone, []string{"($OJCHECK_CCS_USER)", "--format=FORMAT"}},
		{[]string{"serve", "--help"}, exitDone, []string{"\n\n      --addr=HOST:PORT ", "\nSigning in:\n"}},
	}
	for _, test := range tests {
		t.Run(strings.Join(test.args, " "), func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			if status := run(t.Context(), test.args, strings.NewReader(""), &out, &out); status != test.status {
				t.Errorf("status %d, want %d", status, test.status)
			}
			for _, want := range test.want {
				if !strings.Contains(out.String(), want) {
					t.Errorf("%q is missing:\n%s", want, out.String())
				}
			}
			if strings.Contains(out.String(), `="`) || strings.Count(out.String(), "OJCHECK_CCS_USER") > 1 {
				t.Errorf("the output has a quoted value, or names a variable twice:\n%s", out.String())
			}
		})
	}
}

// Two command lines that mean the same print the same.
func TestSameHelp(t *testing.T) {
	t.Parallel()
	output := func(line string) string {
		var out bytes.Buffer
		run(t.Context(), strings.Fields(line), strings.NewReader(""), &out, &out)
		return out.String()
	}
	for line, other := range map[string]string{"": "--help", "help check": "check --help", "version": "--version"} {
		if diff := cmp.Diff(output(line), output(other)); diff != "" {
			t.Errorf("%q and %q (-first +second):\n%s", line, other, diff)
		}
	}
}

// The completion suggests commands, flags and choices that fit the last word.
func TestComplete(t *testing.T) {
	t.Parallel()
	model := parserFor(t).Model
	tests := []struct {
		words string // the last word is being typed
		want  string // the suggested words, without their meanings
	}{
		{"che", "check"},
		{"contest ", "list delete retain expire"},
		{"check --thr", "--threshold"},
		{"check --format js", "json"},
		{"check --format = js", "json"},
		{"check --format =", "table csv json html jplag-csv dolos-csv"},
		{"check -o ", ""},
		{"check a.zip ", ""},
		{"import --dry", "--dry-run"},
		{"import a", "api"},
		{"user role rosa finals c", "chief"},
		{"completion ", "bash zsh fish"},
		{"help contest d", "delete"},
		{"--data-dir d db st", "status stop"},
		{"nosuch ", ""},
		{"bench ", "archive"},
	}
	for _, test := range tests {
		var out strings.Builder
		complete(&out, model, strings.Split(test.words, " "))
		var got []string
		for line := range strings.Lines(out.String()) {
			word, _, _ := strings.Cut(line, "\t")
			got = append(got, word)
		}
		if diff := cmp.Diff(test.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("suggestions for %q (-want +got):\n%s", test.words, diff)
		}
	}
}

// The manual page has every command and flag, and no line of text looks like a troff request.
func TestManual(t *testing.T) {
	t.Parallel()
	model := parserFor(t).Model
	var page strings.Builder
	if err := writeManual(&page, model); err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(page.String(), `\-`, "-")
	for _, node := range model.Leaves(true) {
		if !strings.Contains(text, ".SS ojcheck "+node.Path()) {
			t.Errorf("%s is missing", node.Path())
		}
		for _, flag := range node.Flags {
			if !flag.Hidden && !strings.Contains(text, "--"+flag.Name) {
				t.Errorf("%s --%s is missing", node.Path(), flag.Name)
			}
		}
	}
	for line := range strings.Lines(text) {
		if word, _, _ := strings.Cut(strings.TrimSpace(line), " "); strings.HasPrefix(word, ".") && !strings.Contains(" .TH .SH .SS .TP .B .PP .EX .EE .I ", " "+word+" ") {
			t.Errorf("unknown troff request: %q", line)
		}
	}
}

// The version is the tag of a release, the version of the module, or the date and hash of the commit.
func TestVersionOf(t *testing.T) {
	t.Parallel()
	buildInfo := func(module string, settings ...string) *debug.BuildInfo {
		info := &debug.BuildInfo{Main: debug.Module{Version: module}}
		for i := 0; i < len(settings); i += 2 {
			info.Settings = append(info.Settings, debug.BuildSetting{Key: settings[i], Value: settings[i+1]})
		}
		return info
	}
	commit := []string{"vcs.revision", "d7574840123456789", "vcs.time", "2026-11-22T07:00:00Z"}
	tests := []struct {
		name, tag, want string
		info            *debug.BuildInfo
	}{
		{"a release", "v1.2.3", "v1.2.3", buildInfo("(devel)", commit...)},
		{"go install", "", "v1.2.3", buildInfo("v1.2.3")},
		{"a working tree", "", "2026-11-22-d75748401234", buildInfo("(devel)", append(commit, "vcs.modified", "false")...)},
		{"a changed working tree", "", "2026-11-22-d75748401234+dirty", buildInfo("(devel)", append(commit, "vcs.modified", "true")...)},
		{"no version control", "", "devel", buildInfo("(devel)")},
		{"no build information", "", "devel", nil},
	}
	for _, test := range tests {
		if got := versionOf(test.tag, test.info); got != test.want {
			t.Errorf("%s: version %q, want %q", test.name, got, test.want)
		}
	}
}
