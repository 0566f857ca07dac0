package main

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/postgres"
)

// stranger is a participant of the blind contest. words identify the participant, in lower case; no text of
// ojcheck itself contains them.
type stranger struct {
	name, folder string
	words        []string
}

var strangers = []stranger{
	{"Quorvex.Smithy", "Quorvex.Smithy", []string{"quorvex", "smithy"}}, // looks like a file name with an extension
	{"Wexford Tanglewood", "Wexford Tanglewood", []string{"wexford", "tanglewood"}},
	{"mgrubnik42", "mgrubnik42", []string{"mgrubnik"}},
	{"Ällonäs", "Ällonäs", []string{"ällonäs", "llonas"}},
	{"zyblonka", "zyblonka", []string{"zyblonka"}},
	{"88417203", "88417203", []string{"88417203"}}, // a student's number
	{"bratislov", "bratislov", []string{"bratislov"}},
	{"Cormundel Xantho", "Cormundel Xantho", []string{"cormundel", "xantho"}},
}

const strangeProgram = `#include <bits/stdc++.h>
using namespace std;
// author: NAME, NAME@example.org
const char* who = "NAME";
struct IDENTSolver { int seg[400000]; int n;
 void build(int v,int l,int r,vector<int>&a){ if(l==r){seg[v]=a[l];return;} int m=(l+r)/2; build(2*v,l,m,a); build(2*v+1,m+1,r,a); seg[v]=max(seg[2*v],seg[2*v+1]); }
 int query(int v,int l,int r,int a,int b){ if(a>r||b<l) return -1; if(a<=l&&r<=b) return seg[v]; int m=(l+r)/2; return max(query(2*v,l,m,a,b),query(2*v+1,m+1,r,a,b)); }
};
long long powerIDENT(long long b,long long e,long long m){ long long r=1; while(e){ if(e&1) r=r*b%m; b=b*b%m; e>>=1;} return r; }
int main(){ int n,q; cin>>n>>q; vector<int>a(n); for(auto&x:a)cin>>x; IDENTSolver st; st.build(1,0,n-1,a); while(q--){int l,r; cin>>l>>r; cout<<st.query(1,0,n-1,l-1,r-1)+powerIDENT(l,r,998244353)<<"\n";} }
`

// strangeContest returns a zip archive of a contest. All participants submitted the same two programs and a
// file that is skipped, and two of them programs for problem C that have no pair; a table has their affiliations, sites,
// addresses and seats.
func strangeContest(t *testing.T) []byte {
	t.Helper()
	files := map[string][]byte{}
	put := func(path, content string) { files[path] = []byte(content) }
	facts := "participant,affiliation,site,address,seat\n"
	for i, s := range strangers {
		word := strings.NewReplacer(" ", "", ".", "").Replace(s.name)
		fill := strings.NewReplacer("NAME", s.name, "IDENT", "a"+word)
		if '0' > word[0] || word[0] > '9' {
			fill = strings.NewReplacer("NAME", s.name, "IDENT", word)
		}
		put("A/"+s.folder+"/"+word+"_sol.cpp", fill.Replace(strangeProgram))
		put("A/"+s.folder+"/lib.hpp", fill.Replace("// lib of NAME, Univ Plimsollia\nint IDENT_helper(int x) { return x * 2; }\n"))
		put("A/"+s.folder+"/notes.exe", "\x00\x01")
		put("B/"+s.folder+"/"+word+".cpp", fmt.Sprintf("#include <iostream>\nint main() { int s = %d; for (int i = 0; i < %d; i++) { s ^= i * %d; } std::cout << s; }\n", i, i*7, i*3))
		facts += fmt.Sprintf("%s,Univ Plimsollia,Hall Gorblax,10.77.88.%d,Vexrow %d\n", s.name, 100+i, i)
	}
	// Programs of two languages that share nothing are no pair.
	put("C/"+strangers[0].folder+"/quorvex.cpp", strings.NewReplacer("NAME", strangers[0].name, "IDENT", "smithy").Replace(strangeProgram))
	put("C/"+strangers[1].folder+"/wexford.py", "# author: Wexford Tanglewood\nWexfordTanglewood = 'Wexford Tanglewood'\nprint(WexfordTanglewood)\n")
	put("participants.csv", facts)
	archive, err := zipOf(files)
	if err != nil {
		t.Fatal(err)
	}
	return archive
}

