package web

import (
	"net/http"
	"path"
	"strings"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/web/httperr"
)

type route struct {
	pattern string
	access  access
	handle  func(http.ResponseWriter, *http.Request) error
}

// routes lists every page, and every operation of the API. What is not listed is not found.
func (s *Server) routes() []route {
	return append([]route{
		{"GET /signin", byPeople(public), s.signInForm},
		{"POST /signin", byPeople(public), s.signIn},
		{"POST /signout", byPeople(signedIn), s.signOut},
		{"GET /account", byPeople(signedIn), s.account},
		{"POST /account/name", byPeople(signedIn), s.setName},
		{"POST /account/password", byPeople(signedIn), s.setPassword},
		{"POST /account/signout", byPeople(signedIn), s.signOutEverywhere},
		{"POST /account/tokens", byPeople(signedIn), s.addToken},
		{"POST /account/tokens/{id}/revoke", byPeople(signedIn), s.revokeToken},

		{"GET /accounts", byPeople(administrators), s.accounts},
		{"POST /accounts", byPeople(administrators), s.addAccount},
		{"POST /accounts/{id}/disabled", byPeople(administrators), s.setDisabled},
		{"POST /accounts/{id}/password", byPeople(administrators), s.setPasswordOf},

		{"GET /{$}", signedIn, s.contests},
		{"GET /contests/new", administrators, s.newContest},
		{"GET /contests/{id}", inContest(account.Viewer), s.contest},
		{"GET /contests/{id}/members", byPeople(inContest(account.Chief)), s.members},
		{"POST /contests/{id}/members", byPeople(inContest(account.Chief)), s.setMember},
		{"GET /contests/{id}/participants/{number}", inContest(account.Viewer), s.participant},
		{"POST /contests/{id}/participants/{number}/uncover", byPeople(inContest(account.Chief)), s.uncoverParticipant},
		{"POST /contests/{id}/participants/{number}/cover", byPeople(inContest(account.Chief)), s.coverParticipant},
		{"GET /contests/{id}/settings", byPeople(inContest(account.Chief)), s.settings},
		{"POST /contests/{id}/settings", byPeople(inContest(account.Chief)), s.setSettings},
		{"POST /contests/{id}/delete", byPeople(inContest(account.Administrator)), s.deleteContest},
		{"GET /contests/{id}/live", inContest(account.Viewer), s.live},
		{"GET /contests/{id}/live/events", inContest(account.Viewer), s.liveEvents},
		{"GET /contests/{id}/alerts/{alert}", inContest(account.Viewer), s.alert},
		{"GET /contests/{id}/log", inContest(account.Chief), s.contestLog},
		{"GET /log", administrators, s.log},
		{"GET /contests/{id}/checks", inContest(account.Chief), s.checkForm},
		{"POST /contests/{id}/checks", inContest(account.Chief), s.checkAgain},

		{"GET /search", signedIn, s.searchForm},
		{"POST /search", reading(signedIn), s.search},
		{"POST /search/compare", reading(signedIn), s.searchCompare},

		{"GET /checks/{id}/pairs.jplag.csv", inCheck(account.Viewer), s.exportJPlag},
		{"GET /checks/{id}/pairs.dolos.csv", inCheck(account.Viewer), s.exportDolos},
		{"GET /checks/{id}/clusters/{number}/bundle.html", inCheck(account.Viewer), s.clusterBundle},
		{"GET /pairs/{id}/bundle.html", inPair(account.Viewer), s.pairBundle},
		{"GET /contests/{id}/bundle.html", inContest(account.Viewer), s.contestBundle},
		{"GET /contests/{id}/decisions.csv", inContest(account.Viewer), s.decisionsCSV},
		{"GET /contests/{id}/decisions.json", inContest(account.Viewer), s.decisionsJSON},

		{"POST /uploads", signedIn, s.upload},
		{"GET /uploads/{job}", signedIn, s.progress},
		{"GET /uploads/{job}/events", signedIn, s.progressEvents},
		{"POST /uploads/{job}/cancel", signedIn, s.cancel},

		{"GET /checks/{id}", inCheck(account.Viewer), s.check},
		{"POST /checks/{id}/assign", inCheck(account.Reviewer), s.assignPairs},
		{"GET /checks/{id}/skipped", inCheck(account.Viewer), s.skipped},
		{"GET /checks/{id}/pairs.csv", inCheck(account.Viewer), s.exportCSV},
		{"GET /checks/{id}/pairs.json", inCheck(account.Viewer), s.exportJSON},
		{"GET /checks/{id}/pairs.html", inCheck(account.Viewer), s.exportHTML},
		{"GET /checks/{id}/clusters", inCheck(account.Viewer), s.clusters},
		{"GET /checks/{id}/clusters/{number}", inCheck(account.Viewer), s.cluster},
		{"POST /checks/{id}/clusters/{number}/decide", inCheck(account.Reviewer), s.decideCluster},
		{"GET /pairs/{id}", inPair(account.Viewer), s.pair},
		{"POST /pairs/{id}/decide", inPair(account.Reviewer), s.decide},
		{"POST /pairs/{id}/withdraw", inPair(account.Reviewer), s.withdraw},
		{"POST /pairs/{id}/undo", inPair(account.Reviewer), s.undo},
		{"POST /pairs/{id}/assign", inPair(account.Reviewer), s.assign},
		{"POST /pairs/{id}/uncover", inPair(account.Chief), s.uncover},

		{"GET /submissions/{id}", inSubmission(account.Viewer), s.submission},

		{"/", signedIn, s.nowhere},
	}, s.api.routes...)
}

func (s *Server) mux() http.Handler {
	pages := http.NewServeMux()
	for _, route := range s.routes() {
		pages.Handle(route.pattern, s.handlerOf(route))
	}
	all := http.NewServeMux()
	all.Handle("GET /static/", s.assets)
	all.Handle("/", s.sessions.LoadAndSave(s.withViewer(pages)))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isAPI(r) && !isClean(r.URL.Path) {
			s.showProblem(w, r, errNoOperation)
			return
		}
		all.ServeHTTP(w, r)
	})
}

// isClean reports whether an address has no empty parts, and none that are dots.
// http.ServeMux leads those to what is meant, by a page.
func isClean(address string) bool {
	return path.Clean(address) == strings.TrimSuffix(address, "/")
}

func (s *Server) handlerOf(route route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = r.WithContext(withOnce(r.Context()))
		admitted, err := s.admit(r, route.access)
		if err == nil {
			err = route.handle(w, admitted)
		}
		if err != nil {
			s.showError(w, admitted, err)
		}
	})
}

// nowhere answers for every address that no other route knows.
func (s *Server) nowhere(http.ResponseWriter, *http.Request) error {
	return httperr.NotFound("There is no such page.")
}
