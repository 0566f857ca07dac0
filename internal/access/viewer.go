package access

import (
	"context"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Viewer is the user who sent a request.
type Viewer struct {
	account.User
	// Role is what the viewer may do in the contest that the route leads to;
	// None where it leads to none. Administrators have theirs everywhere.
	Role account.Role
	// Scope is what the viewer's token may be used for; "" for people, who have
	// signed in.
	Scope account.Scope
}

// May reports whether the viewer's role allows what needs a role.
func (v Viewer) May(needed account.Role) bool { return v.Role.May(needed) }

// CanSeeUploadBy reports whether the viewer may see the jobs of a user.
func (v Viewer) CanSeeUploadBy(user int64) bool { return v.Administrator || v.ID == user }

// Person is the viewer as the jury knows them.
func (v Viewer) Person() review.Person { return review.Person{ID: v.ID, Name: v.Name} }

type viewerKey struct{}

// WithViewer returns a context of a request by v.
func WithViewer(ctx context.Context, v Viewer) context.Context {
	return context.WithValue(ctx, viewerKey{}, v)
}

// ViewerFrom returns who sent a request, and whether they have signed in.
func ViewerFrom(ctx context.Context) (v Viewer, signedIn bool) {
	v, signedIn = ctx.Value(viewerKey{}).(Viewer)
	return v, signedIn
}
