package review

import (
	"context"
	"sync/atomic"
)

// followOf is the key of the run of a watch that a context is of.
type followOf struct{}

// WithFollow returns a context in which a contest is followed while it runs. The log
// names the run once, by an ActionFollow, rather than each of its many uploads.
func WithFollow(ctx context.Context) context.Context {
	return context.WithValue(ctx, followOf{}, new(atomic.Bool))
}

// Follows returns whether the run has been named, and is to be set once it is; nil
// where nothing is followed.
func Follows(ctx context.Context) *atomic.Bool {
	named, _ := ctx.Value(followOf{}).(*atomic.Bool)
	return named
}
