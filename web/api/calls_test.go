package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/preview"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web"
	"github.com/ojcheck/ojcheck/web/api"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// storingChecker stores single submissions. Its checks of uploads run until they are cancelled.
type storingChecker struct {
	check.Checker
	full *atomic.Bool // whether the disk is full
}

func (c storingChecker) Check(ctx context.Context, _ jobs.Upload, progress func(i18n.Text, int, int)) (int64, error) {
	progress(i18n.Verbatim("comparing programs"), 1, 2)
	<-ctx.Done()
	return 0, ctx.Err()
}

func (storingChecker) Preview(context.Context, jobs.Upload, func(i18n.Text, int, int)) (preview.Preview, error) {
	return preview.New(preview.Input{
		Contest: "finals", Format: "dir", Submissions: []contest.Submission{{Participant: "ann", Problem: "A", Attempt: 1, Language: "cpp", Path: "A/ann.cpp"}},
		Skipped: []contest.SkippedItem{{Path: "A/ann.exe", Reason: i18n.Verbatim("not text")}},
	}), nil
}

func (c storingChecker) Import(ctx context.Context, upload jobs.Upload, progress func(i18n.Text, int, int)) (int64, error) {
	if c.full.Load() {
		return 0, fmt.Errorf("write: %w", syscall.ENOSPC)
	}
	if len(upload.Submissions) == 0 {
		return c.Check(ctx, upload, progress)
	}
	id, _, err := c.Checker.Import(ctx, check.Request{By: upload.By, Contest: upload.Contest, Origin: "test", Submissions: upload.Submissions, Parameters: check.Defaults()}, func(check.Stage, int, int) {})
	return id, err
}

// fillingStore is a database on a disk that may be full.
type fillingStore struct {
	*postgres.DB
	full atomic.Bool
}

func (s *fillingStore) ContestByName(ctx context.Context, name string) (contest.Contest, error) {
	if s.full.Load() {
		return contest.Contest{}, fmt.Errorf("write: %w", syscall.ENOSPC)
	}
	return s.DB.ContestByName(ctx, name)
}

// apiCall is a valid request for an operation. In addresses and bodies
// {contest}, {check}, {pair}, {submission} and {job} stand for IDs.
type apiCall struct {
	path, body string
	mediaType  string // of the body; "" for JSON
	invalid    string // an invalid body, or an invalid address (begins with /); "" for none
}

const (
	formType    = "multipart/form-data; boundary=x"
	validUpload = "--x\r\nContent-Disposition: form-data; name=\"contest\"\r\n\r\nfinals\r\n" +
		"--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.zip\"\r\n\r\nzip\r\n" +
		"--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"b.zip\"\r\n\r\nzip\r\n--x--\r\n"
	invalidUpload = "--x\r\nContent-Disposition: form-data; name=\"against\"\r\n\r\n999999\r\n" +
		"--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.zip\"\r\n\r\nzip\r\n--x--\r\n"
)

