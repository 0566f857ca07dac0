package intake

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
)

// listing lists the files of all inputs by name before any is read, in order to
// detect the format.
type listing struct {
	// names are sorted and relative to their input; with several inputs, they begin
	// with the name of the input, like the paths of a tree.
	names   []string
	heads   map[string][]byte // the beginnings that formats peek at, at most headBytes each
	peeked  map[string]int    // number of heads by format
	peeking []format
}

// The bounds of peeking: bytes of each file, and files for each format.
const (
	headBytes = 4 << 10
	maxHeads  = 100
)

// matching returns the names that match.
func (l *listing) matching(match func(name string) bool) []string {
	var list []string
	for _, name := range l.names {
		if match(name) {
			list = append(list, name)
		}
	}
	return list
}

// isProgram reports whether a file is a program, by its name.
func isProgram(name string) bool {
	_, ok := lexer.ByPath(name)
	return ok
}

// programs returns the names of programs.
func (l *listing) programs() []string { return l.matching(isProgram) }

// submissions returns all names except of files that describe participants: the export
// of any system may include these.
func (l *listing) submissions() []string {
	return l.matching(func(name string) bool { return !isParticipantsFile(name) })
}

// peekedCount counts the names whose beginnings the listing has.
func (l *listing) peekedCount(names []string) int {
	n := 0
	for _, name := range names {
		if _, ok := l.heads[name]; ok {
			n++
		}
	}
	return n
}

// almostAll reports whether n is at least 90% of all, so that the rest may be strays.
func almostAll(n, all int) bool { return n > 0 && 10*n >= 9*all }

// nearMatch says that most files, n of all, fit a format; "" if all fit, or at most half.
func nearMatch(title string, n, all int) string {
	if n == all || 2*n <= all {
		return ""
	}
	return fmt.Sprintf("%s, except for %s", title, text.Count(all-n, "file"))
}

// listFiles lists the files below paths. It ignores errors and limits, which gather
// reports.
func listFiles(ctx context.Context, paths []string, limits Limits) (*listing, error) {
	l := &listing{heads: make(map[string][]byte), peeked: make(map[string]int)}
	for _, f := range systems() {
		if f.peek != nil {
			l.peeking = append(l.peeking, f)
		}
	}
	limits = limits.withDefaults()
	m := newMeter(ctx, limits)
	err := forEachInput(paths, m, func(in input, prefix, _ string) error {
		if prefix != "" {
			prefix += "/"
		}
		for e, err := range in.entries {
			if err != nil || len(l.names) == limits.Entries {
				break
			}
			name, refused := cleanName(e.name)
			if refused == "" && e.refusal == "" && !e.folder && !isLeftover(name) {
				l.add(prefix+name, name, e)
			}
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	slices.Sort(l.names)
	return l, nil
}

// add adds an entry at a path, with its name in its input.
func (l *listing) add(path, name string, e entry) {
	l.names = append(l.names, path)
	wanted := false
	for _, f := range l.peeking {
		if l.peeked[f.name] < maxHeads && f.peek(name) {
			l.peeked[f.name]++
			wanted = true
		}
	}
	if !wanted {
		return
	}
	r, err := e.open()
	if err != nil {
		return
	}
	defer r.Close()
	head, err := io.ReadAll(io.LimitReader(r, headBytes))
	if err == nil {
		l.heads[path] = head
	}
}
