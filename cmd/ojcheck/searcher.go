package main

import (
	"context"
	"errors"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/inspect"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/search"
	"github.com/ojcheck/ojcheck/internal/text"
)

// searcher searches for what was given to the pages: an access.Searcher.
type searcher struct {
	*search.Finder
	inspector *inspect.Inspector
}

func (s searcher) Search(ctx context.Context, given access.Search, limit int) (contest.Findings, error) {
	request := requestOf(given)
	request.Limit = limit
	found, err := s.Finder.Search(ctx, request)
	return found, failureOf(err)
}

func (s searcher) Open(ctx context.Context, given access.Search, found contest.Side, names *blind.Masker) (evidence.View, error) {
	view, err := s.inspector.Found(ctx, requestOf(given), found, names)
	return view, failureOf(err)
}

func requestOf(given access.Search) search.Request {
	request := search.Request{
		File:     contest.File{Path: given.Name, Content: given.Program},
		Language: given.Language,
		Distance: search.DefaultDistance,
	}
	request.Scope.Within = given.Within
	return request
}

// failureOf makes a *web.Failure of what the judge can mend.
func failureOf(err error) error {
	if refused := (*search.RequestError)(nil); errors.As(err, &refused) {
		return &jobs.Failure{
			Message: text.Capitalize(refused.Message) + ".",
			Advice:  text.Capitalize(refused.Advice) + ".",
			Err:     err,
		}
	}
	return err
}
