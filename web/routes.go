package web

import (
	"net/http"
	"path"
	"strings"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/web/api"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/request"
	"github.com/ojcheck/ojcheck/web/ui"
)

// Routes lists all pages and all operations of the API. Other addresses are not found.
func (s *Server) Routes() []auth.Route {
	route, noTokens, inContest, inCheck, inPair := auth.NewRoute, auth.NoTokens, auth.InContest, auth.InCheck, auth.InPair
	site, exports, withForm := s.Site, s.exports, ui.WithForm
	return append([]auth.Route{
		route("GET /signin", noTokens(auth.Public), site.SignInForm),
		route("POST /signin", noTokens(auth.Public), withForm(site.SignIn)),
		route("GET /signin/code", noTokens(auth.Public), site.CodeForm),
		route("POST /signin/code", noTokens(auth.Public), withForm(site.Code)),
		route("GET "+auth.OIDCStart, noTokens(auth.Public), site.StartOIDC),
		route("GET "+auth.OIDCCallback, noTokens(auth.Public), site.FinishOIDC),
		route("POST /language", noTokens(auth.Public), withForm(site.ChooseLanguage)),
		route("POST /signout", noTokens(auth.SignedIn), site.SignOut),
		route("GET /account", noTokens(auth.SignedIn), site.Account),
		route("POST /account/name", noTokens(auth.SignedIn), withForm(site.SetName)),
		route("POST /account/language", noTokens(auth.SignedIn), withForm(site.SetLanguage)),
		route("POST /account/password", noTokens(auth.SignedIn), withForm(site.SetPassword)),
		route("POST /account/factor", noTokens(auth.SignedIn), site.NewSecondFactor),
		route("GET /account/factor.png", noTokens(auth.SignedIn), site.SecondFactorImage),
		route("POST /account/factor/confirm", noTokens(auth.SignedIn), withForm(site.ConfirmSecondFactor)),
		route("POST /account/factor/remove", noTokens(auth.SignedIn), withForm(site.RemoveSecondFactor)),
		route("POST /account/signout", noTokens(auth.SignedIn), site.SignOutEverywhere),
		route("POST /account/tokens", noTokens(auth.SignedIn), withForm(site.AddToken)),
		route("POST /account/tokens/{id}/revoke", noTokens(auth.SignedIn), site.RevokeToken),

		route("GET /accounts", noTokens(auth.Administrators), site.Accounts),
		route("POST /accounts", noTokens(auth.Administrators), withForm(site.AddAccount)),
		route("POST /accounts/{id}/disabled", noTokens(auth.Administrators), withForm(site.SetDisabled)),
		route("POST /accounts/{id}/password", noTokens(auth.Administrators), withForm(site.SetUserPassword)),

		route("GET /{$}", auth.SignedIn, site.Contests),
		route("POST /contests/sample", auth.Administrators, site.CheckSample),
		route("GET /help", auth.SignedIn, site.Help),
		route("GET /contests/new", auth.Administrators, site.NewContest),
		route("GET /follow", noTokens(auth.Administrators), site.Followings),
		route("POST /follow", noTokens(auth.Administrators), withForm(site.OfAllContests(site.AddFollowing))),
		route("POST /follow/active", noTokens(auth.Administrators), withForm(site.OfAllContests(site.SetFollowing))),
		route("POST /follow/remove", noTokens(auth.Administrators), withForm(site.OfAllContests(site.RemoveFollowing))),
		route("GET /contests/{id}/follow", noTokens(inContest(account.Chief)), site.OfContest(site.ContestFollowing)),
		route("POST /contests/{id}/follow", noTokens(inContest(account.Chief)), withForm(site.OfContest(site.AddFollowing))),
		route("POST /contests/{id}/follow/active", noTokens(inContest(account.Chief)), withForm(site.OfContest(site.SetFollowing))),
		route("POST /contests/{id}/follow/remove", noTokens(inContest(account.Chief)), withForm(site.OfContest(site.RemoveFollowing))),
		route("GET /contests/{id}", inContest(account.Viewer), site.OfContest(site.Contest)),
		route("GET /contests/{id}/members", noTokens(inContest(account.Chief)), site.OfContest(site.Members)),
		route("POST /contests/{id}/members", noTokens(inContest(account.Chief)), withForm(site.OfContest(site.SetMember))),
		route("GET /contests/{id}/participants/{number}", inContest(account.Viewer), site.OfContest(site.Participant)),
		route("POST /contests/{id}/participants/{number}/reveal", noTokens(inContest(account.Chief)), site.OfContest(site.RevealName)),
		route("POST /contests/{id}/participants/{number}/hide", noTokens(inContest(account.Chief)), site.OfContest(site.HideName)),
		route("GET /contests/{id}/settings", noTokens(inContest(account.Chief)), site.OfContest(site.Settings)),
		route("POST /contests/{id}/settings", noTokens(inContest(account.Chief)), withForm(site.OfContest(site.SetSettings))),
		route("POST /contests/{id}/delete", noTokens(inContest(account.Administrator)), withForm(site.OfContest(site.DeleteContest))),
		route("GET /contests/{id}/outcomes", inContest(account.Viewer), site.OfContest(site.Outcomes)),
		route("POST /contests/{id}/outcomes", inContest(account.Chief), withForm(site.OfContest(site.SetOutcomes))),
		route("GET /contests/{id}/outcomes.csv", inContest(account.Viewer), exports.OutcomesCSV),
		route("POST /contests/{id}/participants/{number}/outcome", inContest(account.Chief), withForm(site.OfContest(site.SetOutcome))),
		route("GET /contests/{id}/places", inContest(account.Viewer), site.OfContest(site.Places)),
		route("GET /contests/{id}/live", inContest(account.Viewer), site.OfContest(site.Live)),
		route("GET /contests/{id}/live/events", inContest(account.Viewer), site.LiveEvents),
		route("GET /contests/{id}/alerts/{alert}", inContest(account.Viewer), site.OfContest(site.Alert)),
		route("GET /contests/{id}/log", inContest(account.Chief), site.OfContest(site.Log)),
		route("GET /log", auth.Administrators, site.OfAllContests(site.Log)),
		route("GET /contests/{id}/checks", inContest(account.Chief), site.OfContest(site.CheckForm)),
		route("POST /contests/{id}/checks", inContest(account.Chief), site.OfContest(site.CheckAgain)),

		route("GET /contests/{id}/sources", inContest(account.Viewer), site.OfContest(site.Sources)),
		route("POST /contests/{id}/sources", noTokens(inContest(account.Chief)), site.OfContest(site.AddSources)),
		route("GET /contests/{id}/sources/{source}", inContest(account.Viewer), site.OfContest(site.Source)),
		route("POST /contests/{id}/sources/{source}/delete", noTokens(inContest(account.Chief)), site.OfContest(site.DeleteSource)),
		route("POST /contests/{id}/published-base", noTokens(inContest(account.Chief)), withForm(site.OfContest(site.SetPublishedBase))),
		route("GET /sources", auth.SignedIn, site.OfAllContests(site.Sources)),
		route("POST /sources", noTokens(auth.Administrators), site.OfAllContests(site.AddSources)),
		route("GET /sources/{source}", auth.SignedIn, site.OfAllContests(site.Source)),
		route("POST /sources/{source}/delete", noTokens(auth.Administrators), site.OfAllContests(site.DeleteSource)),

		route("GET /search", auth.SignedIn, site.SearchForm),
		route("POST /search", auth.ReadOnly(auth.SignedIn), site.Search),
		route("POST /search/compare", auth.ReadOnly(auth.SignedIn), site.SearchCompare),

		route("GET /checks/{id}/pairs.jplag.csv", inCheck(account.Viewer), exports.PairsAs("jplag-csv")),
		route("GET /checks/{id}/pairs.dolos.csv", inCheck(account.Viewer), exports.PairsAs("dolos-csv")),
		route("GET /checks/{id}/clusters/{number}/bundle.html", inCheck(account.Viewer), exports.ClusterBundle),
		route("GET /pairs/{id}/bundle.html", inPair(account.Viewer), exports.PairBundle),
		route("GET /contests/{id}/bundle.html", inContest(account.Viewer), exports.ContestBundle),
		route("GET /contests/{id}/participants/{number}/bundle.html", inContest(account.Chief), exports.ParticipantBundle),
		route("GET /contests/{id}/decisions.csv", inContest(account.Viewer), exports.DecisionsCSV),
		route("GET /contests/{id}/decisions.json", inContest(account.Viewer), exports.DecisionsJSON),

		route("POST /uploads", auth.SignedIn, site.Upload),
		route("GET /uploads/{job}", auth.SignedIn, site.Progress),
		route("POST /uploads/{job}", auth.SignedIn, site.ContinueUpload),
		route("GET /uploads/{job}/events", auth.SignedIn, site.ProgressEvents),
		route("POST /uploads/{job}/cancel", auth.SignedIn, site.Cancel),

		route("GET /checks/{id}", inCheck(account.Viewer), site.OfCheck(site.Check)),
		route("GET /checks/{id}/review", inCheck(account.Viewer), site.OfCompleteCheck(site.Review)),
		route("POST /checks/{id}/assign", inCheck(account.Reviewer), withForm(site.OfCompleteCheck(site.AssignPairs))),
		route("GET /checks/{id}/unlisted", inCheck(account.Viewer), site.OfCompleteCheck(site.Unlisted)),
		route("GET /checks/{id}/skipped", inCheck(account.Viewer), site.OfCompleteCheck(site.Skipped)),
		route("GET /checks/{id}/pairs.csv", inCheck(account.Viewer), exports.PairsAs("csv")),
		route("GET /checks/{id}/pairs.json", inCheck(account.Viewer), exports.PairsAs("json")),
		route("GET /checks/{id}/pairs.html", inCheck(account.Viewer), exports.PairsAs("html")),
		route("GET /checks/{id}/participants", inCheck(account.Viewer), site.OfCompleteCheck(site.Participants)),
		route("GET /checks/{id}/clusters", inCheck(account.Viewer), site.OfCompleteCheck(site.Clusters)),
		route("GET /checks/{id}/clusters/{number}", inCheck(account.Viewer), site.OfCompleteCheck(site.Cluster)),
		route("POST /checks/{id}/clusters/{number}/decide", inCheck(account.Reviewer), site.OfCompleteCheck(site.DecideCluster)),
		route("POST /checks/{id}/clusters/{number}/undo", inCheck(account.Reviewer), site.OfCompleteCheck(site.UndoCluster)),
		route("GET /checks/{id}/near", inCheck(account.Viewer), site.OfCompleteCheck(site.NearSources)),
		route("GET /checks/{id}/near/{submission}", inCheck(account.Viewer), site.OfCompleteCheck(site.ProgramBesideSource)),
		route("GET /pairs/{id}", inPair(account.Viewer), site.OfPair(site.Pair)),
		route("GET /pairs/{id}/source", inPair(account.Viewer), site.OfPair(site.PairSource)),
		route("POST /pairs/{id}/decide", inPair(account.Reviewer), site.OfPairForm(site.Decide)),
		route("POST /pairs/{id}/withdraw", inPair(account.Reviewer), site.OfPairForm(site.Withdraw)),
		route("POST /pairs/{id}/undo", inPair(account.Reviewer), site.OfPairForm(site.Undo)),
		route("POST /pairs/{id}/appeal", inPair(account.Chief), site.OfPairForm(site.Appeal)),
		route("POST /pairs/{id}/assign", inPair(account.Reviewer), site.OfPairForm(site.Assign)),
		route("POST /pairs/{id}/reveal", inPair(account.Chief), site.OfPairForm(site.Reveal)),

		route("GET /pairs/{id}/links", inPair(account.Chief), site.OfPair(site.Links)),
		route("POST /pairs/{id}/links", inPair(account.Chief), withForm(site.OfPair(site.AddLink))),
		route("POST /pairs/{id}/statements/{link}/read", inPair(account.Reviewer), site.OfPair(site.MarkStatementRead)),
		route("POST /pairs/{id}/links/{link}/withdraw", inPair(account.Chief), site.OfPair(site.WithdrawLink)),
		route("GET /links/{token}", auth.ByLink, site.Link),
		route("POST /links/{token}", auth.ByLink, site.AddStatement),
		route("POST /links/{token}/copy", auth.ByLink, exports.LinkedEvidence),

		route("GET /submissions/{id}", auth.InSubmission(account.Viewer), site.Submission),
		route("GET /submissions/{id}/beside", auth.InSubmission(account.Viewer), site.SideBySide),

		route("/", auth.SignedIn, handleNotFound),
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
	// New applies withLanguage, too, for errors that come before this. Only here the account's language is known.
	all.Handle("/", s.Auth.WithViewer(withLanguage(pages)))
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

func handleNotFound(http.ResponseWriter, *http.Request) error {
	return httperr.NotFound("There is no such page.")
}
