package inspect

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/checktest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
)

// renamedSources is a store in which somebody renames all known sources.
type renamedSources struct {
	Store
	name string
	kind contest.SourceKind
}

func (s *renamedSources) CheckSources(ctx context.Context, checkID int64) ([]contest.CheckSource, error) {
	list, err := s.Store.CheckSources(ctx, checkID)
	for i := range list {
		list[i].Name, list[i].Kind = s.name, s.kind
	}
	return list, err
}

func (s *renamedSources) SourceNames(ctx context.Context, checkID int64) (map[int]string, error) {
	names, err := s.Store.SourceNames(ctx, checkID)
	for number := range names {
		names[number] = s.name
	}
	return names, err
}

// A passage has the name that its known source has now, without the names of hidden participants. Beside a
// hidden participant, a leaked program is a number.
func TestSourceNames(t *testing.T) {
	t.Parallel()
	store := open(t)
	answer := checktest.Program(7, 25)
	source := contest.KnownSource{Problem: "A", Kind: contest.Leaked, Name: "answer", File: checktest.Submission("A", "source", 0, answer).Files[0]}
	_, found := run(t, store, "c", check.Defaults(), append(checktest.Honest(20, "A"),
		checktest.Submission("A", "zoe", 5, answer, checktest.Program(91, 4)),
		checktest.Submission("A", "zed", 6, answer, checktest.Program(92, 4))), source)
	visible := checktest.PairOf(t, found, "A", "zed", "zoe")
	visible.Left.Hidden, visible.Right.Hidden = false, false
	hidden := visible
	hidden.Left.Hidden = true
	masker := blind.Labels{}.NewMasker([]contest.Participant{{ID: -1, Number: 3, Name: "quxley", Hidden: true}})
	renamed := &renamedSources{Store: store}
	for _, test := range []struct {
		pair       contest.Pair
		kind       contest.SourceKind
		name, want string
	}{
		{visible, contest.Leaked, "by vorkian", "by vorkian"},
		{visible, contest.Leaked, "by a participant", "by a participant"},
		{visible, contest.Leaked, "by quxley", "by Somebody"},
		{hidden, contest.Leaked, "by vorkian", "source 1"},
		{hidden, contest.Generated, "by vorkian", "by vorkian"},
		{hidden, contest.Generated, "by quxley", "by Somebody"},
	} {
		renamed.name, renamed.kind = test.name, test.kind
		inspector := New(renamed)
		view, err := inspector.Pair(t.Context(), test.pair, masker.ForSides(test.pair.Left, test.pair.Right))
		must(t, err)
		var b bytes.Buffer
		must(t, evidence.Panes(view).Render(t.Context(), &b))
		for _, name := range []string{"by vorkian", "by a participant", "by Somebody", "source 1", "quxley"} {
			if has := strings.Contains(b.String(), name); has != (name == test.want) {
				t.Errorf("source %q: the page has %q: %v", test.name, name, has)
			}
		}
	}
}

// In a check across problems, each program has the passages of the sources for its own problem. The sources count in the memory.
func TestKnownAcrossProblems(t *testing.T) {
	t.Parallel()
	store := open(t)
	answer := checktest.Program(7, 25)
	params := check.Defaults()
	params.AcrossProblems = true
	var sources []contest.KnownSource
	for _, problem := range []string{"A", "B"} {
		sources = append(sources, contest.KnownSource{Problem: problem, Kind: contest.Generated, Name: "answer to " + problem,
			File: checktest.Submission(problem, "source", 0, answer).Files[0]})
	}
	c, found := run(t, store, "c", params, append(checktest.Honest(10, "A", "B"),
		checktest.Submission("A", "zed", 5, answer, checktest.Program(91, 4)),
		checktest.Submission("B", "zoe", 6, answer, checktest.Program(92, 4))), sources...)
	if len(found) == 0 || found[0].Left.Problem == found[0].Right.Problem {
		t.Fatalf("the pairs are %v, want first that of zed and zoe", found)
	}
	inspector := New(store)
	view, err := inspector.Pair(t.Context(), found[0], nil)
	must(t, err)
	for _, pane := range []struct {
		known []string
		side  contest.Side
	}{{view.Left.Known, found[0].Left}, {view.Right.Known, found[0].Right}} {
		if want := "answer to " + pane.side.Problem; len(pane.known) == 0 || !strings.Contains(pane.known[0], want) {
			t.Errorf("the known passages are %q, want some of %q", pane.known, want)
		}
	}
	if _, size, err := inspector.loadSources(t.Context(), pool{c.ID, "A", "c++"}); err != nil || size < 40*len(answer) {
		t.Errorf("the source of %d bytes counts as %d bytes of memory, error %v", len(answer), size, err)
	}
}
