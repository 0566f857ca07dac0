package export_test

import (
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/inspect"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web"
	"github.com/ojcheck/ojcheck/web/export"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// decidedSite is a site with a check of testdata/submissions and three decided cases: the first pair is confirmed, the
// second is pending, and the third is dismissed.
type decidedSite struct {
	*webtest.Site
	check contest.Check
	pairs []contest.Pair // with the names
}

var checkedDatabase = pgtest.Prepared(func(ctx context.Context, url string) error {
	db, err := postgres.Open(ctx, url)
	if err != nil {
		return err
	}
	defer db.Close()
	set, err := intake.Read(ctx, []string{"../../testdata/submissions"}, intake.Options{})
	if err != nil {
		return err
	}
	request := check.Request{Contest: "Spring Cup", Origin: "test", Submissions: set.Submissions, Skipped: set.Skipped, Parameters: check.Defaults()}
	_, err = (&check.Checker{Store: db, ToolVersion: "test"}).Check(ctx, request, nil)
	return err
})

func newDecidedSite(t *testing.T, blindReview bool) *decidedSite {
	t.Helper()
	ctx := t.Context()
	c := &decidedSite{Site: webtest.NewSiteOn(t, checkedDatabase(t), func(o *web.Options) {
		o.Evidence = inspect.New(o.Store.(*postgres.DB)).Pair
	}).SignInByLink()}
	checks, err := c.DB.Checks(ctx, 1)
	webtest.Must(t, err)
	c.check = checks[0]
	if c.pairs, _, err = c.DB.Pairs(ctx, c.check.ID, contest.PairFilter{}); err != nil || len(c.pairs) < 10 {
		t.Fatalf("%d pairs, want at least 10: %v", len(c.pairs), err)
	}
	var people []review.Person
	for _, name := range []string{"Mia", "Noah"} {
		user, err := c.DB.AddUser(ctx, review.CommandLine, name, "", false)
		webtest.Must(t, err)
		people = append(people, review.Person{ID: user.ID, Name: user.Name})
	}
	webtest.Must(t, c.DB.SetSettings(ctx, people[0], c.check.ContestID, contest.Settings{Blind: new(blindReview)}))
	for i, decided := range []struct {
		by       []review.Person
		decision review.Decision
		reason   review.Reason
	}{{people, review.Confirmed, review.Copied}, {people[:1], review.Confirmed, review.Shared}, {people[:1], review.Dismissed, review.TooSimple}} {
		for _, by := range decided.by {
			r := review.Review{Decision: decided.decision, Reason: decided.reason, Note: "the same typo in total of " + c.pairs[i].Right.Participant,
				Basis: review.Basis{CheckID: c.check.ID, AlgorithmVersion: c.check.AlgorithmVersion, FirstHash: strings.Repeat("a", 64), Suspicion: c.pairs[i].Suspicion}}
			_, err := c.DB.Decide(ctx, by, review.KeyOf(c.check.ContestID, c.pairs[i]), r)
			webtest.Must(t, err)
		}
	}
	return c
}

// Exports of decided cases change nothing, so these tests share a site.
func TestDecidedExports(t *testing.T) {
	t.Parallel()
	shared := newDecidedSite(t, false)
	for name, test := range map[string]func(*testing.T, *decidedSite){
		"pair": testPairBundle, "redacted pair": testRedactedPairBundle, "contest": testContestBundle, "cluster": testClusterBundle,
		"decisions": testDecisionsExport, "JPlag and Dolos": testJPlagAndDolosExports, "size of HTML": testEstimateHTML,
	} {
		t.Run(name, func(t *testing.T) {
			site := *shared.Site
			site.T = t
			test(t, &decidedSite{&site, shared.check, shared.pairs})
		})
	}
}

// The bundle of a pair has both programs' hashes, the decisions and the settings, and is the same in every export.
func testPairBundle(t *testing.T, c *decidedSite) {
	p := c.pairs[0]
	path := fmt.Sprintf("/pairs/%d/bundle.html", p.ID)
	a := c.Page(path)
	webtest.Mention(t, a.Header.Get("Content-Disposition"), "attachment", "ojcheck-Spring-Cup-", ".pair.en.html")
	webtest.Mention(t, a.Header.Get(export.NoticeHeader), evidence.Notice)
	webtest.Mention(t, a.Body, evidence.Notice, p.Left.Participant, p.Right.Participant, "Confirmed by the jury.", "Confirmed (copied)", "Mia", "Noah", "the same typo", c.check.Digest, c.check.AlgorithmVersion)
	for _, side := range []contest.Side{p.Left, p.Right} {
		content, err := os.ReadFile("../../testdata/submissions/" + side.Path)
		webtest.Must(t, err)
		sum := sha256.Sum256(content)
		webtest.Mention(t, a.Body, hex.EncodeToString(sum[:]), side.Path)
	}
	if second := c.Page(path); second.Body != a.Body {
		t.Error("a second export differs")
	}
	if english := c.Page(path + "?lang=en"); english.Body != a.Body {
		t.Error("the bundle in English differs")
	}
	chinese := c.Page(path + "?lang=zh-Hans")
	webtest.Mention(t, chinese.Header.Get("Content-Disposition"), ".pair.zh-Hans.html")
	webtest.Mention(t, chinese.Body, `<html lang="zh-Hans">`, "相似并不能证明抄袭。它指出应看哪里；由人读过两份程序后作出判定。", p.Left.Participant, "the same typo")
	if c.Do("GET", path+"?lang=tlh", "").Status != 400 {
		t.Error("a bundle in an unknown language is exported")
	}
	if c.Do("GET", path+"?redact=both", "").Status != 400 || c.Do("GET", "/pairs/987654/bundle.html", "").Status != 404 {
		t.Error("an unknown pair or side is exported")
	}
}

// The copy for one participant names nobody else: neither the other side, nor other participants, nor reviewers.
func testRedactedPairBundle(t *testing.T, c *decidedSite) {
	p := c.pairs[0]
	for _, test := range []struct {
		redact            string
		recipient, hidden contest.Side
	}{{"left", p.Left, p.Right}, {"right", p.Right, p.Left}} {
		a := c.Page(fmt.Sprintf("/pairs/%d/bundle.html?redact=%s", p.ID, test.redact))
		webtest.Mention(t, a.Header.Get("Content-Disposition"), ".copy-"+test.redact+".en.html")
		webtest.Mention(t, a.Body, test.recipient.Participant, blind.Labels{}.Participant(test.hidden.Number), "copy for", "reviewer 1", "Confirmed (copied)", evidence.Notice)
		participants, err := c.DB.Participants(t.Context(), c.check.ContestID)
		webtest.Must(t, err)
		secrets := []string{"Mia", "Noah", "same typo"}
		for _, participant := range participants {
			if participant.ID != test.recipient.ParticipantID {
				secrets = append(secrets, participant.Name)
			}
		}
		for _, secret := range secrets {
			if strings.Contains(strings.ToLower(a.Body), ">"+strings.ToLower(secret)) || strings.Contains(a.Body, "/"+secret+"/") {
				t.Errorf("the copy for %s mentions %s", test.recipient.Participant, secret)
			}
		}
		if strings.Contains(a.Body, test.hidden.Participant) {
			t.Errorf("the copy for %s names %s", test.recipient.Participant, test.hidden.Participant)
		}
	}
}

// In blind review, all exports have numbers instead of names.
func TestBlindBundle(t *testing.T) {
	t.Parallel()
	c := newDecidedSite(t, true)
	p := c.pairs[0]
	for _, path := range []string{
		fmt.Sprintf("/pairs/%d/bundle.html", p.ID), fmt.Sprintf("/pairs/%d/bundle.html?redact=left", p.ID),
		fmt.Sprintf("/contests/%d/bundle.html", c.check.ContestID), fmt.Sprintf("/contests/%d/decisions.csv", c.check.ContestID),
		fmt.Sprintf("/contests/%d/decisions.json", c.check.ContestID), fmt.Sprintf("/checks/%d/clusters/%d/bundle.html", c.check.ID, p.Cluster),
		fmt.Sprintf("/checks/%d/pairs.jplag.csv", c.check.ID), fmt.Sprintf("/checks/%d/pairs.dolos.csv", c.check.ID),
	} {
		a := c.Page(path)
		for _, side := range []contest.Side{p.Left, p.Right} {
			if strings.Contains(a.Body, side.Participant) || !strings.Contains(strings.ToLower(a.Body), strings.ToLower(fmt.Sprintf("participant-%d/", side.Number))) && !strings.Contains(a.Body, blind.Labels{}.Participant(side.Number)) {
				t.Errorf("%s names %s, or does not call them %s", path, side.Participant, blind.Labels{}.Participant(side.Number))
			}
		}
	}
}

// The bundle of a contest has its confirmed and pending pairs, or all pairs from the threshold on.
func testContestBundle(t *testing.T, c *decidedSite) {
	path := fmt.Sprintf("/contests/%d/bundle.html", c.check.ContestID)
	a := c.Page(path)
	webtest.Mention(t, a.Body, "All 2 pairs that are confirmed or need a second reviewer", "Confirmed by the jury.", "Confirmed by 1 reviewer, fewer than", evidence.Notice)
	if n := strings.Count(a.Body, `<details class="pair"`); n != 2 {
		t.Errorf("%d pairs, want 2", n)
	}
	_, total, err := c.DB.Pairs(t.Context(), c.check.ID, c.check.Parameters.Filter())
	webtest.Must(t, err)
	a = c.Page(path + "?pairs=threshold")
	webtest.Mention(t, a.Body, fmt.Sprintf("All %d pairs %s, decided or not.", total, c.check.Parameters.ListedText(i18n.English())), "Dismissed by the jury", "Nobody has decided on this pair.")
	if n := strings.Count(a.Body, `<details class="pair"`); n != total {
		t.Errorf("%d pairs, want %d", n, total)
	}
}

// A participant gets one copy of all their confirmed pairs, which names nobody else. Bundles of others are not redacted.
func TestParticipantBundle(t *testing.T) {
	t.Parallel()
	c := newDecidedSite(t, false)
	mia, _, err := c.DB.UserByName(t.Context(), "Mia")
	webtest.Must(t, err)
	recipient := c.pairs[0].Left
	var own []contest.Pair // confirmed
	for _, p := range c.pairs {
		if p.Left.ParticipantID != recipient.ParticipantID && p.Right.ParticipantID != recipient.ParticipantID {
			continue
		}
		own = append(own, p)
		ruling := review.Review{Decision: review.Confirmed, Ruling: true, Note: "about " + p.Right.Participant}
		_, err := c.DB.Decide(t.Context(), review.Person{ID: mia.ID, Name: "Mia"}, review.KeyOf(c.check.ContestID, p), ruling)
		webtest.Must(t, err)
	}
	if len(own) < 2 {
		t.Fatalf("%d pairs, want at least 2", len(own))
	}
	path := fmt.Sprintf("/contests/%d/participants/%d", c.check.ContestID, recipient.Number)
	c.Page(path).One("form", "action", path+"/bundle.html")
	a := c.Page(path + "/bundle.html")
	webtest.Mention(t, a.Header.Get("Content-Disposition"), fmt.Sprintf("participant-%d.en.html", recipient.Number))
	webtest.Mention(t, a.Body, fmt.Sprintf("All %d pairs of the participant that are confirmed or appealed.", len(own)), recipient.Participant, "copy for", "reviewer 1", evidence.Notice)
	if n := strings.Count(a.Body, `<details class="pair"`); n != len(own) {
		t.Errorf("%d pairs, want %d", n, len(own))
	}
	for _, p := range own {
		other := p.Right
		if other.ParticipantID == recipient.ParticipantID {
			other = p.Left
		}
		webtest.Mention(t, a.Body, blind.Labels{}.Participant(other.Number))
		for _, secret := range []string{other.Participant, "about ", "Mia", "Noah"} {
			if strings.Contains(a.Body, ">"+secret) || strings.Contains(a.Body, "/"+secret+"/") {
				t.Errorf("the copy mentions %s", secret)
			}
		}
	}
	log, _, err := c.DB.AuditLog(t.Context(), c.check.ContestID, review.LogFilter{}, 0, 1)
	if err != nil || log[0].Details.File != "participant.html" || log[0].First.Number != recipient.Number {
		t.Errorf("the log ends with %+v, error %v; want the export for the participant", log, err)
	}
	if a := c.Do("GET", path+"000/bundle.html", ""); a.Status != 404 {
		t.Errorf("an unknown participant: status %d, want 404", a.Status)
	}
	for _, path := range []string{fmt.Sprintf("/contests/%d/bundle.html", c.check.ContestID), fmt.Sprintf("/checks/%d/clusters/1/bundle.html", c.check.ID)} {
		a := c.Do("GET", path+"?redact=left", "")
		if a.Status != 400 {
			t.Errorf("%s with redact: status %d, want 400", path, a.Status)
		}
		webtest.Mention(t, a.Text(), "can be redacted for one participant only")
	}
}

// The bundle of a cluster has all its pairs; other numbers are not found.
func testClusterBundle(t *testing.T, c *decidedSite) {
	cluster, err := c.DB.Cluster(t.Context(), c.check.ID, 1)
	webtest.Must(t, err)
	a := c.Page(fmt.Sprintf("/checks/%d/clusters/1/bundle.html", c.check.ID))
	webtest.Mention(t, a.Body, "Evidence of cluster 1", export.ClusterSelection(i18n.English(), cluster, cluster.Pairs), evidence.Notice)
	if n := strings.Count(a.Body, `<details class="pair"`); n != cluster.Pairs {
		t.Errorf("%d pairs, want %d", n, cluster.Pairs)
	}
	for _, number := range []string{"0", "x", "9999"} {
		if got := c.Do("GET", fmt.Sprintf("/checks/%d/clusters/%s/bundle.html", c.check.ID, number), ""); got.Status != 404 {
			t.Errorf("cluster %s: status %d, want 404", number, got.Status)
		}
	}
}

// The bundle of a cluster says whether all its participants are linked to each other.
func TestClusterSelection(t *testing.T) {
	t.Parallel()
	const pairs3, split = "All 3 pairs that link participants of the cluster. ", " The cluster splits at a threshold above 0.500: then the pair marked “last link” is no longer listed."
	for _, test := range []struct {
		size, pairs int
		want        string
	}{
		{2, 1, "The only pair that links participants of the cluster."},
		{3, 3, pairs3 + "Everybody in it is linked to everybody else." + split},
		{4, 3, pairs3 + "Not everybody in it is linked to everybody else." + split},
	} {
		c := contest.Cluster{Size: test.size, Pairs: test.pairs, BreakThreshold: 0.5}
		if got := export.ClusterSelection(i18n.English(), c, test.pairs); got != test.want {
			t.Errorf("%d pairs of %d:\ngot  %s\nwant %s", test.pairs, test.size, got, test.want)
		}
	}
}

// The decisions are exported with one row for each review in CSV, and one object for each case in JSON.
func testDecisionsExport(t *testing.T, c *decidedSite) {
	a := c.Page(fmt.Sprintf("/contests/%d/decisions.csv", c.check.ContestID))
	webtest.Mention(t, a.Header.Get("Content-Disposition"), "attachment", ".decisions.csv")
	webtest.Mention(t, a.Header.Get(export.NoticeHeader), evidence.Notice)
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(a.Body, export.ByteOrderMark))).ReadAll()
	if err != nil || len(rows) != 1+4 {
		t.Fatalf("%d rows, want the header and 4 reviews: %v", len(rows), err)
	}
	webtest.Mention(t, a.Body, "Mia,confirmed,copied", "Noah,confirmed,copied", "Mia,dismissed,too simple", c.pairs[0].Left.Path, c.pairs[2].Right.Path)
	var document struct {
		Notice string
		Cases  []struct {
			State   review.State
			Reviews []struct {
				FirstPath string `json:"first_path"`
				Basis     review.Basis
			}
		}
	}
	webtest.Must(t, json.Unmarshal([]byte(c.Page(fmt.Sprintf("/contests/%d/decisions.json", c.check.ContestID)).Body), &document))
	if document.Notice != evidence.Notice || len(document.Cases) != 3 {
		t.Fatalf("the document has the notice %q and %d cases, want 3: %+v", document.Notice, len(document.Cases), document)
	}
	if r := document.Cases[0].Reviews[0]; r.Basis.CheckID != c.check.ID || r.FirstPath == "" {
		t.Errorf("the first review is %+v, want a review of check %d, with a path", r, c.check.ID)
	}
}

// The exports for JPlag and Dolos have these tools' header lines, and one line for each pair.
func testJPlagAndDolosExports(t *testing.T, c *decidedSite) {
	for _, test := range []struct{ path, header, name string }{
		{"pairs.jplag.csv", "submissionName1,submissionName2,averageSimilarity,maxSimilarity\r\n", ".jplag.csv"},
		{"pairs.dolos.csv", "id,leftFileId,leftFilePath,rightFileId,rightFilePath,similarity,totalOverlap,longestFragment,leftCovered,rightCovered\n", ".dolos.csv"},
	} {
		a := c.Page(fmt.Sprintf("/checks/%d/%s?threshold=0&max_chance=0", c.check.ID, test.path))
		if !strings.HasPrefix(a.Body, test.header) || strings.Count(a.Body, "\n") != 1+len(c.pairs) {
			t.Errorf("%s begins with %.80q and has %d lines, want %q and %d",
				test.path, a.Body, strings.Count(a.Body, "\n"), test.header, 1+len(c.pairs))
		}
		webtest.Mention(t, a.Header.Get("Content-Disposition"), test.name)
		webtest.Mention(t, a.Header.Get(export.NoticeHeader), evidence.Notice)
	}
}