// apiCalls has requests for every operation, by its ID.
var apiCalls = map[string][]apiCall{
	"listContests": {{path: "/contests?name=fin&limit=1", invalid: "/contests?limit=0"}, {path: "/contests"}},
	"getContest":   {{path: "/contests/{contest}"}},
	"listSubmissions": {
		{path: "/contests/{contest}/submissions?problem=A-digits&limit=2", invalid: "/contests/{contest}/submissions?cursor=x"},
		{path: "/contests/{contest}/submissions?number=3"},
	},
	"addSubmission": {
		{path: "/contests/{contest}/submissions", body: `{"problem":"A-digits","participant":"zoe","language":"cpp","verdict":"ac","time":"2026-05-01T10:00:00+02:00","files":[{"path":"main.cpp","text":"int main() {}"}]}`, invalid: `{"problem":"A"}`},
		{path: "/contests/{contest}/submissions", body: `{"problem":"A-digits","participant":"zoe","system_id":"s7","files":[{"path":"a/b.py","base64":"cHJpbnQoMSk="}]}`, invalid: `{"problem":"A","participant":"zoe","files":[{"path":"../x","text":"x"}]}`},
	},
	"getSubmission": {{path: "/submissions/{submission}"}},
	"startImport":   {{path: "/imports", body: validUpload, mediaType: formType, invalid: invalidUpload}},
	"startCheck":    {{path: "/checks", body: validUpload, mediaType: formType, invalid: invalidUpload}},
	"startPreview":  {{path: "/previews", body: validUpload, mediaType: formType, invalid: invalidUpload}},
	"checkAgain": {
		{path: "/contests/{contest}/checks", body: `{"verdicts":"all","against":[],"threshold":0.25,"max_chance":2.5,"keep":0.1}`, invalid: `{"against":[999999]}`},
		{path: "/contests/{contest}/checks", invalid: `{"threshold":2}`},
		{path: "/contests/{contest}/checks", invalid: `{"against":[{contest}]}`},
		{path: "/contests/{contest}/checks", body: `{"max_chance":0}`, invalid: `{"max_chance":-1}`},
	},
	"listJobs":     {{path: "/jobs"}},
	"getJob":       {{path: "/jobs/{job}?wait=0", invalid: "/jobs/{job}?wait=99"}},
	"cancelJob":    {{path: "/jobs/{job}/cancel"}},
	"followJob":    {{path: "/jobs/{job}/events?wait=0", invalid: "/jobs/{job}/events?wait=301"}},
	"followAlerts": {{path: "/contests/{contest}/alerts/events", invalid: "/contests/{contest}/alerts/events?mark=" + strings.Repeat("x", 101)}},
	"listAlerts":   {{path: "/contests/{contest}/alerts?after=0&limit=5", invalid: "/contests/{contest}/alerts?after=-1"}},
	"getWatch":     {{path: "/contests/{contest}/watch"}},
	"listChecks":   {{path: "/contests/{contest}/checks?limit=1", invalid: "/contests/{contest}/checks?limit=x"}},
	"getCheck":     {{path: "/checks/{check}"}, {path: "/checks/{running}"}},
	"listSkipped": {
		{path: "/checks/{check}/skipped?limit=1", invalid: "/checks/{check}/skipped?limit=1001"},
	},
	"listPairs": {
		{path: "/checks/{check}/pairs?limit=3&threshold=0&state=mine&sides=own", invalid: "/checks/{check}/pairs?threshold=NaN"},
		{path: "/checks/{check}/pairs?problem=D-vault&language=c%2B%2B&cluster=1", invalid: "/checks/{check}/pairs?state=lost"},
		{path: "/checks/{check}/pairs?state=statement"},
	},
	"listParticipants": {
		{path: "/checks/{check}/participants?sort=listed&limit=2", invalid: "/checks/{check}/participants?sort=guilt"}, {path: "/checks/{check}/participants?participant=1"},
	},
	"auditCheck": {
		{path: "/checks/{check}/audit?sample=5&seed=7", invalid: "/checks/{check}/audit?sample=0"}, {path: "/checks/{check}/audit"},
	},
	"getPair":   {{path: "/pairs/{pair}?source=true", invalid: "/pairs/{pair}?source=perhaps"}, {path: "/pairs/{pair}"}},
	"getFacts":  {{path: "/pairs/{pair}/facts"}},
	"getCase":   {{path: "/pairs/{pair}/case"}},
	"decide":    {{path: "/pairs/{pair}/decision", body: `{"decision":"confirmed","reason":"shared work","note":"so it is"}`, invalid: `{"decision":"perhaps"}`}},
	"withdraw":  {{path: "/pairs/{pair}/decision"}},
	"appeal":    {{path: "/pairs/{settled}/appeal", body: `{"grounds":"It is a template."}`, invalid: `{"grounds":7}`}},
	"listLinks": {{path: "/pairs/{pair}/links"}},
	"addLink": {
		{path: "/pairs/{pair}/links", body: `{"recipient":"an expert","hides":"nothing","once":true,"last_day":"{tomorrow}"}`, invalid: `{"side":"left","hides":"nothing","last_day":"{tomorrow}"}`},
		{path: "/pairs/{confirmed}/links", body: `{"side":"right","hides":"program","last_day":"{tomorrow}"}`, invalid: `{"recipient":"an expert","hides":"names","last_day":"soon"}`},
	},
	"withdrawLink":     {{path: "/pairs/{confirmed}/links/{link}"}},
	"listOutcomes":     {{path: "/contests/{contest}/outcomes"}},
	"listSources":      {{path: "/contests/{contest}/sources"}},
	"addSource":        {{path: "/contests/{contest}/sources", body: sourceBody, invalid: `{"kind":"stolen"}`}},
	"deleteSource":     {{path: "/contests/{contest}/sources/{source}"}},
	"setPublishedBase": {{path: "/contests/{contest}/published-base", body: `{"base":true}`, invalid: `{"base":3}`}},
	"listLibraries":    {{path: "/sources"}},
	"addLibrary":       {{path: "/sources", body: sourceBody, invalid: `{"kind":"generated"}`}},
	"deleteLibrary":    {{path: "/sources/{library}"}},
	"listNearSources":  {{path: "/checks/{check}/near?limit=2", invalid: "/checks/{check}/near?limit=x"}},
	"setOutcome":       {{path: "/contests/{contest}/participants/1/outcome", body: `{"outcome":""}`, invalid: `{"outcome":"exile"}`}},
	"listClusters":     {{path: "/checks/{check}/clusters?size=2&limit=1", invalid: "/checks/{check}/clusters?size=-1"}},
	"getCluster":       {{path: "/checks/{check}/clusters/1"}},
	"search": {
		{path: "/search", body: `{"text":"int main() { return 0; }","name":"main.cpp","limit":3}`, invalid: `{"text":" "}`},
		{path: "/search", body: `{"base64":"aW50IG1haW4oKSB7fQ==","language":"cpp","contest_id":{contest}}`, invalid: `{"text":"x","language":"klingon"}`},
	},
	"exportPairs": {
		{path: "/checks/{check}/export", invalid: "/checks/{check}/export?format=pdf"},
		{path: "/checks/{check}/export?format=table&width=100&top=5"}, {path: "/checks/{check}/export?format=csv&threshold=0"},
		{path: "/checks/{check}/export?format=html&top=2"}, {path: "/checks/{check}/export?format=jplag-csv"}, {path: "/checks/{check}/export?format=dolos-csv"},
	},
	"exportDecisions": {
		{path: "/contests/{contest}/decisions", invalid: "/contests/{contest}/decisions?format=html"}, {path: "/contests/{contest}/decisions?format=csv"},
	},
	"exportContestEvidence":     {{path: "/contests/{contest}/bundle?pairs=threshold", invalid: "/contests/{contest}/bundle?pairs=all"}, {path: "/contests/{contest}/bundle"}},
	"exportClusterEvidence":     {{path: "/checks/{check}/clusters/1/bundle?lang=en", invalid: "/checks/{check}/clusters/1/bundle?lang=tlh"}},
	"exportParticipantEvidence": {{path: "/contests/{contest}/participants/{suspect}/bundle", invalid: "/contests/{contest}/participants/{suspect}/bundle?redact=left"}},
	"exportPairEvidence":        {{path: "/pairs/{pair}/bundle", invalid: "/pairs/{pair}/bundle?redact=both"}, {path: "/pairs/{pair}/bundle?redact=left"}},
}

