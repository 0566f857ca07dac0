package web

import (
	"net/http"
	"path"
	"strings"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/web/api"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/httperr"
	"github.com/ojcheck/ojcheck/web/request"
	"github.com/ojcheck/ojcheck/web/ui"
)

// Routes lists all pages and all operations of the API. Other addresses are not found.
func (s *Server) Routes() []auth.Route {
	return append([]auth.Route{
		auth.NewRoute("GET /signin", auth.NoTokens(auth.Public), s.Site.SignInForm),
		auth.NewRoute("POST /signin", auth.NoTokens(auth.Public), ui.WithForm(s.Site.SignIn)),
		auth.NewRoute("GET /signin/code", auth.NoTokens(auth.Public), s.Site.CodeForm),
		auth.NewRoute("POST /signin/code", auth.NoTokens(auth.Public), ui.WithForm(s.Site.Code)),
		auth.NewRoute("GET "+auth.OIDCStart, auth.NoTokens(auth.Public), s.Site.StartOIDC),
		auth.NewRoute("GET "+auth.OIDCCallback, auth.NoTokens(auth.Public), s.Site.FinishOIDC),
		auth.NewRoute("POST /language", auth.NoTokens(auth.Public), ui.WithForm(s.Site.ChooseLanguage)),
		auth.NewRoute("POST /signout", auth.NoTokens(auth.SignedIn), s.Site.SignOut),
		auth.NewRoute("GET /account", auth.NoTokens(auth.SignedIn), s.Site.Account),
		auth.NewRoute("POST /account/name", auth.NoTokens(auth.SignedIn), ui.WithForm(s.Site.SetName)),
		auth.NewRoute("POST /account/language", auth.NoTokens(auth.SignedIn), ui.WithForm(s.Site.SetLanguage)),
		auth.NewRoute("POST /account/password", auth.NoTokens(auth.SignedIn), ui.WithForm(s.Site.SetPassword)),
		auth.NewRoute("POST /account/factor", auth.NoTokens(auth.SignedIn), s.Site.NewSecondFactor),
		auth.NewRoute("GET /account/factor.png", auth.NoTokens(auth.SignedIn), s.Site.SecondFactorImage),
		auth.NewRoute("POST /account/factor/confirm", auth.NoTokens(auth.SignedIn), ui.WithForm(s.Site.ConfirmSecondFactor)),
		auth.NewRoute("POST /account/factor/remove", auth.NoTokens(auth.SignedIn), ui.WithForm(s.Site.RemoveSecondFactor)),
		auth.NewRoute("POST /account/signout", auth.NoTokens(auth.SignedIn), s.Site.SignOutEverywhere),
		auth.NewRoute("POST /account/tokens", auth.NoTokens(auth.SignedIn), ui.WithForm(s.Site.AddToken)),
		auth.NewRoute("POST /account/tokens/{id}/revoke", auth.NoTokens(auth.SignedIn), s.Site.RevokeToken),

		auth.NewRoute("GET /accounts", auth.NoTokens(auth.Administrators), s.Site.Accounts),
		auth.NewRoute("POST /accounts", auth.NoTokens(auth.Administrators), ui.WithForm(s.Site.AddAccount)),
		auth.NewRoute("POST /accounts/{id}/disabled", auth.NoTokens(auth.Administrators), ui.WithForm(s.Site.SetDisabled)),
		auth.NewRoute("POST /accounts/{id}/password", auth.NoTokens(auth.Administrators), ui.WithForm(s.Site.SetUserPassword)),

		auth.NewRoute("GET /{$}", auth.SignedIn, s.Site.Contests),
		auth.NewRoute("POST /contests/sample", auth.Administrators, s.Site.CheckSample),
		auth.NewRoute("GET /help", auth.SignedIn, s.Site.Help),
		auth.NewRoute("GET /contests/new", auth.Administrators, s.Site.NewContest),
		auth.NewRoute("GET /follow", auth.NoTokens(auth.Administrators), s.Site.Followings),
		auth.NewRoute("POST /follow", auth.NoTokens(auth.Administrators), ui.WithForm(s.Site.OfAllContests(s.Site.AddFollowing))),
		auth.NewRoute("POST /follow/active", auth.NoTokens(auth.Administrators), ui.WithForm(s.Site.OfAllContests(s.Site.SetFollowing))),
		auth.NewRoute("POST /follow/remove", auth.NoTokens(auth.Administrators), ui.WithForm(s.Site.OfAllContests(s.Site.RemoveFollowing))),
		auth.NewRoute("GET /contests/{id}/follow", auth.NoTokens(auth.InContest(account.Chief)), s.Site.OfContest(s.Site.FollowingOf)),
		auth.NewRoute("POST /contests/{id}/follow", auth.NoTokens(auth.InContest(account.Chief)), ui.WithForm(s.Site.OfContest(s.Site.AddFollowing))),
		auth.NewRoute("POST /contests/{id}/follow/active", auth.NoTokens(auth.InContest(account.Chief)), ui.WithForm(s.Site.OfContest(s.Site.SetFollowing))),
		auth.NewRoute("POST /contests/{id}/follow/remove", auth.NoTokens(auth.InContest(account.Chief)), ui.WithForm(s.Site.OfContest(s.Site.RemoveFollowing))),
		auth.NewRoute("GET /contests/{id}", auth.InContest(account.Viewer), s.Site.OfContest(s.Site.Contest)),
		auth.NewRoute("GET /contests/{id}/members", auth.NoTokens(auth.InContest(account.Chief)), s.Site.Members),
		auth.NewRoute("POST /contests/{id}/members", auth.NoTokens(auth.InContest(account.Chief)), ui.WithForm(s.Site.SetMember)),
		auth.NewRoute("GET /contests/{id}/participants/{number}", auth.InContest(account.Viewer), s.Site.Participant),
		auth.NewRoute("POST /contests/{id}/participants/{number}/reveal", auth.NoTokens(auth.InContest(account.Chief)), s.Site.SetRevealed(true)),
		auth.NewRoute("POST /contests/{id}/participants/{number}/hide", auth.NoTokens(auth.InContest(account.Chief)), s.Site.SetRevealed(false)),
		auth.NewRoute("GET /contests/{id}/settings", auth.NoTokens(auth.InContest(account.Chief)), s.Site.OfContest(s.Site.Settings)),
		auth.NewRoute("POST /contests/{id}/settings", auth.NoTokens(auth.InContest(account.Chief)), ui.WithForm(s.Site.OfContest(s.Site.SetSettings))),
		auth.NewRoute("POST /contests/{id}/delete", auth.NoTokens(auth.InContest(account.Administrator)), ui.WithForm(s.Site.OfContest(s.Site.DeleteContest))),
		auth.NewRoute("GET /contests/{id}/outcomes", auth.InContest(account.Viewer), s.Site.OfContest(s.Site.Outcomes)),
		auth.NewRoute("GET /contests/{id}/outcomes.csv", auth.InContest(account.Viewer), s.exports.OutcomesCSV),
		auth.NewRoute("POST /contests/{id}/participants/{number}/outcome", auth.InContest(account.Chief), ui.WithForm(s.Site.SetOutcome)),
		auth.NewRoute("GET /contests/{id}/places", auth.InContest(account.Viewer), s.Site.OfContest(s.Site.Places)),
		auth.NewRoute("GET /contests/{id}/live", auth.InContest(account.Viewer), s.Site.OfContest(s.Site.Live)),
		auth.NewRoute("GET /contests/{id}/live/events", auth.InContest(account.Viewer), s.Site.LiveEvents),
		auth.NewRoute("GET /contests/{id}/alerts/{alert}", auth.InContest(account.Viewer), s.Site.OfContest(s.Site.Alert)),
		auth.NewRoute("GET /contests/{id}/log", auth.InContest(account.Chief), s.Site.OfContest(s.Site.Log)),
		auth.NewRoute("GET /log", auth.Administrators, s.Site.OfAllContests(s.Site.Log)),
		auth.NewRoute("GET /contests/{id}/checks", auth.InContest(account.Chief), s.Site.OfContest(s.Site.CheckForm)),
		auth.NewRoute("POST /contests/{id}/checks", auth.InContest(account.Chief), ui.WithForm(s.Site.OfContest(s.Site.CheckAgain))),

		auth.NewRoute("GET /contests/{id}/sources", auth.InContest(account.Viewer), s.Site.OfContest(s.Site.Sources)),
		auth.NewRoute("POST /contests/{id}/sources", auth.NoTokens(auth.InContest(account.Chief)), s.Site.OfContest(s.Site.AddSources)),
		auth.NewRoute("GET /contests/{id}/sources/{source}", auth.InContest(account.Viewer), s.Site.OfContest(s.Site.Source)),
		auth.NewRoute("POST /contests/{id}/sources/{source}/delete", auth.NoTokens(auth.InContest(account.Chief)), s.Site.OfContest(s.Site.DeleteSource)),
		auth.NewRoute("POST /contests/{id}/published-base", auth.NoTokens(auth.InContest(account.Chief)), ui.WithForm(s.Site.OfContest(s.Site.SetPublishedBase))),
		auth.NewRoute("GET /sources", auth.SignedIn, s.Site.OfAllContests(s.Site.Sources)),
		auth.NewRoute("POST /sources", auth.NoTokens(auth.Administrators), s.Site.OfAllContests(s.Site.AddSources)),
		auth.NewRoute("GET /sources/{source}", auth.SignedIn, s.Site.OfAllContests(s.Site.Source)),
		auth.NewRoute("POST /sources/{source}/delete", auth.NoTokens(auth.Administrators), s.Site.OfAllContests(s.Site.DeleteSource)),

		auth.NewRoute("GET /search", auth.SignedIn, s.Site.SearchForm),
		auth.NewRoute("POST /search", auth.ReadOnly(auth.SignedIn), s.Site.Search),
		auth.NewRoute("POST /search/compare", auth.ReadOnly(auth.SignedIn), s.Site.SearchCompare),

		auth.NewRoute("GET /checks/{id}/pairs.jplag.csv", auth.InCheck(account.Viewer), s.exports.PairsAs("jplag-csv")),
		auth.NewRoute("GET /checks/{id}/pairs.dolos.csv", auth.InCheck(account.Viewer), s.exports.PairsAs("dolos-csv")),
		auth.NewRoute("GET /checks/{id}/clusters/{number}/bundle.html", auth.InCheck(account.Viewer), s.exports.ClusterBundle),
		auth.NewRoute("GET /pairs/{id}/bundle.html", auth.InPair(account.Viewer), s.exports.PairBundle),
		auth.NewRoute("GET /contests/{id}/bundle.html", auth.InContest(account.Viewer), s.exports.ContestBundle),
		auth.NewRoute("GET /contests/{id}/decisions.csv", auth.InContest(account.Viewer), s.exports.DecisionsCSV),
		auth.NewRoute("GET /contests/{id}/decisions.json", auth.InContest(account.Viewer), s.exports.DecisionsJSON),

		auth.NewRoute("POST /uploads", auth.SignedIn, s.Site.Upload),
		auth.NewRoute("GET /uploads/{job}", auth.SignedIn, s.Site.Progress),
		auth.NewRoute("POST /uploads/{job}", auth.SignedIn, s.Site.ContinueUpload),
		auth.NewRoute("GET /uploads/{job}/events", auth.SignedIn, s.Site.ProgressEvents),
		auth.NewRoute("POST /uploads/{job}/cancel", auth.SignedIn, s.Site.Cancel),

		auth.NewRoute("GET /checks/{id}", auth.InCheck(account.Viewer), s.Site.OfCheck(s.Site.Check)),
		auth.NewRoute("GET /checks/{id}/review", auth.InCheck(account.Viewer), s.Site.OfResult(s.Site.Review)),
		auth.NewRoute("POST /checks/{id}/assign", auth.InCheck(account.Reviewer), ui.WithForm(s.Site.OfResult(s.Site.AssignPairs))),
		auth.NewRoute("GET /checks/{id}/skipped", auth.InCheck(account.Viewer), s.Site.OfResult(s.Site.Skipped)),
		auth.NewRoute("GET /checks/{id}/pairs.csv", auth.InCheck(account.Viewer), s.exports.PairsAs("csv")),
		auth.NewRoute("GET /checks/{id}/pairs.json", auth.InCheck(account.Viewer), s.exports.PairsAs("json")),
		auth.NewRoute("GET /checks/{id}/pairs.html", auth.InCheck(account.Viewer), s.exports.PairsAs("html")),
		auth.NewRoute("GET /checks/{id}/participants", auth.InCheck(account.Viewer), s.Site.OfResult(s.Site.Participants)),
		auth.NewRoute("GET /checks/{id}/clusters", auth.InCheck(account.Viewer), s.Site.OfResult(s.Site.Clusters)),
		auth.NewRoute("GET /checks/{id}/clusters/{number}", auth.InCheck(account.Viewer), s.Site.OfResult(s.Site.Cluster)),
		auth.NewRoute("POST /checks/{id}/clusters/{number}/decide", auth.InCheck(account.Reviewer), s.Site.OfResult(s.Site.DecideCluster)),
		auth.NewRoute("POST /checks/{id}/clusters/{number}/undo", auth.InCheck(account.Reviewer), s.Site.OfResult(s.Site.UndoCluster)),
		auth.NewRoute("GET /checks/{id}/near", auth.InCheck(account.Viewer), s.Site.OfResult(s.Site.NearSources)),
		auth.NewRoute("GET /checks/{id}/near/{submission}", auth.InCheck(account.Viewer), s.Site.OfResult(s.Site.ProgramBesideSource)),
		auth.NewRoute("GET /pairs/{id}", auth.InPair(account.Viewer), s.Site.Pair),
		auth.NewRoute("GET /pairs/{id}/source", auth.InPair(account.Viewer), s.Site.PairSource),
		auth.NewRoute("POST /pairs/{id}/decide", auth.InPair(account.Reviewer), s.Site.Decide),
		auth.NewRoute("POST /pairs/{id}/withdraw", auth.InPair(account.Reviewer), s.Site.Withdraw),
		auth.NewRoute("POST /pairs/{id}/undo", auth.InPair(account.Reviewer), s.Site.Undo),
		auth.NewRoute("POST /pairs/{id}/appeal", auth.InPair(account.Chief), s.Site.Appeal),
		auth.NewRoute("POST /pairs/{id}/assign", auth.InPair(account.Reviewer), s.Site.Assign),
		auth.NewRoute("POST /pairs/{id}/reveal", auth.InPair(account.Chief), s.Site.Reveal),

		auth.NewRoute("GET /pairs/{id}/links", auth.InPair(account.Chief), s.Site.Links),
		auth.NewRoute("POST /pairs/{id}/links", auth.InPair(account.Chief), ui.WithForm(s.Site.AddLink)),
		auth.NewRoute("POST /pairs/{id}/statements/{link}/read", auth.InPair(account.Reviewer), s.Site.ReadStatement),
		auth.NewRoute("POST /pairs/{id}/links/{link}/withdraw", auth.InPair(account.Chief), s.Site.WithdrawLink),
		auth.NewRoute("GET /links/{token}", auth.ByLink, s.Site.Link),
		auth.NewRoute("POST /links/{token}", auth.ByLink, s.Site.AddStatement),
		auth.NewRoute("POST /links/{token}/copy", auth.ByLink, s.exports.LinkCopy),

		auth.NewRoute("GET /submissions/{id}", auth.InSubmission(account.Viewer), s.Site.Submission),

		auth.NewRoute("/", auth.SignedIn, handleNotFound),
	}, s.api.Routes...)
}

