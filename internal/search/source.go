package search

import (
	"cmp"
	"context"
	"errors"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/notebook"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
)

// SourceSampleVersion is the version of the samples of shingles that PrepareSource computes.
const SourceSampleVersion = program.SampleVersion

// PrepareSource checks that s can be stored as a known source of a contest with these problems. A source
// without a name gets the name of its file. PrepareSource also computes s.Sample. The error
// is a *RequestError if the program or the description cannot be used.
func PrepareSource(ctx context.Context, s *contest.KnownSource, problems []contest.Problem) error {
	file := path.Base(strings.ReplaceAll(s.File.Path, `\`, "/"))
	s.File.Path = file
	s.Name = cmp.Or(strings.TrimSpace(s.Name), file)
	if !s.Kind.Valid() {
		var names []string
		for _, kind := range contest.SourceKinds {
			names = append(names, string(kind))
		}
		return &RequestError{i18n.Errorf("there is no kind of source called %q", string(s.Kind)), i18n.Errorf("choose one of %s", strings.Join(names, ", "))}
	}
	if s.Problem != "" && s.ContestID == 0 {
		return &RequestError{i18n.Errorf("the problem %q is given without its contest", s.Problem), i18n.Errorf("name the contest too")}
	}
	if isProblem := func(p contest.Problem) bool { return p.Name == s.Problem }; s.Problem != "" && !slices.ContainsFunc(problems, isProblem) {
		var names []string
		for _, p := range problems {
			names = append(names, p.Name)
		}
		return &RequestError{i18n.Errorf("the contest %q has no problem %q", s.Contest, s.Problem), i18n.Errorf("it has %s", strings.Join(names, ", "))}
	}
	s.File.Content = text.DecodeUTF16(s.File.Content)
	if notebook.Is(file, s.File.Content) {
		program, language, reason := notebook.Read(s.File.Content, nil)
		if reason != "" {
			return &RequestError{i18n.Errorf("the program %s cannot be used: %s", file, i18n.Errorf(reason)), i18n.Errorf("give the source of a program")}
		}
		s.File.Content = program
		if byName, _ := lexer.ByPath(file); byName != language {
			file += language.Extensions[0]
			s.File.Path = file
		}
	}
	if _, ok := lexer.ByPath(file); !ok {
		return &RequestError{i18n.Errorf("the name %s does not say the language", file), i18n.Errorf("name the file with an extension such as .cpp or .py")}
	}
	read, _, err := Request{File: s.File}.Program(ctx)
	if invalid, ok := errors.AsType[*RequestError](err); ok {
		return &RequestError{i18n.Errorf("the program %s cannot be used: %s", file, invalid.Message), invalid.Advice}
	}
	if err != nil {
		return err
	}
	if s.Sample = QueryFor(read.Tokens).Sample; len(s.Sample) == 0 {
		return &RequestError{i18n.Errorf("the program %s is too short: it has %d tokens, and needs %s", file, len(read.Tokens), strconv.Itoa(program.SampleShingle)),
			i18n.Errorf("give the whole program")}
	}
	return nil
}