// sourceBody is a valid known source.
const sourceBody = `{"kind":"generated","name":"answer 1","date":"2026-01-31","licence":"CC0",` +
	`"file":{"path":"answer.py","text":"n = int(input())\nfor i in range(n):\n    print(i * i + n, end=' ')\nprint(sum(range(n)))\n"}}`

// apiSite is an installation for calls of its API.
type apiSite struct {
	*webtest.JurySite
	store                 *fillingStore
	running               int64  // ID of a check that has not ended
	link                  int64  // ID of a link to the confirmed pair
	source, library       int64  // IDs of a known source of the contest, and of one for all contests
	job                   string // ID of a job that has not ended
	writeToken, readToken string // of an administrator, with write and read scope
	viewerToken           string // of a viewer, with read scope
}

func newAPISite(t *testing.T) *apiSite {
	t.Helper()
	s := new(apiSite)
	s.JurySite = webtest.NewJurySite(t, func(o *web.Options) {
		db := o.Store.(*postgres.DB)
		s.store = &fillingStore{DB: db}
		o.Store, o.Checker, o.MaxUpload = s.store, storingChecker{check.Checker{Store: db}, &s.store.full}, 1<<20
	})
	administrator := s.AddUser("boss", true)
	s.writeToken, _ = s.AddToken(administrator.ID, account.WriteScope)
	s.readToken, _ = s.AddToken(administrator.ID, account.ReadScope)
	s.viewerToken, _ = s.AddToken(s.Users["vic"].ID, account.ReadScope)
	run, err := s.DB.BeginCheck(t.Context(), review.CommandLine, contest.Check{ContestID: s.Check.ContestID, Digest: "running", Parameters: check.Defaults()}, []int64{s.Pairs[0].Left.SubmissionID}, nil)
	webtest.Must(t, err)
	t.Cleanup(func() { run.Close() })
	s.running = run.ID()
	top := s.Pairs[0]
	_, alertErr := s.DB.AddAlerts(t.Context(), s.Check.ContestID, []contest.Alert{{At: time.Now(), Problem: top.Problem, Left: top.Left, Right: top.Right, Suspicion: 0.9}})
	ruling := review.Review{Decision: review.Confirmed, Ruling: true}
	_, settleErr := s.DB.Decide(t.Context(), s.Person("cid"), review.KeyOf(s.Check.ContestID, s.Pairs[1]), ruling)
	_, confirmErr := s.DB.Decide(t.Context(), s.Person("cid"), review.KeyOf(s.Check.ContestID, s.Pairs[2]), ruling)
	_, hash := account.NewLinkToken()
	var linkErr error
	s.link, linkErr = s.DB.AddLink(t.Context(), s.Person("cid"), review.Link{
		Key: review.KeyOf(s.Check.ContestID, s.Pairs[2]), PairID: s.Pairs[2].ID, Recipient: "an expert", Hides: review.HidesNames, EndsAt: time.Now().Add(time.Hour),
	}, hash)
	program := contest.File{Path: "known.cpp", Content: []byte("int known;")}
	sources, sourceErr := s.DB.AddSources(t.Context(), review.CommandLine, 1, []contest.KnownSource{
		{ContestID: s.Check.ContestID, Problem: "A-digits", Kind: contest.Editorial, Name: "editorial", File: program},
		{Kind: contest.Published, Name: "library", File: program},
	})
	if sourceErr == nil {
		s.source, s.library = sources[0], sources[1]
	}
	watchErr := s.DB.SaveWatch(t.Context(), contest.Watch{ContestID: s.Check.ContestID, URL: "https://judge.example", State: contest.WatchFollowing, StartedAt: time.Now()})
	webtest.Must(t, errors.Join(alertErr, settleErr, confirmErr, linkErr, sourceErr, watchErr))
	a := s.call(s.writeToken, "POST", "/checks", validUpload, formType)
	var started struct{ ID string }
	if err := json.Unmarshal([]byte(a.Body), &started); err != nil {
		t.Fatalf("status %d: %v: %s", a.Status, err, a.Body)
	}
	s.job = started.ID
	return s
}

