package web

import (
	"net/http"
	"path"
	"strings"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/web/httperr"
)

// routes lists every page, and every operation of the API. What is not listed is not found.
func (s *Server) routes() []route {
	return append([]route{
		{"GET /signin", noTokens(public), s.site.signInForm},
		{"POST /signin", noTokens(public), s.site.signIn},
		{"POST /signout", noTokens(signedIn), s.site.signOut},
		{"GET /account", noTokens(signedIn), s.site.account},
		{"POST /account/name", noTokens(signedIn), s.site.setName},
		{"POST /account/password", noTokens(signedIn), s.site.setPassword},
		{"POST /account/signout", noTokens(signedIn), s.site.signOutEverywhere},
		{"POST /account/tokens", noTokens(signedIn), s.site.addToken},
		{"POST /account/tokens/{id}/revoke", noTokens(signedIn), s.site.revokeToken},

		{"GET /accounts", noTokens(administrators), s.site.accounts},
		{"POST /accounts", noTokens(administrators), s.site.addAccount},
		{"POST /accounts/{id}/disabled", noTokens(administrators), s.site.setDisabled},
		{"POST /accounts/{id}/password", noTokens(administrators), s.site.setPasswordOf},

		{"GET /{$}", signedIn, s.site.contests},
		{"GET /contests/new", administrators, s.site.newContest},
		{"GET /contests/{id}", inContest(account.Viewer), s.site.contest},
		{"GET /contests/{id}/members", noTokens(inContest(account.Chief)), s.site.members},
		{"POST /contests/{id}/members", noTokens(inContest(account.Chief)), s.site.setMember},
		{"GET /contests/{id}/participants/{number}", inContest(account.Viewer), s.site.participant},
		{"POST /contests/{id}/participants/{number}/uncover", noTokens(inContest(account.Chief)), s.site.revealParticipant},
		{"POST /contests/{id}/participants/{number}/cover", noTokens(inContest(account.Chief)), s.site.hideParticipant},
		{"GET /contests/{id}/settings", noTokens(inContest(account.Chief)), s.site.settings},
		{"POST /contests/{id}/settings", noTokens(inContest(account.Chief)), s.site.setSettings},
		{"POST /contests/{id}/delete", noTokens(inContest(account.Administrator)), s.site.deleteContest},
		{"GET /contests/{id}/live", inContest(account.Viewer), s.site.live},
		{"GET /contests/{id}/live/events", inContest(account.Viewer), s.site.liveEvents},
		{"GET /contests/{id}/alerts/{alert}", inContest(account.Viewer), s.site.alert},
		{"GET /contests/{id}/log", inContest(account.Chief), s.site.contestLog},
		{"GET /log", administrators, s.site.log},
		{"GET /contests/{id}/checks", inContest(account.Chief), s.site.checkForm},
		{"POST /contests/{id}/checks", inContest(account.Chief), s.site.checkAgain},

		{"GET /search", signedIn, s.site.searchForm},
		{"POST /search", readOnly(signedIn), s.site.search},
		{"POST /search/compare", readOnly(signedIn), s.site.searchCompare},

		{"GET /checks/{id}/pairs.jplag.csv", inCheck(account.Viewer), s.exports.exportJPlag},
		{"GET /checks/{id}/pairs.dolos.csv", inCheck(account.Viewer), s.exports.exportDolos},
		{"GET /checks/{id}/clusters/{number}/bundle.html", inCheck(account.Viewer), s.exports.clusterBundle},
		{"GET /pairs/{id}/bundle.html", inPair(account.Viewer), s.exports.pairBundle},
		{"GET /contests/{id}/bundle.html", inContest(account.Viewer), s.exports.contestBundle},
		{"GET /contests/{id}/decisions.csv", inContest(account.Viewer), s.exports.decisionsCSV},
		{"GET /contests/{id}/decisions.json", inContest(account.Viewer), s.exports.decisionsJSON},

		{"POST /uploads", signedIn, s.site.upload},
		{"GET /uploads/{job}", signedIn, s.site.progress},
		{"GET /uploads/{job}/events", signedIn, s.site.progressEvents},
		{"POST /uploads/{job}/cancel", signedIn, s.site.cancel},

		{"GET /checks/{id}", inCheck(account.Viewer), s.site.check},
		{"POST /checks/{id}/assign", inCheck(account.Reviewer), s.site.assignPairs},
		{"GET /checks/{id}/skipped", inCheck(account.Viewer), s.site.skipped},
		{"GET /checks/{id}/pairs.csv", inCheck(account.Viewer), s.exports.exportCSV},
		{"GET /checks/{id}/pairs.json", inCheck(account.Viewer), s.exports.exportJSON},
		{"GET /checks/{id}/pairs.html", inCheck(account.Viewer), s.exports.exportHTML},
		{"GET /checks/{id}/clusters", inCheck(account.Viewer), s.site.clusters},
		{"GET /checks/{id}/clusters/{number}", inCheck(account.Viewer), s.site.cluster},
		{"POST /checks/{id}/clusters/{number}/decide", inCheck(account.Reviewer), s.site.decideCluster},
		{"GET /pairs/{id}", inPair(account.Viewer), s.site.pair},
		{"POST /pairs/{id}/decide", inPair(account.Reviewer), s.site.decide},
		{"POST /pairs/{id}/withdraw", inPair(account.Reviewer), s.site.withdraw},
		{"POST /pairs/{id}/undo", inPair(account.Reviewer), s.site.undo},
		{"POST /pairs/{id}/assign", inPair(account.Reviewer), s.site.assign},
		{"POST /pairs/{id}/uncover", inPair(account.Chief), s.site.reveal},

		{"GET /submissions/{id}", inSubmission(account.Viewer), s.site.submission},

		{"/", signedIn, handleNotFound},
	}, s.api.routes...)
}

func (s *Server) mux() http.Handler {
	pages := http.NewServeMux()
	for _, route := range s.routes() {
		pages.Handle(route.pattern, s.handlerOf(route))
	}
	all := http.NewServeMux()
	all.Handle("GET /static/", s.assets)
	all.Handle("/", s.auth.withViewer(pages))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isAPI(r) && !isClean(r.URL.Path) {
			s.api.showProblem(w, r, errNoOperation)
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
		r = r.WithContext(access.WithCache(r.Context()))
		admitted, err := s.auth.admit(r, route.access)
		if err == nil {
			err = route.handle(w, admitted)
		}
		if err != nil {
			s.showError(w, admitted, err)
		}
	})
}

// handleNotFound answers for every address that no other route knows.
func handleNotFound(http.ResponseWriter, *http.Request) error {
	return httperr.NotFound("There is no such page.")
}
