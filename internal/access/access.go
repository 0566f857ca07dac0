// Package access reads and changes the archive on behalf of one viewer. Pages and API use the store only through the
// [Reader] of a request. Viewers learn only of contests of which they are members, and they see numbers instead of the
// names of hidden participants. Methods that read omit what the viewer may not see, and mask names. Methods that write
// check the viewer's role first.
package access

import (
	"cmp"
	"context"
	"maps"
	"runtime"
	"slices"

	"golang.org/x/sync/semaphore"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Parts has the functions and stores from which an Archive reads.
type Parts struct {
	Store    Store
	Searcher Searcher
	// Evidence reads and matches both programs of a pair. The CheckID of an alert's pair is 0.
	// The masker replaces names inside the programs of hidden sides; nil replaces nothing.
	Evidence func(context.Context, contest.Pair, *blind.Masker) (evidence.View, error)
	// EvidenceAndTimeline is like Evidence. It also returns the attempts of both participants at the problem, and how
	// similar the attempts are. It is nil if the server shows no timelines.
	EvidenceAndTimeline func(context.Context, contest.Pair, *blind.Masker) (evidence.View, evidence.Timeline, error)
	// NearSource reads and matches a program of a check and one of the check's known sources.
	NearSource func(
		ctx context.Context, checkID int64, side contest.Side, source contest.CheckSource, masker *blind.Masker,
	) (evidence.View, error)
	Facts  FactOptions
	Follow FollowOptions
}

// Archive makes Readers.
type Archive struct {
	parts  Parts
	limits limits
}

// limits bound what all viewers together do at once.
type limits struct {
	searches *searchLimiter
	evidence *semaphore.Weighted // see Reader.Evidence
}

func New(parts Parts) *Archive {
	return &Archive{parts, limits{newSearchLimiter(), semaphore.NewWeighted(int64(max(1, runtime.GOMAXPROCS(0)/2)))}}
}

// Reader reads and changes the archive on behalf of one viewer. Only one goroutine uses it, during one request.
type Reader struct {
	store  Store
	parts  *Parts
	limits *limits
	viewer Viewer
	cache  *cache
}

// Reader returns a Reader for the viewer of ctx.
func (a *Archive) Reader(ctx context.Context) *Reader {
	v, _ := ViewerFrom(ctx)
	return &Reader{a.parts.Store, &a.parts, &a.limits, v, cacheFrom(ctx)}
}

func (r *Reader) Viewer() Viewer { return r.viewer }

// Role returns what the viewer may do in a contest.
func (r *Reader) Role(contestID int64) account.Role {
	if r.viewer.Administrator {
		return account.Administrator
	}
	return r.viewer.Roles[contestID]
}

// visible returns the IDs of the contests that the viewer may see; nil for all.
func (r *Reader) visible() []int64 {
	if r.viewer.Administrator {
		return nil
	}
	return append([]int64{}, slices.Sorted(maps.Keys(r.viewer.Roles))...) // not nil, even without roles
}

// linkable returns the IDs of the contests in which the viewer may recognise a participant of a contest; nil for all. For a
// hidden participant, the viewer must be chief judge of both contests: in another contest the name may be revealed, or imported by
// the viewer, and so tell who has the number here.
func (r *Reader) linkable(contestID int64, hidden bool) []int64 {
	visible := r.visible()
	switch {
	case !hidden || visible == nil:
		return visible
	case !r.mayReveal(contestID):
		return []int64{} // none; nil means all
	}
	return slices.DeleteFunc(visible, func(id int64) bool { return !r.mayReveal(id) })
}

func (r *Reader) mayReveal(contestID int64) bool { return r.Role(contestID).May(account.Chief) }

// NamesSecret returns the IDs of the contests that the viewer may see, but whose names they may not reveal.
func (r *Reader) NamesSecret() []int64 {
	return slices.DeleteFunc(r.visible(), r.mayReveal)
}

func (r *Reader) isVisible(contestID int64) bool { return r.Role(contestID).May(account.Viewer) }

// requireVisible returns contest.ErrNotFound if the viewer may not see the contest.
func (r *Reader) requireVisible(contestID int64) error {
	if !r.isVisible(contestID) {
		return contest.ErrNotFound
	}
	return nil
}

// requirePair returns contest.ErrNotFound unless the viewer may see the contests of both sides.
func (r *Reader) requirePair(p contest.Pair) error {
	return cmp.Or(r.requireVisible(p.Left.ContestID), r.requireVisible(p.Right.ContestID))
}

// require returns an error unless the viewer has a role, or a greater one, in a contest.
func (r *Reader) require(contestID int64, needed account.Role) error {
	if err := r.requireVisible(contestID); err != nil {
		return err
	}
	if !r.Role(contestID).May(needed) {
		return httperr.ErrForbidden
	}
	return nil
}

func (r *Reader) requireAdministrator() error {
	if !r.viewer.Administrator {
		return httperr.ErrForbidden
	}
	return nil
}

// requireChief returns an error unless the viewer is a chief judge of a contest. For ID 0, only administrators are allowed.
func (r *Reader) requireChief(contestID int64) error {
	if contestID == 0 {
		return r.requireAdministrator()
	}
	return r.require(contestID, account.Chief)
}

// Viewer is the user who sent a request.
type Viewer struct {
	account.User
	// Role is the viewer's role in the contest of the page; account.NoRole without a contest or role. Administrators
	// always have account.Administrator.
	Role  account.Role
	Roles map[int64]account.Role // by contest ID; nil for administrators
	Scope account.Scope          // of the viewer's token; "" for a session
}

// May reports whether the viewer's role includes the needed role.
func (v Viewer) May(needed account.Role) bool { return v.Role.May(needed) }

// CanSeeJobsOf reports whether the viewer may see a user's jobs.
func (v Viewer) CanSeeJobsOf(user int64) bool { return v.Administrator || v.ID == user }

// Person returns the viewer for reviews and the audit log.
func (v Viewer) Person() review.Person { return review.Person{ID: v.ID, Name: v.Name} }

type viewerKey struct{}

// WithViewer returns a context that carries v.
func WithViewer(ctx context.Context, v Viewer) context.Context {
	return context.WithValue(ctx, viewerKey{}, v)
}

// ViewerFrom returns the viewer in a context; signedIn is false if there is none.
func ViewerFrom(ctx context.Context) (v Viewer, signedIn bool) {
	v, signedIn = ctx.Value(viewerKey{}).(Viewer)
	return v, signedIn
}
