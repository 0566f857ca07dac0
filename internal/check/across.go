package check

import (
	"cmp"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/lexer"
)

// omitAcrossLanguages in Parameters.Omitted omits the pairs across languages: those of two families.
const omitAcrossLanguages = "across-languages"

func comparesAcrossLanguages(p contest.Parameters) bool {
	return !slices.Contains(p.Omitted, omitAcrossLanguages)
}

// inSeveralFamilies reports whether submissions to one problem, or all if problems do not
// matter, are in several families of languages.
func inSeveralFamilies(submissions []contest.Submission, acrossProblems bool) bool {
	families := make(map[string]string) // by problem
	for _, s := range submissions {
		language, ok := lexer.ByName(s.Language)
		if !ok {
			continue
		}
		problem := s.Problem
		if acrossProblems {
			problem = ""
		}
		if family, ok := families[problem]; ok && family != language.Family {
			return true
		}
		families[problem] = language.Family
	}
	return false
}

// compareFamilies sorts families by name, and after them the pairs across languages.
func compareFamilies(a, b string) int {
	rank := func(family string) int {
		if family == contest.AcrossLanguages {
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a, b))
}

// minMatch returns the length of the shortest match in a pool of the family.
func minMatch(family string, p contest.Parameters) int {
	if family == contest.AcrossLanguages {
		return program.AcrossLength
	}
	return p.MinMatch
}

// codeFor returns the code that a pool of the family compares.
func (sub *submission) codeFor(family string) *program.Code {
	if family != contest.AcrossLanguages {
		return sub.code
	}
	if sub.acrossCode == nil {
		sub.acrossCode = sub.code.AcrossLanguages()
	}
	return sub.acrossCode
}