// with returns the site for a subtest.
func (s *apiSite) with(t *testing.T) *apiSite {
	site, jury, api := *s.Site, *s.JurySite, *s
	site.T, jury.Site, api.JurySite = t, &site, &jury
	return &api
}

// fill puts IDs into an address or a body.
func (s *apiSite) fill(text string) string {
	id := func(n int64) string { return strconv.FormatInt(n, 10) }
	return strings.NewReplacer("{contest}", id(s.Check.ContestID), "{check}", id(s.Check.ID), "{pair}", id(s.Pairs[0].ID),
		"{submission}", id(s.Pairs[0].Left.SubmissionID), "{running}", id(s.running), "{settled}", id(s.Pairs[1].ID),
		"{confirmed}", id(s.Pairs[2].ID), "{link}", id(s.link), "{tomorrow}", time.Now().AddDate(0, 0, 1).UTC().Format(time.DateOnly), "{job}", s.job,
		"{suspect}", strconv.Itoa(s.Pairs[2].Left.Number), "{source}", id(s.source), "{library}", id(s.library)).Replace(text)
}

// call sends a request; kind is the media type of the body.
func (s *apiSite) call(token, method, path, body, kind string, headers ...string) webtest.Answer {
	s.Helper()
	if token != "" {
		headers = append(headers, "Authorization", "Bearer "+token)
	}
	if kind != "" {
		headers = append(headers, "Content-Type", kind)
	}
	return s.NewClient(s.T).Do(method, api.BasePath+s.fill(path), s.fill(body), headers...)
}

// sendValid sends a valid request for an operation.
func (s *apiSite) sendValid(op apiOperation, c apiCall, headers ...string) webtest.Answer {
	s.Helper()
	return s.call(s.writeToken, op.method, c.path, c.body, c.bodyType(), headers...)
}

