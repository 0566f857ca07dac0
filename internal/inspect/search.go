package inspect

import (
	"context"
	"fmt"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/internal/search"
	"github.com/ojcheck/ojcheck/lexer"
)

// Found returns the query of a search beside a found submission, with their matches.
// The caller has already masked a hidden side. The masker masks names only in the
// submission's text: masked names in a user's own query would reveal which number
// stands for whom. If the two cannot be compared, Found returns a
// *search.RequestError.
func (i *Inspector) Found(ctx context.Context, r search.Request, found contest.Side, masker *blind.Masker) (evidence.View, error) {
	language, err := r.ResolveLanguage()
	if err != nil {
		return evidence.View{}, err
	}
	query, err := program.Read([]contest.File{r.File}, language, r.Language != "")
	if err != nil {
		return evidence.View{}, &search.RequestError{Message: err.Error(), Advice: "give the source of a program"}
	}
	files, err := i.store.FilesOf(ctx, []int64{found.SubmissionID})
	if err == nil && len(files) == 0 {
		err = contest.ErrNotFound
	}
	if err != nil {
		return evidence.View{}, fmt.Errorf("open submission %d: %w", found.SubmissionID, err)
	}
	other, ok := lexer.ByName(found.Language) // as in a search
	if !ok {
		other = language
	}
	if other.Family != language.Family {
		return evidence.View{}, &search.RequestError{Message: "the two programs are in languages that are not compared", Advice: "choose the language of the other one"}
	}
	stored, err := program.Read(files[found.SubmissionID], other, !ok)
	if err != nil {
		return evidence.View{}, &search.RequestError{Message: err.Error(), Advice: "look at the program that was found alone"}
	}
	p := check.Defaults()
	common := program.Compare(query.Code(p.ShingleLength), stored.Code(p.ShingleLength), p.MinMatch)
	maskPaths(stored, found, masker)
	found.Contest = "" // the page names it beside the path
	return evidence.Build(
		evidence.Input{Participant: "The given program", Path: r.File.Path, Program: query},
		input(found, stored, masker),
		common.Matches), nil
}
