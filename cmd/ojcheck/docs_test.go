package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/intake"
)

// repository is the root of the project.
const repository = "../.."

// page is a Markdown file, with its code blocks separate from its text.
type page struct {
	path     string // from the root of the project
	text     string
	blocks   []codeBlock
	headings map[string]bool // anchors
}

// codeBlock is a fenced block of code.
type codeBlock struct {
	line     int // of its first line
	language string
	lines    []string
}

// TestLinks follows all links between the project's Markdown files. Each page below docs must be reachable
// from README.
func TestLinks(t *testing.T) {
	t.Parallel()
	pages := readPages(t)
	linked := map[string]bool{"README.md": true}
	for queue := []string{"README.md"}; len(queue) > 0; queue = queue[1:] {
		for _, target := range pages[queue[0]].links() {
			if file, _ := split(queue[0], target); pages[file] != nil && !linked[file] {
				linked[file] = true
				queue = append(queue, file)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		for _, target := range pages[name].links() {
			if err := checkLink(pages, name, target); err != nil {
				t.Errorf("%s links to %s: %v", name, target, err)
			}
		}
		if strings.HasPrefix(name, "docs/") && !linked[name] {
			t.Errorf("%s cannot be reached by links from README.md", name)
		}
	}
}

// TestCommandLines parses every command line of ojcheck in the Markdown files.
func TestCommandLines(t *testing.T) {
	t.Parallel()
	model := parserFor(t).Model
	count := 0
	for name, p := range readPages(t) {
		for _, b := range p.blocks {
			if b.language != "" && b.language != "sh" {
				continue
			}
			for _, command := range b.commands() {
				args, ok := ojcheckArgs(command)
				if !ok {
					continue
				}
				count++
				if err := parseCommandLine(t, args); err != nil {
					t.Errorf("%s, code block at line %d: %s: %v", name, b.line, command, err)
				}
			}
		}
		for _, command := range inlineCode.FindAllStringSubmatch(p.text, -1) {
			args, ok := ojcheckArgs(command[1])
			if !ok {
				continue
			}
			if err := lookUp(model, args); err != nil {
				t.Errorf("%s: %s: %v", name, command[1], err)
			}
		}
	}
	if count < 20 {
		t.Errorf("%d command lines are found, want at least 20", count)
	}
}

// TestFlagsOfCheck looks in docs/checking.md for all flags of "ojcheck check".
func TestFlagsOfCheck(t *testing.T) {
	t.Parallel()
	document := string(readFile(t, "docs/checking.md"))
	for _, node := range parserFor(t).Model.Leaves(true) {
		for _, flag := range node.Flags {
			if node.Path() == "check" && !strings.Contains(document, "`--"+flag.Name) {
				t.Errorf("docs/checking.md does not mention --%s", flag.Name)
			}
		}
	}
}

// TestFormats looks in docs/importing.md for all formats.
func TestFormats(t *testing.T) {
	t.Parallel()
	document := string(readFile(t, "docs/importing.md"))
	for _, f := range intake.Formats() {
		if !strings.Contains(document, "| `"+f.Name+"`") {
			t.Errorf("the table of formats in docs/importing.md lacks the format `%s`", f.Name)
		}
	}
}

// TestDocumentSizes keeps README, the glossary and the pictures small.
func TestDocumentSizes(t *testing.T) {
	t.Parallel()
	if size := len(readFile(t, "README.md")); size > 8<<10 {
		t.Errorf("README.md has %d bytes, more than 8 KB: move details to docs", size)
	}
	rows := regexp.MustCompile(`(?m)^\| `).FindAll(readFile(t, "docs/glossary.md"), -1)
	if len(rows) > 41 { // including the header
		t.Errorf("docs/glossary.md has %d rows, more than 40", len(rows)-1)
	}
	pictures, err := filepath.Glob(filepath.Join(repository, "docs/*.png"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range pictures {
		if info, err := os.Stat(name); err != nil || info.Size() > 200<<10 {
			t.Errorf("%s has more than 200 KB, or cannot be read: %v", name, err)
		}
	}
}

// TestThreatModel checks that each line of the threat model names tests that guard it, and that they exist.
func TestThreatModel(t *testing.T) {
	t.Parallel()
	exists := make(map[string]bool)
	walk(t, func(name string) {
		if strings.HasSuffix(name, "_test.go") {
			for _, match := range regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`).FindAllSubmatch(readFile(t, name), -1) {
				exists[string(match[1])] = true
			}
		}
	})
	lines := 0
	for line := range strings.Lines(string(readFile(t, "docs/threat-model.md"))) {
		cells := strings.Split(line, "|")
		if len(cells) != 5 || strings.HasPrefix(cells[1], "---") || strings.Contains(cells[3], "guarded by") {
			continue
		}
		lines++
		names := regexp.MustCompile("`(\\w+)`").FindAllStringSubmatch(cells[3], -1)
		if len(names) == 0 {
			t.Errorf("no test guards this line: %s", line)
		}
		for _, name := range names {
			if !exists[name[1]] {
				t.Errorf("there is no test %s, which guards:%s", name[1], cells[1])
			}
		}
	}
	if lines < 20 {
		t.Errorf("the threat model has %d lines, want at least 20", lines)
	}
}

// TestPackageList compares the list of packages in docs/how-it-works.md with the packages.
func TestPackageList(t *testing.T) {
	t.Parallel()
	var listed []string
	for _, b := range readPages(t)["docs/how-it-works.md"].blocks {
		if b.language != "text" {
			continue
		}
		for _, line := range b.lines {
			name, purpose, _ := strings.Cut(line, " ")
			if strings.TrimSpace(purpose) == "" {
				t.Errorf("%s has no description", name)
			}
			listed = append(listed, name)
		}
	}
	slices.Sort(listed)
	if diff := cmp.Diff(packageFolders(t), listed); diff != "" {
		t.Errorf("the list in docs/how-it-works.md differs from the packages (-packages +list):\n%s", diff)
	}
}

// packageFolders returns the sorted folders with a Go package, except folders with only tests or test data.
func packageFolders(t *testing.T) []string {
	t.Helper()
	folders := map[string]bool{}
	walk(t, func(name string) {
		if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || strings.Contains(name, "testdata/") {
			return
		}
		if _, err := parser.ParseFile(token.NewFileSet(), filepath.Join(repository, name), nil, parser.PackageClauseOnly); err == nil {
			folders[path.Dir(name)] = true
		}
	})
	return slices.Sorted(maps.Keys(folders))
}

func readPages(t *testing.T) map[string]*page {
	t.Helper()
	pages := map[string]*page{}
	walk(t, func(name string) {
		if path.Ext(name) == ".md" {
			pages[name] = parsePage(name, string(readFile(t, name)))
		}
	})
	return pages
}

// walk calls visit with the path of each file of the project, from its root.
func walk(t *testing.T, visit func(name string)) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(repository), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case d.Type().IsRegular():
			visit(name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(repository, name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

var notInAnchors = regexp.MustCompile(`[^\p{L}\p{N} _-]`)

func parsePage(name, content string) *page {
	p := &page{path: name, headings: map[string]bool{}}
	var text strings.Builder
	var block *codeBlock
	number := 0
	for line := range strings.Lines(content) {
		number++
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(trimmed, "```") && block == nil:
			block = &codeBlock{line: number, language: trimmed[3:]}
		case strings.HasPrefix(trimmed, "```"):
			p.blocks = append(p.blocks, *block)
			block = nil
		case block != nil:
			block.lines = append(block.lines, strings.TrimSuffix(line, "\n"))
		default:
			if strings.HasPrefix(line, "#") {
				p.headings[anchor(p.headings, strings.TrimLeft(trimmed, "# "))] = true
			}
			text.WriteString(line)
		}
	}
	p.text = text.String()
	return p
}

// anchor returns the anchor that GitHub gives a heading.
func anchor(used map[string]bool, heading string) string {
	heading = notInAnchors.ReplaceAllString(strings.ToLower(heading), "")
	name := strings.ReplaceAll(heading, " ", "-")
	for i, first := 1, name; used[name]; i++ {
		name = fmt.Sprintf("%s-%d", first, i)
	}
	return name
}

var (
	inlineCode = regexp.MustCompile("`([^`]+)`")
	link       = regexp.MustCompile(`\]\(([^()\s]+)\)`)
)

// links returns the targets of all links inside the project.
func (p *page) links() (targets []string) {
	for _, match := range link.FindAllStringSubmatch(inlineCode.ReplaceAllString(p.text, ""), -1) {
		if !strings.Contains(match[1], "://") {
			targets = append(targets, match[1])
		}
	}
	return targets
}

// split resolves the target of a link on the named page.
func split(name, target string) (file, anchor string) {
	file, anchor, _ = strings.Cut(target, "#")
	if file == "" {
		return name, anchor
	}
	return path.Join(path.Dir(name), file), anchor
}

// checkLink returns an error if the file or heading of a link on the named page does not exist.
func checkLink(pages map[string]*page, name, target string) error {
	file, anchor := split(name, target)
	if _, err := os.Stat(filepath.Join(repository, file)); err != nil {
		return fmt.Errorf("there is no file %s", file)
	}
	if anchor == "" {
		return nil
	}
	if pages[file] == nil || !pages[file].headings[anchor] {
		return fmt.Errorf("there is no heading #%s in %s", anchor, file)
	}
	return nil
}

// commands returns the lines of a block with continued lines joined.
func (b codeBlock) commands() (commands []string) {
	joined := ""
	for _, line := range b.lines {
		if before, ok := strings.CutSuffix(line, `\`); ok {
			joined += before
			continue
		}
		commands = append(commands, strings.TrimSpace(joined+line))
		joined = ""
	}
	return commands
}

// ojcheckArgs returns the arguments of a shell command that runs ojcheck.
func ojcheckArgs(command string) (args []string, ok bool) {
	words := shellWords(command)
	for len(words) > 0 && strings.Contains(words[0], "=") && !strings.HasPrefix(words[0], "-") { // an environment variable
		words = words[1:]
	}
	if len(words) > 3 && slices.Equal(words[:3], []string{"go", "run", "./cmd/ojcheck"}) {
		return words[3:], true
	}
	if len(words) > 1 && words[0] == "ojcheck" {
		return words[1:], true
	}
	return nil, false
}

// shellWords splits a command like a shell, up to a comment, a redirection, a pipe or the end of a substitution.
func shellWords(command string) (words []string) {
	word, quote, inWord := "", rune(0), false
	flush := func() {
		if inWord {
			words = append(words, word)
		}
		word, inWord = "", false
	}
scan:
	for _, r := range command {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word += string(r)
		case r == '"' || r == '\'':
			quote, inWord = r, true
		case r == ' ' || r == '\t' || r == '\n':
			flush()
		case r == '#' && !inWord, r == '|', r == '<', r == '>', r == ';', r == '&', r == ')':
			break scan
		default:
			word, inWord = word+string(r), true
		}
	}
	flush()
	return words
}

// parseCommandLine parses a whole command line as ojcheck does.
func parseCommandLine(t *testing.T, args []string) error {
	t.Helper()
	status := -1
	parser, err := newParser(new(cli), kong.Writers(io.Discard, io.Discard), kong.Exit(func(code int) { status = code }))
	if err != nil {
		t.Fatal(err)
	}
	if _, err = parser.Parse(flagsLast(parser.Model, args)); status == exitDone {
		return nil // it was the request for the help or the version
	}
	return err
}

// lookUp returns an error if args, a part of a command line, name a command or a flag that does not exist.
func lookUp(model *kong.Application, args []string) error {
	node := model.Node
	var flags []string
	for i, arg := range args {
		if name, ok := strings.CutPrefix(arg, "--"); ok {
			name, _, _ = strings.Cut(name, "=")
			flags = append(flags, name)
			continue
		}
		child := slices.IndexFunc(node.Children, func(n *kong.Node) bool { return n.Name == arg })
		if child >= 0 {
			node = node.Children[child]
		} else if node.Parent == nil && (i == 0 || !strings.HasPrefix(args[i-1], "-")) {
			return fmt.Errorf("there is no command %s", arg)
		}
	}
	if node.DefaultCmd != nil {
		node = node.DefaultCmd
	}
	nodeFlags := slices.Concat(node.AllFlags(false)...)
	for _, name := range flags {
		if !slices.ContainsFunc(nodeFlags, func(f *kong.Flag) bool {
			return f.Name == name || slices.Contains(f.Aliases, name) || f.Tag.Negatable != "" && "no-"+f.Name == name
		}) {
			return fmt.Errorf("there is no flag --%s", name)
		}
	}
	return nil
}
