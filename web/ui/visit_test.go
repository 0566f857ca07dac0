package ui_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/webtest"
)

var linkAddress = regexp.MustCompile(`/links/[A-Z2-7]{26}`)

// linkSite is a jury's site with a confirmed pair, and a client without an account.
type linkSite struct {
	*webtest.JurySite
	visitor *webtest.Site
	rank    int // of the pair
}

func newLinkSite(t *testing.T) linkSite {
	t.Helper()
	j := webtest.NewJurySite(t)
	visitor := j.NewClient(t)
	j.SignInAs("cid")
	j.Send(j.PairPath(1, "/decide"), "ruling=confirmed&note=only+for+the+jury")
	return linkSite{j, visitor, 1}
}

// add makes a link, and returns the page that shows it and its path.
func (s linkSite) add(fields ...string) (page webtest.Answer, path string) {
	s.Helper()
	form := url.Values{"last_day": {time.Now().UTC().AddDate(0, 0, 3).Format(time.DateOnly)}}
	for i := 0; i+1 < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	page = s.Send(s.PairPath(s.rank, "/links"), form.Encode())
	if path = linkAddress.FindString(page.Body); page.Status != http.StatusOK || path == "" {
		s.Fatalf("status %d, no link: %s", page.Status, page.Text())
	}
	return page, path
}

// post sends a form of the visitor, as a browser does that sends no referrer.
func (s linkSite) post(path, form string) webtest.Answer {
	s.Helper()
	return s.visitor.Do("POST", path, form, "Content-Type", "application/x-www-form-urlencoded", "Origin", "null")
}

// names returns the names of both participants.
func (s linkSite) names() []string {
	return []string{s.Pairs[0].Left.Participant, s.Pairs[0].Right.Participant}
}