func (c apiCall) bodyType() string {
	switch {
	case c.mediaType != "":
		return c.mediaType
	case c.body != "" || strings.HasPrefix(c.invalid, "{"):
		return "application/json"
	}
	return ""
}

// provoke makes an operation fail with a status. known is false if it cannot provoke the status.
func (s *apiSite) provoke(op apiOperation, c apiCall, status int) (a webtest.Answer, known bool) {
	s.Helper()
	multipart := c.mediaType == formType
	switch status {
	case http.StatusUnauthorized:
		return s.call("", op.method, c.path, c.body, c.bodyType()), true
	case http.StatusForbidden:
		return s.call(s.viewerToken, op.method, c.path, c.body, c.bodyType()), true
	case http.StatusMisdirectedRequest:
		return s.sendValid(op, c, "Host", "evil.example"), true
	case http.StatusNotFound:
		if !strings.Contains(c.path, "{") {
			return s.call(s.writeToken, op.method, c.path, `{"text":"int x;","language":"cpp","contest_id":999999999}`, c.bodyType()), true
		}
		missing := c
		for _, id := range []string{"{contest}", "{check}", "{running}", "{pair}", "{settled}", "{confirmed}", "{submission}", "{job}", "{library}"} {
			missing.path = strings.ReplaceAll(missing.path, id, "999999999")
		}
		return s.sendValid(op, missing), true
	case http.StatusConflict:
		unfinished := c
		unfinished.path = strings.ReplaceAll(c.path, "{check}", "{running}")
		return s.sendValid(op, unfinished), true
	case http.StatusBadRequest:
		if multipart {
			return s.call(s.writeToken, op.method, c.path, "--x--\r\n", formType), true
		}
		return s.call(s.writeToken, op.method, c.path, "{", "application/json"), true
	case http.StatusUnsupportedMediaType:
		return s.call(s.writeToken, op.method, c.path, "hello", "text/plain"), true
	case http.StatusRequestEntityTooLarge:
		tooLarge := strings.Repeat("x", 16<<20)
		if multipart {
			return s.call(s.writeToken, op.method, c.path, strings.Replace(validUpload, "zip\r\n--x--", tooLarge[:2<<20]+"\r\n--x--", 1), formType), true
		}
		return s.call(s.writeToken, op.method, c.path, `{"text":"`+tooLarge+`"}`, "application/json"), true
	case http.StatusUnprocessableEntity:
		switch {
		case c.invalid == "":
			path, query, _ := strings.Cut(c.path, "?")
			return s.call(s.writeToken, op.method, path+"?nonsense=1&"+query, c.body, c.bodyType()), true
		case strings.HasPrefix(c.invalid, "/"):
			return s.call(s.writeToken, op.method, c.invalid, "", ""), true
		}
		return s.call(s.writeToken, op.method, c.path, c.invalid, c.bodyType()), true
	case http.StatusInsufficientStorage:
		s.store.full.Store(true)
		defer s.store.full.Store(false)
		return s.sendValid(op, c), true
	}
	return webtest.Answer{}, false
}

