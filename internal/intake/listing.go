package intake

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
)

// listing is the files of all inputs by name, before any is read, to recognise
// a format by.
type listing struct {
	// names are sorted: relative to their input, or below its name where there
	// are several, as paths of a tree are.
	names   []string
	heads   map[string][]byte // the first bytes of those that a format peeks at, at most headBytes
	peeked  map[string]int    // how many each format has peeked at
	peeking []format          // that peek
}

// headBytes is how much of a file is looked at to recognise its format, and
// mostHeads is of how many for each format.
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

// submissions returns the names but those of what tells of the participants, which
// may stand beside what any system has written.
func (l *listing) submissions() []string {
	return l.matching(func(name string) bool { return !isParticipantsFile(name) })
}

// almostAll reports whether n of all are so many that the others may be strays: nine of
// ten.
func almostAll(n, all int) bool { return n > 0 && 10*n >= 9*all }

// nearMatch says what a listing looks like of which only n of all files are as they
// should be, where these are most; "" where they are few.
func nearMatch(title string, n, all int) string {
	if n == all || 2*n <= all {
		return ""
	}
	return fmt.Sprintf("%s, but for %s", title, text.Count(all-n, "file"))
}

// list lists the files below paths. What is broken, and what is beyond the
// limits, is for gather to tell.
func list(ctx context.Context, paths []string, limits Limits) (*listing, error) {
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

// add adds an entry, which has the name in its input.
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
