package search

import (
	"context"
	"fmt"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/lexer"
)

// Open puts a program that was searched for beside a submission that was found,
// with the matches by which it was. The submission is masked already where it is
// to be hidden, and names are masked in its text alone: whoever could have them
// masked in a text of their own would learn whose number is whose. What cannot be
// compared gives a *RequestError.
func (f *Finder) Open(ctx context.Context, r Request, found contest.Side, names *blind.Masker) (evidence.View, error) {
	language, err := languageOf(r)
	if err != nil {
		return evidence.View{}, err
	}
	given, err := program.Read([]contest.File{r.File}, language, r.Language != "")
	if err != nil {
		return evidence.View{}, &RequestError{err.Error(), "give the source of a program"}
	}
	files, err := f.Archive.Files(ctx, found.SubmissionID)
	if err != nil {
		return evidence.View{}, fmt.Errorf("open submission %d: %w", found.SubmissionID, err)
	}
	its, ok := lexer.ByName(found.Language) // as in a search
	if !ok {
		its = language
	}
	if its.Family != language.Family {
		return evidence.View{}, &RequestError{"the two programs are in languages that are not compared", "choose the language of the other one"}
	}
	there, err := program.Read(files, its, !ok)
	if err != nil {
		return evidence.View{}, &RequestError{err.Error(), "look at the program that was found alone"}
	}
	common := program.Compare(given.Code(f.ShingleLength), there.Code(f.ShingleLength), f.MinMatch)
	path := found.Path
	if !found.Hidden {
		path = names.Mask(path)
	}
	for i := range there.Files {
		if file := &there.Files[i]; found.Hidden {
			file.Path = blind.FileLabel(i+1, file.Path)
		} else {
			file.Path = names.Mask(file.Path)
		}
	}
	return evidence.Build(
		evidence.Input{Participant: "The given program", Path: r.File.Path, Program: given},
		evidence.Input{Participant: found.Participant, Path: path, Verdict: found.Verdict, Program: there, Masker: names},
		common.Matches), nil
}