// Every operation answers as the OpenAPI document says, with success and with each documented error.
func TestOperationsAreAsDocumented(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes many seconds")
	}
	t.Parallel()
	s := newAPISite(t)
	d := readDocument(t, s.Page("/api/v1/openapi.json").Body)
	operations := d.operations()
	for id := range apiCalls {
		if _, ok := operations[id]; !ok {
			t.Errorf("there is no operation %s: remove it from apiCalls", id)
		}
	}
	// These statuses are also provoked on operations that do not document them: there they must not occur.
	provoked := []int{
		http.StatusBadRequest, http.StatusForbidden, http.StatusNotFound, http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType,
		http.StatusUnprocessableEntity, http.StatusInsufficientStorage,
	}
	// These statuses are tested below, for all operations together, or for slow senders in package web.
	testedBelow := []int{http.StatusRequestTimeout, http.StatusInternalServerError, http.StatusTooManyRequests, http.StatusServiceUnavailable}
	for id, op := range operations {
		if len(apiCalls[id]) == 0 {
			t.Errorf("the operation %s is missing in apiCalls: add it in calls_test.go", id)
			continue
		}
		for _, c := range apiCalls[id] {
			request := op.method + " " + c.path
			d.checkRequest(op, c, s.fill(c.body))
			for _, status := range op.statuses() {
				if status < 300 {
					a := s.sendValid(op, c)
					if a.Status != status {
						t.Errorf("%s: status %d, want %d: %.300s", request, a.Status, status, a.Body)
					}
					d.checkAnswer(op, request, a)
					continue
				}
				if slices.Contains(testedBelow, status) {
					continue
				}
				a, known := s.provoke(op, c, status)
				if !known {
					t.Errorf("%s: provoke has no request for status %d", request, status)
					continue
				}
				if a.Status != status {
					t.Errorf("%s, made to fail: status %d, want %d: %.300s", request, a.Status, status, a.Body)
				}
				d.checkAnswer(op, request+", made to fail", a)
			}
			for _, status := range provoked {
				if slices.Contains(op.statuses(), status) || status == http.StatusInsufficientStorage && op.method == http.MethodGet {
					continue
				}
				if a, _ := s.provoke(op, c, status); a.Status == status {
					t.Errorf("%s: status %d is not in the document: %.300s", request, status, a.Body)
				} else {
					d.checkAnswer(op, fmt.Sprintf("%s, an attempt to provoke %d", request, status), a)
				}
			}
			for _, j := range s.Server.Jobs.All() { // so that there is room for others
				if j, ok := s.Server.Jobs.Find(j.ID); ok && j.ID != s.job {
					webtest.Must(t, s.Server.Jobs.Cancel(j))
				}
			}
		}
		inputs := slices.Concat(op.parameters("query"), bodyOf(op))
		if len(inputs) > 0 && !slices.ContainsFunc(apiCalls[id], func(c apiCall) bool { return c.invalid != "" }) {
			t.Errorf("%s has no invalid request", id)
		}
	}

	// wantAll checks that every operation that documents status, and all statuses in documented, fails with status.
	// after says in messages what makes the operations fail.
	wantAll := func(status int, after string, documented ...int) {
		t.Helper()
		for id, op := range operations {
			isAbsent := func(status int) bool { return !slices.Contains(op.statuses(), status) }
			if slices.ContainsFunc(append(documented, status), isAbsent) || len(apiCalls[id]) == 0 {
				continue
			}
			if id == "search" && (status == http.StatusTooManyRequests || slices.Contains(documented, http.StatusTooManyRequests)) {
				continue // it starts no job: TestSearches of internal/access has too many searches
			}
			a := s.sendValid(op, apiCalls[id][0])
			if a.Status != status {
				t.Errorf("%s after %s: status %d, want %d: %.300s", id, after, a.Status, status, a.Body)
			}
			d.checkAnswer(op, id+" after "+after, a)
			if strings.Contains(a.Body, "postgres") || strings.Contains(a.Body, "SQL") || strings.Contains(a.Body, "pool") {
				t.Errorf("%s after %s shows internals: %s", id, after, a.Body)
			}
		}
	}
	for range jobs.MaxWaiting {
		s.sendValid(operations["startCheck"], apiCalls["startCheck"][0])
	}
	wantAll(http.StatusTooManyRequests, "many jobs")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	s.Server.Close(ended)
	wantAll(http.StatusServiceUnavailable, "the end of the server", http.StatusTooManyRequests) // they start jobs
	s.DB.Close()
	wantAll(http.StatusInternalServerError, "the end of the database")
}

// bodyOf lists the media types of an operation's body.
func bodyOf(op apiOperation) []string {
	body, _ := op.object["requestBody"].(object)
	content, _ := body["content"].(object)
	return slices.Sorted(maps.Keys(content))
}

// checkRequest checks a request against the document.
func (d apiDocument) checkRequest(op apiOperation, c apiCall, body string) {
	d.Helper()
	u, err := url.Parse(c.path)
	if err != nil {
		d.Fatal(err)
	}
	for name := range u.Query() {
		if !slices.Contains(op.parameters("query"), name) {
			d.Errorf("%s %s: the document has no parameter %q", op.method, c.path, name)
		}
	}
	if body != "" && c.mediaType == "" {
		d.validate(op.method+" "+c.path+": the body", []byte(body), "paths", op.path, strings.ToLower(op.method), "requestBody", "content", "application/json", "schema")
	}
}
