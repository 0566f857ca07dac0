package web

import (
	"context"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// once keeps what a request has read of the archive on its way to a page: who
// may see a pair is a question to its check, which the page then shows. It is
// used by one goroutine, and ends with the request.
type once struct {
	checks map[int64]contest.Check
	pairs  map[int64]contest.Pair
	handed map[int64][]contest.Side // with a submission, by its ID; see handedOnce
}

// onceOf is the key of a once in the context of a request.
type onceOf struct{}

func withOnce(ctx context.Context) context.Context {
	return context.WithValue(ctx, onceOf{}, &once{make(map[int64]contest.Check), make(map[int64]contest.Pair), make(map[int64][]contest.Side)})
}

// checkOnce reads a check, unless the request has read it before.
func (s *Server) checkOnce(ctx context.Context, id int64) (contest.Check, error) {
	o, _ := ctx.Value(onceOf{}).(*once)
	if o == nil {
		return s.Store.Check(ctx, id)
	}
	return readOnce(ctx, o.checks, id, s.Store.Check)
}

// pairOnce reads a pair, unless the request has read it before.
func (s *Server) pairOnce(ctx context.Context, id int64) (contest.Pair, error) {
	o, _ := ctx.Value(onceOf{}).(*once)
	if o == nil {
		return s.Store.Pair(ctx, id)
	}
	return readOnce(ctx, o.pairs, id, s.Store.Pair)
}

// handedOnce reads a submission, with all that its participant handed in for the
// same problem, unless the request has read it before. The submission is the
// first of them.
func (s *Server) handedOnce(ctx context.Context, id int64) ([]contest.Side, error) {
	o, _ := ctx.Value(onceOf{}).(*once)
	if o == nil {
		return s.handed(ctx, id)
	}
	return readOnce(ctx, o.handed, id, s.handed)
}

func (s *Server) handed(ctx context.Context, id int64) ([]contest.Side, error) {
	list, err := s.Store.RelatedSubmissions(ctx, []int64{id})
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(list, func(side contest.Side) bool { return side.SubmissionID == id })
	if at < 0 {
		return nil, contest.ErrNotFound
	}
	return slices.Concat(list[at:at+1], list[:at], list[at+1:]), nil
}

func readOnce[T any](ctx context.Context, known map[int64]T, id int64, read func(context.Context, int64) (T, error)) (T, error) {
	if v, ok := known[id]; ok {
		return v, nil
	}
	v, err := read(ctx, id)
	if err == nil {
		known[id] = v
	}
	return v, err
}