// walker opens pages in the session of a user.
type walker struct {
	*testing.T
	base     string
	client   *http.Client
	language string // for the header Accept-Language; "" sends none
	perKind  int    // the most pages of each kind that walk gets
}

func newWalker(t *testing.T, base string) *walker {
	t.Helper()
	client := newClient(t)
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &walker{T: t, base: base, perKind: 8, client: client}
}

// newClient returns a client that keeps cookies.
func newClient(t *testing.T) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{Jar: jar}
}

// signIn returns a walker that has signed in by the link of a server.
func signIn(t *testing.T, link string) *walker {
	t.Helper()
	base, rest, _ := strings.Cut(link, "/signin")
	w := newWalker(t, base)
	if status, _, body := w.get("/signin" + rest); status != http.StatusSeeOther {
		t.Fatalf("sign-in: status %d, want 303: %s", status, body)
	}
	return w
}

func (w *walker) get(path string) (status int, header http.Header, body string) {
	w.Helper()
	q, err := http.NewRequest(http.MethodGet, w.base+path, nil)
	if err != nil {
		w.Fatal(err)
	}
	q.Header.Set("Accept-Language", w.language)
	r, err := w.client.Do(q)
	if err != nil {
		w.Fatal(err)
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		w.Fatal(err)
	}
	return r.StatusCode, r.Header, string(b)
}

// post sends a form, and returns the address to which the answer leads.
func (w *walker) post(path string, form url.Values) string {
	w.Helper()
	return w.send(path, "application/x-www-form-urlencoded", strings.NewReader(form.Encode()))
}

func (w *walker) send(path, contentType string, body io.Reader) string {
	w.Helper()
	r, err := w.client.Post(w.base+path, contentType, body)
	if err != nil {
		w.Fatal(err)
	}
	r.Body.Close()
	if r.StatusCode != http.StatusSeeOther {
		w.Fatalf("POST %s: status %d, want 303", path, r.StatusCode)
	}
	return r.Header.Get("Location")
}

// upload sends a form of several parts. It has the file if that is not empty.
func (w *walker) upload(path string, fields map[string]string, file []byte) string {
	w.Helper()
	contentType, body := multipartForm(w.T, fields, file)
	return w.send(path, contentType, body)
}

