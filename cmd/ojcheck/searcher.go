package main

import (
	"context"
	"errors"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/search"
	"github.com/ojcheck/ojcheck/web"
)

// searcher searches for what was given to the pages: a web.Searcher.
type searcher struct{ *search.Finder }

func (s searcher) Search(ctx context.Context, given web.Search, limit int) (contest.Findings, error) {
	request := search.Request{
		File:     contest.File{Path: given.Name, Content: given.Program},
		Language: given.Language,
		Distance: search.DefaultDistance,
		Limit:    limit,
	}
	request.Scope.Within = given.Within
	found, err := s.Finder.Search(ctx, request)
	if refused := (*search.RequestError)(nil); errors.As(err, &refused) {
		return found, &web.Failure{
			Message: evidence.Sentence(refused.Message) + ".",
			Advice:  evidence.Sentence(refused.Advice) + ".",
			Err:     err,
		}
	}
	return found, err
}