func (s *Server) mux() http.Handler {
	pages := http.NewServeMux()
	for _, route := range s.Routes() {
		pages.Handle(route.Pattern, s.handlerOf(route))
	}
	all := http.NewServeMux()
	all.HandleFunc("GET /static/", func(w http.ResponseWriter, r *http.Request) {
		setRoute(r, "GET /static/")
		s.assets.ServeHTTP(w, r)
	})
	all.Handle("/", s.Auth.WithViewer(withLanguage(pages))) // a second time: now the account is known
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if api.IsRequest(r) && !isClean(r.URL.Path) {
			s.api.ShowProblem(w, r, api.ErrNoOperation)
			return
		}
		all.ServeHTTP(w, r)
	})
}

// withLanguage puts the language of pages into the context of requests.
func withLanguage(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(i18n.With(r.Context(), ui.LanguageOf(r))))
	})
}

// isClean reports whether a path has no empty parts, "." or "..". http.ServeMux redirects other paths, with HTML.
func isClean(urlPath string) bool { return path.Clean(urlPath) == strings.TrimSuffix(urlPath, "/") }

func (s *Server) handlerOf(route auth.Route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		setRoute(r, route.Pattern)
		r = r.WithContext(access.WithCache(r.Context()))
		admitted, err := s.Auth.Admit(r, route.Policy)
		if err == nil {
			if auth.IsSignedIn(admitted) {
				request.TrustBody(admitted)
			}
			err = route.Handle(w, admitted)
		}
		if err != nil {
			s.showError(w, admitted, err)
		}
	})
}

// handleNotFound answers for every address without a route.
func handleNotFound(http.ResponseWriter, *http.Request) error {
	return httperr.NotFound("There is no such page.")
}