// wantSecret checks the headers that keep the address of a link secret.
func wantSecret(a webtest.Answer) {
	a.Helper()
	for name, want := range map[string]string{"Referrer-Policy": "no-referrer", "Cache-Control": "no-store", "X-Robots-Tag": "noindex, nofollow, noarchive", "Set-Cookie": ""} {
		if got := a.Header.Get(name); got != want {
			a.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

// wantClosed checks that a link shows one sentence, and nothing else.
func (s linkSite) wantClosed(path string, status int, sentence string) {
	s.Helper()
	for _, a := range []webtest.Answer{s.visitor.Do("GET", path, ""), s.post(path, "statement=again"), s.post(path+"/copy", "")} {
		if wantSecret(a); a.Status != status || strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(a.Text()), "Link · ojcheck")) != sentence {
			s.Errorf("%s: status %d, want %d and %q alone:\n%s", path, a.Status, status, sentence, a.Text())
		}
		for _, name := range append(s.names(), s.Check.Contest, `href="/"`) {
			if strings.Contains(a.Body, name) {
				s.Errorf("%s: the closed link has %q", path, name)
			}
		}
	}
}

// From the link to the statement: the participant reads their copy, and states; the jury reads it, masked.
func TestStatementByLink(t *testing.T) {
	t.Parallel()
	s := newLinkSite(t)
	left, right := s.Pairs[0].Left, s.Pairs[0].Right
	page, path := s.add("side", "left", "hides", "names")
	webtest.Mention(t, page.Text(), "It is shown only this once.", fmt.Sprintf("Participant %d", left.Number))
	webtest.Mention(t, page.Body, "Dear Participant "+fmt.Sprint(left.Number)+",", "&lt;"+s.Base+path+"&gt;", "data:text/html;charset=utf-8;base64,", `download="letter.en.html"`)
	if again := s.Page(s.PairPath(1, "/links")); strings.Contains(again.Body, path) {
		t.Error("the page shows the link again")
	}
	var hashes int
	if err := s.DB.Pool().QueryRow(t.Context(), "SELECT count(*) FROM links WHERE hash = sha256($1) AND links::text NOT LIKE '%' || $2 || '%'",
		[]byte(strings.TrimPrefix(path, "/links/")), strings.TrimPrefix(path, "/links/")).Scan(&hashes); err != nil || hashes != 1 {
		t.Errorf("%d rows have the hash of the secret, and not the secret: %v", hashes, err)
	}

	visit := s.visitor.Page(path)
	wantSecret(visit)
	webtest.Mention(t, visit.Text(), "finals", left.Problem, fmt.Sprintf("Participant %d", left.Number), "Your statement")
	copied := s.post(path+"/copy", "")
	wantSecret(copied)
	webtest.Mention(t, copied.Text(), "Confirmed by the jury.", fmt.Sprintf("Participant %d", right.Number), "reviewer 1")
	for _, secret := range append(s.names(), "only for the jury", "cid") {
		if regexp.MustCompile(`\b` + regexp.QuoteMeta(secret) + `\b`).MatchString(visit.Body + copied.Body) {
			t.Errorf("the visitor reads %q", secret)
		}
	}
	if policy := copied.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "style-src 'sha256-") || !strings.Contains(policy, "frame-ancestors 'none'") {
		t.Errorf("the policy of the copy is %q", policy)
	}
	for form, status := range map[string]int{"statement=+%0a": 422, "statement=a%00b": 422, "statement=" + strings.Repeat("x", 20_001): 422, "statement=" + strings.Repeat("x", 70_000): 413} {
		if a := s.post(path, form); a.Status != status {
			t.Errorf("statement %.20s: status %d, want %d", form, a.Status, status)
		}
	}
	statement := "I wrote it <b>alone</b>,\r\nsays " + left.Participant
	draft := s.post(path, url.Values{"statement": {statement}, "language": {"es"}}.Encode())
	if draft.One("html", "lang", "es"); webtest.TextOf(draft.One("textarea", "name", "statement")) != strings.Join(strings.Fields(statement), " ") {
		t.Errorf("the page in another language has lost the draft: %s", draft.Text())
	}
	webtest.Mention(t, draft.Text(), fmt.Sprintf("Participante %d", left.Number))
	s.post(path, url.Values{"statement": {statement}, "language": {"en"}}.Encode())
	ranking := fmt.Sprintf("/checks/%d", s.Check.ID)
	if strings.Contains(s.Page(ranking+"?state=statement&threshold=0").Body, "data-row") {
		t.Error("choosing a language stored the draft")
	}
	s.post(path, url.Values{"statement": {statement}}.Encode()).WantRedirect(path)
	stated := s.visitor.Page(path)
	wantSecret(stated)
	webtest.Mention(t, stated.Text(), "The jury has your statement Received ", "cannot be changed", "you can read it here", "I wrote it <b>alone</b>,")
	if s.post(path, "statement=again").Status != http.StatusOK || strings.Contains(s.Page(s.PairPath(1, "")).Text(), "again") {
		t.Error("the statement can be changed")
	}

	// The jury reads that it came, until somebody marks it as read.
	webtest.Mention(t, s.Page(ranking).Text(), "1 new statement")
	if rows := s.Page(ranking+"?state=statement&threshold=0").All("tr", "data-row", ""); len(rows) != 1 || !strings.Contains(webtest.TextOf(rows[0]), "New statement") {
		t.Errorf("%d rows have a new statement, want one that says so", len(rows))
	}
	webtest.Mention(t, s.Page(fmt.Sprintf("/contests/%d/participants/%d", s.Check.ContestID, left.Number)).Text(), "New statement")
	webtest.Mention(t, s.Page(s.PairPath(1, "")).Text(), fmt.Sprintf("New statement of Participant %d", left.Number), "Mark as read")
	s.Send(s.PairPath(1, "/statements/1/read"), "").WantRedirect(s.PairPath(1, "#statement-1"))
	for _, at := range []string{ranking, s.PairPath(1, "")} {
		if text := strings.ToLower(s.Page(at).Text()); strings.Contains(strings.ReplaceAll(text, "all states needs my review needs a review new statement", ""), "new statement") {
			t.Errorf("%s: the statement is still new", at)
		}
	}

	for _, at := range []string{s.PairPath(1, ""), s.PairPath(1, "/links"), s.PairPath(1, "/bundle.html")} {
		a := s.Page(at)
		webtest.Mention(t, a.Text(), "Statement of Participant "+fmt.Sprint(left.Number), "I wrote it <b>alone</b>,")
		if strings.Contains(a.Body, "says "+left.Participant) {
			t.Errorf("%s: the statement names a hidden participant", at)
		}
	}
	for _, side := range []string{"left", "right"} { // which names are masked in their own statement would tell who the other one is
		if strings.Contains(s.Page(s.PairPath(1, "/bundle.html?redact="+side)).Body, "I wrote it") {
			t.Errorf("the copy for the %s participant has the statement", side)
		}
	}
	webtest.Mention(t, s.Page("/api/v1"+s.PairPath(1, "/case")).Body, `"statements":[{"side":"left","text":"I wrote it <b>alone</b>,`)
	webtest.Mention(t, s.Page(fmt.Sprintf("/contests/%d/decisions.json", s.Check.ContestID)).Body, "I wrote it <b>alone</b>,")
	webtest.Mention(t, s.Page(fmt.Sprintf("/contests/%d/log", s.Check.ContestID)).Text(), fmt.Sprintf("Made a link for the statement of Participant %d (link 1)", left.Number),
		fmt.Sprintf("Opened the copy for Participant %d (link 1)", left.Number), "Made a statement (link 1)", "Marked a statement as read (link 1)")
	// A member who may not see the decision does not see the statement either: it tells that the pair is confirmed.
	s.Exec("UPDATE reviews SET ruling = false; UPDATE contests SET agreement = 1")
	s.SignInAs("ben")
	if strings.Contains(s.Page(s.PairPath(1, "")).Body, "I wrote it") {
		t.Error("ben reads the statement before he has decided")
	}
}

