package check

import (
	"maps"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// findTemplates brings own templates and versions of problems up to date.
func (l *Live) findTemplates() {
	passages, twins, retwinned := l.templates.Update()
	if retwinned {
		for _, e := range l.solutions {
			e.version = twins.Of(e.submission.Problem)
		}
	}
	for _, f := range l.groups {
		for problem, number := range maps.Clone(f.problems) {
			f.pairs.Version(number, f.problems.of(twins.Of(problem)))
		}
	}
	for id, list := range passages {
		e := l.solutions[id]
		e.version = twins.Of(e.submission.Problem)
		if !l.parameters.Templates {
			continue
		}
		if slices.EqualFunc(e.template, list, sameTokens) {
			e.template = list // of which other problems it is may have changed
			continue
		}
		e.template = list
		e.code.SetTemplate(list)
		l.groups[e.family].pairs.SetTemplate(e.place, e.code.Template())
	}
}

func sameTokens(a, b contest.Passage) bool { return a.First == b.First && a.Tokens == b.Tokens }
