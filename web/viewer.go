package web

import (
	"context"
	"net/http"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/review"
)

// viewer is who asks for a page.
type viewer struct {
	account.User
	// Role is what the viewer may do in the contest that the route leads to;
	// None where it leads to none. Administrators have theirs everywhere.
	Role account.Role
	// Scope is what the viewer's token may be used for; "" for people, who have
	// signed in.
	Scope account.Scope
}

// may reports whether the viewer may do what is allowed from a role on.
func (v viewer) may(needed account.Role) bool { return v.Role.May(needed) }

// seesUpload reports whether the viewer may see how an upload by that user goes.
func (v viewer) seesUpload(by int64) bool { return v.Administrator || v.ID == by }

// person is the viewer as the jury knows them.
func (v viewer) person() review.Person { return review.Person{ID: v.ID, Name: v.Name} }

// person returns who sent a request, as the audit log names them.
func person(r *http.Request) review.Person {
	v, _ := viewerFrom(r.Context())
	return v.person()
}

// viewerOf is the key of the viewer in the context of a request.
type viewerOf struct{}

// viewerFrom returns who sent a request, and whether they have signed in.
func viewerFrom(ctx context.Context) (v viewer, signedIn bool) {
	v, signedIn = ctx.Value(viewerOf{}).(viewer)
	return v, signedIn
}

// withViewer notes who asks, for the routes and the frame of the page. It stands
// inside of the session's own wrapper.
func (s *Server) withViewer(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		v, signedIn, err := s.identify(r)
		if err != nil {
			s.showError(w, r, err)
			return
		}
		if signedIn {
			if v.Administrator {
				v.Role = account.Administrator
			}
			r = r.WithContext(context.WithValue(r.Context(), viewerOf{}, v))
		}
		next.ServeHTTP(w, r)
	})
}

// roleIn returns what a user may do in a contest.
func (s *Server) roleIn(ctx context.Context, user account.User, contestID int64) (account.Role, error) {
	if user.Administrator {
		return account.Administrator, nil
	}
	return s.Store.Role(ctx, user.ID, contestID)
}

func isSignedIn(r *http.Request) bool {
	_, in := viewerFrom(r.Context())
	return in
}