// A copy without the other program has none of its code, and no hash of it.
func TestCopyWithoutTheOtherProgram(t *testing.T) {
	t.Parallel()
	s := newLinkSite(t)
	var own [2][]string // lines of one program that the other does not have
	for s.rank = 2; len(own[0]) == 0 || len(own[1]) == 0; s.rank++ {
		var programs [2]string
		for i, side := range []contest.Side{s.Pairs[s.rank-1].Left, s.Pairs[s.rank-1].Right} {
			files, err := s.DB.Files(t.Context(), side.SubmissionID)
			webtest.Must(t, err)
			programs[i] = string(files[0].Content)
		}
		for i := range own {
			own[i] = nil
			for line := range strings.Lines(programs[i]) {
				if line = strings.TrimSpace(line); len(line) > 12 && !strings.Contains(programs[1-i], line) {
					own[i] = append(own[i], line)
				}
			}
		}
	}
	s.rank--
	s.Send(s.PairPath(s.rank, "/decide"), "ruling=confirmed")
	for i, side := range []string{"left", "right"} {
		_, path := s.add("side", side, "hides", "program")
		content := strings.Join(strings.Fields(s.post(path+"/copy", "").Text()), "")
		count := func(list []string) (n int) {
			for _, line := range list {
				if strings.Contains(content, strings.Join(strings.Fields(line), "")) {
					n++
				}
			}
			return n
		}
		if count(own[i]) == 0 || count(own[1-i]) > 0 {
			t.Errorf("the copy of the %s has %d of %d own lines, and %d lines of the other program", side, count(own[i]), len(own[i]), count(own[1-i]))
		}
		if hashes := regexp.MustCompile(`[0-9a-f]{64}`).FindAllString(content, -1); len(hashes) > 1 {
			t.Errorf("the copy of the %s has %d hashes of files, want at most its own", side, len(hashes))
		}
	}
}

