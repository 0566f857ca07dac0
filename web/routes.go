package web

import "net/http"

// access says who may use a route.
type access int

const (
	signedIn access = iota // the zero value, so that nothing is open by oversight
	public
)

type route struct {
	pattern string
	access  access
	handle  func(http.ResponseWriter, *http.Request) error
}

// routes lists every page. What is not listed is not found.
func (s *Server) routes() []route {
	return []route{
		{"GET /signin", public, s.signIn},
		{"POST /signout", signedIn, s.signOut},

		{"GET /{$}", signedIn, s.contests},
		{"GET /contests/{id}", signedIn, s.contest},

		{"GET /search", signedIn, s.searchForm},
		{"POST /search", signedIn, s.search},

		{"POST /uploads", signedIn, s.upload},
		{"GET /uploads/{job}", signedIn, s.progress},
		{"GET /uploads/{job}/events", signedIn, s.progressEvents},
		{"POST /uploads/{job}/cancel", signedIn, s.cancel},

		{"GET /checks/{id}", signedIn, s.check},
		{"GET /checks/{id}/skipped", signedIn, s.skipped},
		{"GET /checks/{id}/pairs.csv", signedIn, s.exportCSV},
		{"GET /checks/{id}/pairs.json", signedIn, s.exportJSON},
		{"GET /checks/{id}/pairs.html", signedIn, s.exportHTML},
		{"GET /pairs/{id}", signedIn, s.pair},

		{"/", signedIn, s.nowhere},
	}
}

func (s *Server) mux() http.Handler {
	pages := http.NewServeMux()
	for _, route := range s.routes() {
		pages.Handle(route.pattern, s.handlerOf(route))
	}
	all := http.NewServeMux()
	all.Handle("GET /static/", s.assets)
	all.Handle("/", s.sessions.LoadAndSave(s.withRole(pages)))
	return all
}

func (s *Server) handlerOf(route route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if route.access == signedIn && !isSignedIn(r) {
			s.showError(w, r, errSignIn)
		} else if err := route.handle(w, r); err != nil {
			s.showError(w, r, err)
		}
	})
}

// nowhere answers for every address that no other route knows.
func (s *Server) nowhere(http.ResponseWriter, *http.Request) error {
	return notFound("There is no such page.")
}