func multipartForm(t *testing.T, fields map[string]string, file []byte) (contentType string, body io.Reader) {
	t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	for name, value := range fields {
		_ = form.WriteField(name, value)
	}
	if file != nil {
		part, err := form.CreateFormFile("file", "upload.zip")
		if err != nil {
			t.Fatal(err)
		}
		_, _ = part.Write(file)
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	return form.FormDataContentType(), &b
}

// check uploads an archive as a new contest, and returns the address of its check.
func (w *walker) check(name string, archive []byte) string {
	w.Helper()
	return w.waitForCheck(w.upload("/uploads", map[string]string{"contest": name}, archive))
}

// checkSample checks the sample contest, and returns the address of the check.
func (w *walker) checkSample() string {
	w.Helper()
	return w.waitForCheck(w.post("/contests/sample", nil))
}

// waitForCheck waits for an upload to be checked, and returns the address of the check.
func (w *walker) waitForCheck(progress string) string {
	w.Helper()
	for range 600 {
		status, header, body := w.get(progress)
		switch to := header.Get("Location"); {
		case status == http.StatusSeeOther && strings.HasPrefix(to, "/checks/"):
			return to
		case status == http.StatusSeeOther:
			progress = to
		case strings.Contains(body, `value="check"`):
			w.upload(progress, map[string]string{"do": "check"}, nil)
		}
		if strings.Contains(body, "The check failed") {
			w.Fatal(body)
		}
		time.Sleep(100 * time.Millisecond)
	}
	w.Fatal("the check does not end")
	return ""
}

var (
	// localAddress begins with a literal, for speed. So links tests the name of the attribute.
	localAddress = regexp.MustCompile(`="(/[^"#]*)`)
	numerals     = regexp.MustCompile(`\d+`)
)

// links returns the addresses of this server in the attributes href, action and src of a page.
func links(page string) (list []string) {
	for _, at := range localAddress.FindAllStringSubmatchIndex(page, -1) {
		before := page[:at[0]]
		if strings.HasSuffix(before, "href") || strings.HasSuffix(before, "action") || strings.HasSuffix(before, "src") {
			list = append(list, html.UnescapeString(page[at[2]:at[3]]))
		}
	}
	return list
}

// walk follows all links, up to perKind of each kind, and calls see with the headers and the body of each
// answer. It returns the number of kinds. Addresses that differ only in numbers are of one kind.
func (w *walker) walk(start []string, see func(path, answer string)) (kinds int) {
	seen, counts := make(map[string]bool), make(map[string]int)
	for queue := start; len(queue) > 0; queue = queue[1:] {
		path := queue[0]
		before, query, _ := strings.Cut(path, "?")
		parameters, _ := url.ParseQuery(query)
		kind := numerals.ReplaceAllString(before, "N")
		for name := range parameters {
			if name == "redact" || name == "view" {
				kind += "?" + name + "=" + parameters.Get(name)
			}
		}
		if seen[path] || strings.HasPrefix(path, "/static/") || counts[kind] == w.perKind {
			continue
		}
		seen[path] = true
		counts[kind]++
		status, header, body := w.get(path)
		if status >= 500 {
			w.Errorf("GET %s: status %d", path, status)
		}
		var headers bytes.Buffer
		_ = header.Write(&headers)
		see(path, headers.String()+"\n"+body)
		queue = append(queue, links(body)...)
	}
	return len(counts)
}

// storeWatch stores a watch of a contest, with names in its texts, and returns the addresses of an upheld and
// an open alert.
func storeWatch(t *testing.T, db *postgres.DB, contestID int64) (alerts []string) {
	t.Helper()
	checks, err := db.Checks(t.Context(), contestID)
	if err != nil || len(checks) == 0 {
		t.Fatalf("%d checks, want at least 1: %v", len(checks), err)
	}
	pairs, _, err := db.Pairs(t.Context(), checks[0].ID, contest.PairFilter{Limit: 20})
	if err != nil {
		t.Fatal(err)
	}
	var list []contest.Alert
	for _, p := range pairs {
		list = append(list, contest.Alert{At: time.Now(), Problem: p.Problem, Left: p.Left, Right: p.Right, Suspicion: p.Suspicion})
	}
	_, closeErr := db.CloseAlerts(t.Context(), contestID, checks[0].ID, time.Now())
	for i := range list {
		list[i].Problem += " again" // a different case, so the archive stores a second alert, and this one stays open
	}
	_, addErr := db.AddAlerts(t.Context(), contestID, list)
	err = errors.Join(closeErr, addErr, db.SaveWatch(t.Context(), contest.Watch{ContestID: contestID, State: contest.WatchReconnecting, StartedAt: time.Now(),
		URL: "https://zyblonka:mgrubnik42@judge.example/", SystemID: "88417203", Reason: i18n.Verbatim("submissions/1/Wexford_sol.cpp of Wexford Tanglewood cannot be read")}))
	if err != nil {
		t.Fatal(err)
	}
	stored, err := db.AlertsAfter(t.Context(), contestID, 0, 0, nil)
	if err != nil || len(stored) < 2*len(list) {
		t.Fatalf("%d alerts are stored, want %d: %v", len(stored), 2*len(list), err)
	}
	for _, a := range []contest.Alert{stored[0], stored[len(stored)-1]} {
		alerts = append(alerts, fmt.Sprintf("/contests/%d/alerts/%d", contestID, a.ID))
	}
	return alerts
}

// withoutPair returns the address of the page that shows the two submissions for problem C side by side.
func withoutPair(t *testing.T, db *postgres.DB, contestID int64) string {
	t.Helper()
	rows, err := db.Submissions(t.Context(), contestID, contest.SubmissionFilter{Problem: "C"}, 0, 0)
	if err != nil || len(rows) != 2 {
		t.Fatalf("%d submissions for problem C, want 2: %v", len(rows), err)
	}
	return fmt.Sprintf("/submissions/%d/beside?with=%d", rows[0].SubmissionID, rows[1].SubmissionID)
}

// TestBlindContestHidesNames follows the links of a blind contest in each role. No answer may identify a
// participant.
func TestBlindContestHidesNames(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes many seconds")
	}
	t.Parallel()
	database := pgtest.New(t)
	root := signIn(t, serveFor(t, "--database-url", database))
	check := root.check("Autumn", strangeContest(t))

	db := openDB(t, database)
	contests, err := db.Contests(t.Context())
	if err != nil || len(contests) != 1 {
		t.Fatalf("%d contests, want 1: %v", len(contests), err)
	}
	beside := withoutPair(t, db, contests[0].ID)
	contest := fmt.Sprintf("/contests/%d", contests[0].ID)
	participants, err := db.Participants(t.Context(), contests[0].ID)
	if err != nil || len(participants) != len(strangers) {
		t.Fatalf("%d participants, want %d: %v: %+v", len(participants), len(strangers), err, participants)
	}
	const password = "correct horse battery"
	walkers := map[string]*walker{"administrator": root}
	member := func(name, role string) *walker {
		root.post("/accounts", url.Values{"name": {name}, "password": {password}})
		root.post(contest+"/members", url.Values{"name": {name}, "role": {role}})
		w := newWalker(t, root.base)
		w.post("/signin", url.Values{"name": {name}, "password": {password}})
		return w
	}
	for _, role := range []string{"viewer", "reviewer", "chief"} {
		walkers[role] = member(role, role)
	}
	alerts := storeWatch(t, db, contests[0].ID)
	// The insider writes a note with names. The walkers must see the note without the names.
	var pairPath string
	root.walk([]string{check}, func(path, _ string) {
		if pairPath == "" && strings.HasPrefix(path, "/pairs/") && !strings.Contains(path, "bundle") {
			pairPath, _, _ = strings.Cut(path, "?")
		}
	})
	pairID, err := strconv.ParseInt(strings.TrimPrefix(pairPath, "/pairs/"), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	pair, _, err := db.PairAndCheck(t.Context(), pairID)
	if err != nil {
		t.Fatal(err)
	}
	seat := slices.IndexFunc(strangers, func(s stranger) bool { return s.name == pair.Left.Participant })
	member("insider", "reviewer").post(pairPath+"/decide", url.Values{"decision": {"confirmed"}, "reason": {"copied"},
		"note": {fmt.Sprintf("zyblonka, Wexford Tanglewood, Quorvex.Smithy, Ällonäs, mgrubnik42, bratislov, 88417203 and Cormundel Xantho of Univ Plimsollia sat at Hall Gorblax, Vexrow %d, 10.77.88.%d", seat, 100+seat)}})

	secrets := []string{"plimsollia", "gorblax", "vexrow", "10.77.88."}
	for _, s := range strangers {
		secrets = append(secrets, s.words...)
	}
	start := []string{"/", check, contest, contest + "/log", contest + "/members", contest + "/settings", contest + "/checks",
		contest + "/bundle.html", contest + "/bundle.html?pairs=threshold", contest + "/decisions.csv", contest + "/decisions.json",
		contest + "/live", contest + "/live/events",
		check + "/pairs.csv", check + "/pairs.json", check + "/pairs.html", check + "/pairs.jplag.csv", check + "/pairs.dolos.csv",
		check + "/skipped", check + "/unlisted", check + "/clusters", check + "/clusters/1", check + "/clusters/1/bundle.html", "/log", "/search", "/nowhere"}
	start = append(append(start, alerts...), beside)
	for role, w := range walkers {
		seesPrograms := false
		first, kindsOf := make(map[string]string), make(map[string][]string) // by secret: its first place, the kinds of pages that have it
		kinds := w.walk(start, func(path, answer string) {
			text := strings.ToLower(html.UnescapeString(answer))
			seesPrograms = seesPrograms || path == beside && strings.Contains(answer, "data-line")
			for _, secret := range secrets {
				i := strings.Index(text, secret)
				if i < 0 {
					continue
				}
				if first[secret] == "" {
					first[secret] = fmt.Sprintf("%s: %q", path, text[max(0, i-60):min(len(text), i+40)])
				}
				before, _, _ := strings.Cut(path, "?")
				if kind := numerals.ReplaceAllString(before, "N"); !slices.Contains(kindsOf[secret], kind) {
					kindsOf[secret] = append(kindsOf[secret], kind)
				}
			}
		})
		if !seesPrograms {
			t.Errorf("the %s sees no programs on %s", role, beside)
		}
		if kinds < 20 {
			t.Errorf("the %s finds %d kinds of pages, want at least 20", role, kinds)
		}
		for secret, where := range first {
			t.Errorf("the %s sees %q on %s; first on %s", role, secret, strings.Join(kindsOf[secret], " "), where)
		}
	}
}