// An outsider reads a pair once, or until a day or a withdrawal, with or without names.
func TestOutsiderByLink(t *testing.T) {
	t.Parallel()
	s := newLinkSite(t)
	id := s.Check.ContestID
	webtest.Must(t, s.DB.SetSettings(t.Context(), s.Person("cid"), id, contest.Settings{Blind: new(false)}))
	_, once := s.add("recipient", "Prof. <Expert>", "hides", "names", "once", "true")
	for range 2 { // a GET, as of a program that looks at the links of a message, does not use it up
		webtest.Mention(t, s.visitor.Page(once).Text(), "Open the evidence", "The link works once")
	}
	s.post(once, "statement=mine").WantStatus(http.StatusNotFound, "a statement of an outsider")
	copied := s.post(once+"/copy", "")
	webtest.Mention(t, copied.Text(), "everybody is shown as a number", "Confirmed by the jury.")
	for _, secret := range append(s.names(), "only for the jury") {
		if regexp.MustCompile(`\b` + regexp.QuoteMeta(secret) + `\b`).MatchString(copied.Body) {
			t.Errorf("the redacted copy has %q", secret)
		}
	}
	s.wantClosed(once, http.StatusGone, "This link worked once, and has been used.")

	_, dated := s.add("recipient", "federation", "hides", "nothing")
	for range 2 {
		webtest.Mention(t, s.post(dated+"/copy", "").Text(), append(s.names(), "only for the jury", "cid")...)
	}
	s.Exec("UPDATE links SET ends_at = '2026-01-02' WHERE recipient = 'federation'")
	s.wantClosed(dated, http.StatusGone, "This link worked until 1 January 2026.")

	page, withdrawn := s.add("recipient", "federation", "hides", "nothing")
	webtest.Mention(t, page.Text(), "Prof. <Expert>", "ended 2026-01-01", "used")
	s.Follow(s.Send(s.PairPath(1, "/links/3/withdraw"), ""), s.PairPath(1, "/links"))
	s.wantClosed(withdrawn, http.StatusGone, "The jury has withdrawn this link.")
	s.wantClosed("/links/"+strings.Repeat("A", 26), http.StatusNotFound, "This link is not valid.")
	_, erased := s.add("recipient", "federation", "hides", "nothing")
	_, err := s.DB.ErasePrograms(t.Context(), s.Person("cid"), id)
	webtest.Must(t, err)
	webtest.Mention(t, s.post(erased+"/copy", "").Text(), "A program was erased", "Longest match")
	s.wantClosed("/links/x", http.StatusNotFound, "This link is not valid.")
	s.post("/links/x", "statement=%zz").WantStatus(http.StatusNotFound, "a form that cannot be read, sent to no link")
	webtest.Mention(t, s.Page(fmt.Sprintf("/contests/%d/log", id)).Text(), "Made a link for a reader outside of the jury (link 1)",
		"Opened the pair by a link (link 1)", "Withdrew a link (link 3)")
}

// Requests for links are limited for each client, and a secret is in no log of the server.
func TestLinksAreLimited(t *testing.T) {
	t.Parallel()
	s := newLinkSite(t)
	_, path := s.add("recipient", "an expert", "hides", "names")
	s.Exec("ALTER TABLE links RENAME TO lost")
	if a := s.visitor.Do("GET", path, ""); a.Status != http.StatusInternalServerError {
		t.Fatalf("status %d, want 500", a.Status)
	}
	if log := s.Log.String(); strings.Contains(log, strings.TrimPrefix(path, "/links/")) || !strings.Contains(log, "/links/…") {
		t.Errorf("the log has the secret of a link, or no line about the failure:\n%s", log)
	}
	for range 200 {
		if a := s.visitor.Do("GET", "/links/x", ""); a.Status == http.StatusTooManyRequests {
			if a.Header.Get("Retry-After") == "" {
				t.Error("the refusal does not say when to try again")
			}
			wantSecret(a)
			return
		}
	}
	t.Error("200 requests for links are not limited")
}
