package search

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
)

// SourceSampleVersion is the version of the samples that PrepareSource computes.
const SourceSampleVersion = program.SampleVersion

// PrepareSource checks that a program can be stored as a known source of a contest with these
// problems, and completes it: it names the source by its file if it has no name, and computes its
// sample. It returns a *RequestError if the program, or what is said of it, cannot be used.
func PrepareSource(s *contest.KnownSource, problems []contest.Problem) error {
	file := path.Base(strings.ReplaceAll(s.File.Path, `\`, "/"))
	s.File.Path = file
	s.Name = cmp.Or(strings.TrimSpace(s.Name), file)
	if !s.Kind.Valid() {
		var names []string
		for _, kind := range contest.SourceKinds {
			names = append(names, string(kind))
		}
		return &RequestError{fmt.Sprintf("there is no kind of source called %q", s.Kind), "choose one of " + strings.Join(names, ", ")}
	}
	if s.Problem != "" && s.ContestID == 0 {
		return &RequestError{fmt.Sprintf("the problem %q is of no contest", s.Problem), "name the contest too"}
	}
	if isProblem := func(p contest.Problem) bool { return p.Name == s.Problem }; s.Problem != "" && !slices.ContainsFunc(problems, isProblem) {
		var names []string
		for _, p := range problems {
			names = append(names, p.Name)
		}
		return &RequestError{fmt.Sprintf("the contest %q has no problem %q", s.Contest, s.Problem), "it has " + strings.Join(names, ", ")}
	}
	if _, ok := lexer.ByPath(file); !ok {
		return &RequestError{fmt.Sprintf("the name %s does not say the language", file), "name the file with an extension such as .cpp or .py"}
	}
	read, _, err := Request{File: s.File}.Program()
	if invalid := new(RequestError); errors.As(err, &invalid) {
		return &RequestError{fmt.Sprintf("the program %s cannot be used: %s", file, invalid.Message), invalid.Advice}
	}
	if err != nil {
		return err
	}
	if s.Sample = QueryFor(read.Tokens).Sample; len(s.Sample) == 0 {
		return &RequestError{fmt.Sprintf("the program %s is too short: it has %s, and needs %d", file, text.Count(len(read.Tokens), "token"), program.SampleShingle),
			"give the whole program"}
	}
	return nil
}
