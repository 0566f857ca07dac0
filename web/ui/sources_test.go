package ui_test

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/checktest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/search"
	"github.com/ojcheck/ojcheck/web/request"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// sendSources sends the form that adds sources.
func sendSources(client *webtest.Site, path string, parts ...webtest.Part) webtest.Answer {
	body, contentType := webtest.MultipartForm(client.T, parts)
	return client.Do("POST", path, body, "Content-Type", contentType, "Sec-Fetch-Site", "same-origin")
}

// Chief judges change the sources of their contest, administrators those for all contests; others read them.
func TestSourcesPage(t *testing.T) {
	t.Parallel()
	j, answer := webtest.NewKnownSourceSite(t)
	j.AddUser("root", true)
	foreign := j.AddChecked("foreign")
	page := fmt.Sprintf("/contests/%d/sources", j.Check.ContestID)
	cid, vic, root := j.NewClient(t).SignIn("cid"), j.NewClient(t).SignIn("vic"), j.NewClient(t).SignIn("root")
	stored := func() []contest.KnownSource {
		t.Helper()
		list, err := j.DB.KnownSources(t.Context(), contest.SourceFilter{})
		webtest.Must(t, err)
		return list
	}

	// What was typed stays in a form that cannot be used.
	about := []webtest.Part{{"kind", "", "leaked"}, {"problem", "", "A"}, {"name", "", `<b>"leaked"`}, {"url", "", "javascript:alert(1)"}, {"licence", "", "MIT"}}
	file := webtest.Part{"file", "answer.cpp", answer}
	for name, test := range map[string]struct {
		parts []webtest.Part
		want  string
	}{
		"no file":        {about, "No file was chosen."},
		"no file name":   {append(about[:5:5], webtest.Part{"code", "", answer}), "The pasted code has no file name."},
		"not a program":  {append(about[:5:5], webtest.Part{"file", "notes.txt", "x"}), "The name notes.txt does not say the language."},
		"empty file":     {append(about[:5:5], webtest.Part{"file", "a.cpp", ""}), "The program a.cpp is too short"},
		"no day":         {append(about[:5:5], file, webtest.Part{"date", "", "yesterday"}), "yesterday is not a date."},
		"long licence":   {append(about[:4:4], webtest.Part{"licence", "", strings.Repeat("ü", 201)}, file), "A text is too long"},
		"unknown kind":   {[]webtest.Part{{"kind", "", "stolen"}, {"name", "", `<b>"leaked"`}, file}, "no kind of source"},
		"too many parts": {append(about[:5:5], slices.Repeat([]webtest.Part{file}, 2*request.MaxSources)...), "At most 100 files can be added at once."},
		"two, one short": {append(about[:5:5], file, webtest.Part{"file", "b.cpp", "int x;"}), "The program b.cpp is too short"},
	} {
		a := sendSources(cid, page, test.parts...)
		if a.Status != http.StatusUnprocessableEntity || !strings.Contains(a.Text(), test.want) {
			t.Errorf("%s: status %d, want 422 with %q: %s", name, a.Status, test.want, a.Text())
			continue
		}
		a.One("input", "name", "name", "value", `<b>"leaked"`)
	}
	if list := stored(); len(list) != 0 {
		t.Fatalf("stored are %+v", list)
	}

	sendSources(cid, page, append(about, file)...).WantRedirect(page + "?done=added")
	if a := sendSources(cid, page, append(about, file)...); a.Status != http.StatusUnprocessableEntity || !strings.Contains(a.Text(), "The program answer.cpp is already a known source of finals, problem A.") {
		t.Errorf("the same again: status %d: %s", a.Status, a.Text())
	}
	sendSources(root, "/sources", webtest.Part{"kind", "", "published"}, webtest.Part{"url", "", "https://judge.example/lib"}, webtest.Part{"date", "", "2020-01-31"},
		webtest.Part{"file", "lib.cpp", checktest.Program(9, 25)}).WantRedirect("/sources?done=added")
	list := stored()
	if len(list) != 2 || list[0].Name != "lib.cpp" || list[1].Problem != "A" || list[1].Kind != contest.Leaked || list[1].Licence != "MIT" {
		t.Fatalf("stored are %+v", list)
	}
	library, own := strconv.FormatInt(list[0].ID, 10), strconv.FormatInt(list[1].ID, 10)

	a := cid.Page(page)
	webtest.Mention(t, a.Text(), `<b>"leaked"`, "leaked", "lib.cpp", "published", "2020-01-31", "MIT", "All contests")
	if strings.Contains(a.Body, `href="javascript`) || strings.Contains(a.Body, "<b>") {
		t.Error("the page has what was typed as markup")
	}
	webtest.Mention(t, cid.Do("GET", page, "", "Accept", "text/html", "Accept-Language", "ru").Text(), "31.01.2020")
	a.One("a", "href", "https://judge.example/lib")
	a.One("form", "action", page+"/"+own+"/delete")
	if forms := a.All("form", "action", page+"/"+library+"/delete"); len(forms) != 0 {
		t.Error("a chief judge is offered to delete a source for all contests")
	}
	if a := vic.Page(page); len(a.All("form", "action", page)) != 0 || len(a.All("details")) != 0 || !strings.Contains(a.Text(), "lib.cpp") {
		t.Errorf("a viewer sees %s", a.Text())
	}
	if a := vic.Page("/sources"); strings.Contains(a.Text(), "leaked") || !strings.Contains(a.Text(), "lib.cpp") || len(a.All("form", "action", "/sources")) != 0 {
		t.Errorf("the sources for all contests, for a viewer: %s", a.Text())
	}
	webtest.Mention(t, vic.Page(page+"/"+own).Text(), `<b>"leaked"`, "answer.cpp", "long long f7 (")
	webtest.Mention(t, vic.Page(page+"/"+library).Text(), "lib.cpp", "long long f9 (")
	source := vic.Page("/sources/" + library)
	webtest.Mention(t, source.Text(), "lib.cpp", "long long f9 (")
	if head := webtest.TextOf(source.One("header", "class", "pane-head")); strings.Count(head, "lib.cpp") != 1 {
		t.Errorf("the head of the program is %q, want the name of the source once: it is that of the file", head)
	}

	foreignPage := fmt.Sprintf("/contests/%d/sources", foreign.Contest)
	for name, a := range map[string]webtest.Answer{
		"the source of a contest, of all contests": root.Do("GET", "/sources/"+own, ""),
		"of another contest":                       root.Do("GET", foreignPage+"/"+own, ""),
		"deleted in another contest":               root.Post(foreignPage + "/" + own + "/delete"),
		"deleted in all contests":                  root.Post("/sources/" + own + "/delete"),
		"a library deleted in a contest":           cid.Post(page + "/" + library + "/delete"),
		"no number":                                root.Do("GET", "/sources/x", ""),
		"a foreign contest":                        vic.Do("GET", foreignPage, ""),
	} {
		a.WantStatus(http.StatusNotFound, "%s", name)
	}
	cid.Post(page + "/" + own + "/delete").WantRedirect(page + "?done=deleted")
	root.Post("/sources/" + library + "/delete").WantRedirect("/sources?done=deleted")
	if list := stored(); len(list) != 0 {
		t.Errorf("after the deletions there are %+v", list)
	}

	base := fmt.Sprintf("/contests/%d/published-base", j.Check.ContestID)
	cid.Post(base).WantStatus(http.StatusBadRequest, "without a choice")
	cid.Post(base, "base", "false", "base", "true").WantRedirect(page + "?done=base")
	cid.Page(page).One("input", "name", "base", "type", "checkbox", "checked", "")
}

// A chief judge adds the code of a match to the known sources, and the next check says that it explains the pair.
func TestMatchBecomesSource(t *testing.T) {
	t.Parallel()
	j, _ := webtest.NewKnownSourceSite(t)
	j.AddUser("root", true)
	foreign := j.AddChecked("foreign")
	cid, ann, root := j.NewClient(t).SignIn("cid"), j.NewClient(t).SignIn("ann"), j.NewClient(t).SignIn("root")
	pair := checktest.PairOf(t, j.Pairs, "A", "zed", "zoe")
	page := fmt.Sprintf("/contests/%d/sources", j.Check.ContestID)

	a := cid.Page(fmt.Sprintf("/pairs/%d", pair.ID))
	a.One("form", "method", "get", "action", page+"#add-title")
	a.One("input", "name", "pair", "value", strconv.FormatInt(pair.ID, 10))
	if a := ann.Page(fmt.Sprintf("/pairs/%d", pair.ID)); strings.Contains(a.Body, page+"#add-title") {
		t.Error("a reviewer is led to a form that only chief judges may send")
	}
	a = cid.Page(fmt.Sprintf("%s?pair=%d&match=1", page, pair.ID))
	code := strings.TrimPrefix(webtest.TextOf(a.One("textarea", "name", "code")), "\n")
	if len(code) < 200 {
		t.Fatalf("the form has the code %q", code)
	}
	a.One("input", "name", "filename", "value", "match-1.cpp")
	a.One("option", "value", "published", "selected", "")
	a.One("option", "value", "A", "selected", "")
	sendSources(cid, page, webtest.Part{"kind", "", "published"}, webtest.Part{"problem", "", "A"}, webtest.Part{"filename", "", "match-1.cpp"},
		webtest.Part{"code", "", strings.ReplaceAll(code, "\n", "\r\n")}).WantRedirect(page + "?done=added")
	sources, err := j.DB.KnownPrograms(t.Context(), contest.SourceFilter{ContestID: j.Check.ContestID})
	if err != nil || len(sources) != 1 || string(sources[0].File.Content) != code {
		t.Fatalf("stored are %+v, %v; want the code %q", sources, err, code)
	}
	checkID, err := j.Checker.OnCheck(t.Context(), jobs.Upload{}, nil)
	webtest.Must(t, err)
	found, _, err := j.DB.Pairs(t.Context(), checkID, check.Defaults().Filter())
	webtest.Must(t, err)
	if known := checktest.PairOf(t, found, "A", "zed", "zoe").Known; known == nil || !known.Explained {
		t.Errorf("the pair has %+v of known sources, want it explained", known)
	}

	for name, path := range map[string]string{
		"no such match":             fmt.Sprintf("%s?pair=%d&match=99", page, pair.ID),
		"match zero":                fmt.Sprintf("%s?pair=%d&match=0", page, pair.ID),
		"no number":                 fmt.Sprintf("%s?pair=%d&match=x", page, pair.ID),
		"no pair":                   page + "?match=1",
		"a pair of another contest": fmt.Sprintf("/contests/%d/sources?pair=%d&match=1", foreign.Contest, pair.ID),
		"a pair of no contest":      fmt.Sprintf("/sources?pair=%d&match=1", pair.ID),
	} {
		root.Do("GET", path, "").WantStatus(http.StatusNotFound, "%s", name)
	}
}

// In a blind contest, a source beside a hidden participant is a number, and names in sources are masked.
func TestSourcesAreBlind(t *testing.T) {
	t.Parallel()
	j, answer := webtest.NewKnownSourceSite(t)
	s := contest.KnownSource{ContestID: j.Check.ContestID, Contest: "finals", Problem: "A", Kind: contest.Leaked, Name: "by honest07",
		File: contest.File{Path: "honest07.cpp", Content: []byte("// honest07 wrote it\n" + answer)}}
	webtest.Must(t, search.PrepareSource(t.Context(), &s, []contest.Problem{{Name: "A"}}))
	ids, err := j.DB.AddSources(t.Context(), review.CommandLine, search.SourceSampleVersion, []contest.KnownSource{s})
	webtest.Must(t, err)
	checkID, err := j.Checker.OnCheck(t.Context(), jobs.Upload{}, nil)
	webtest.Must(t, err)
	near, _, err := j.DB.NearSources(t.Context(), checkID, contest.NearFilter{})
	if err != nil || len(near) != 2 {
		t.Fatalf("near are %+v, %v", near, err)
	}
	page := fmt.Sprintf("/contests/%d/sources", j.Check.ContestID)
	list := fmt.Sprintf("/checks/%d/near", checkID)
	beside := fmt.Sprintf("%s/%d", list, near[0].Side.SubmissionID)
	j.SignInAs("vic")
	for path, want := range map[string]string{
		page: "leaked", fmt.Sprintf("%s/%d", page, ids[0]): "wrote it", list: "source 1 (leaked)",
		beside: "source 1 (leaked)", fmt.Sprintf("/checks/%d?sort=suspicion_without", checkID): "explained",
	} {
		a := j.Page(path)
		if !strings.Contains(a.Text(), want) || strings.Contains(a.Body, "honest07") || strings.Contains(a.Body, near[0].Side.Participant) {
			t.Errorf("%s has a hidden name, or lacks %q: %s", path, want, a.Text())
		}
	}
	if live := j.Page(fmt.Sprintf("/contests/%d/live", j.Check.ContestID)); strings.Contains(live.Body, list) {
		t.Error("the live page of a contest that nobody follows has the near sources of a check")
	}
	webtest.Mention(t, j.Page(list).Text(), blind.Labels{}.Participant(near[0].Side.Number), "1 leaked program")
	webtest.Mention(t, j.Page(list+"?page=9").Text(), "2 programs", "This page of the list is empty. First page")
	// The name of the source stays hidden beside a participant whose name is visible.
	webtest.Must(t, j.DB.SetRevealed(t.Context(), review.CommandLine, j.Check.ContestID, near[0].Side.Number, true))
	for _, path := range []string{list, beside} {
		if a := j.Page(path); !strings.Contains(a.Text(), near[0].Side.Participant) || !strings.Contains(a.Text(), "by Somebody") || strings.Contains(a.Body, "honest07") {
			t.Errorf("%s, with one name visible: %s", path, a.Text())
		}
	}
	// So it does beside two, wherever their pair is shown.
	webtest.Must(t, j.DB.SetRevealed(t.Context(), review.CommandLine, j.Check.ContestID, near[1].Side.Number, true))
	found, _, err := j.DB.Pairs(t.Context(), checkID, check.Defaults().Filter())
	webtest.Must(t, err)
	pair := checktest.PairOf(t, found, "A", "zed", "zoe")
	for _, path := range []string{
		fmt.Sprintf("/pairs/%d", pair.ID), fmt.Sprintf("/pairs/%d/source", pair.ID), fmt.Sprintf("/pairs/%d/bundle.html", pair.ID),
		fmt.Sprintf("/api/v1/checks/%d/pairs", checkID), fmt.Sprintf("/checks/%d/pairs.csv", checkID),
	} {
		a := j.Do("GET", path, "")
		if a.Status != http.StatusOK || !strings.Contains(a.Body, "zoe") || !strings.Contains(a.Body, "by Somebody") || strings.Contains(a.Body, "honest07") {
			t.Errorf("%s, with both names visible: status %d, %s", path, a.Status, a.Text())
		}
	}
	for name, path := range map[string]string{
		"a program near no source": fmt.Sprintf("%s/%d", list, j.Pairs[0].Left.SubmissionID+1000), "an unknown source": beside + "?source=2", "no number": beside + "?source=x",
	} {
		j.Do("GET", path, "").WantStatus(http.StatusNotFound, "%s", name)
	}
}

// A source for all contests has the same masked text on all pages and in the API, without numbers: a list of all names
// tells nobody which number stands for whom.
func TestSourcesHaveNoNumbers(t *testing.T) {
	t.Parallel()
	j, answer := webtest.NewKnownSourceSite(t)
	j.AddUser("root", true)
	open := j.AddChecked("open")
	webtest.Must(t, j.DB.SetSettings(t.Context(), review.CommandLine, open.Contest, contest.Settings{Blind: new(false)}))
	people, err := j.DB.Participants(t.Context(), j.Check.ContestID)
	webtest.Must(t, err)
	var names []string
	for _, p := range people {
		names = append(names, p.Name)
	}
	s := contest.KnownSource{Kind: contest.Leaked, Name: "by honest07", URL: "https://judge.example/honest07",
		File: contest.File{Path: "honest07.cpp", Content: []byte("// " + strings.Join(names, ", ") + "\n" + answer)}}
	webtest.Must(t, search.PrepareSource(t.Context(), &s, nil))
	ids, err := j.DB.AddSources(t.Context(), review.CommandLine, search.SourceSampleVersion, []contest.KnownSource{s})
	webtest.Must(t, err)
	client := j.NewClient(t).SignIn("root")
	for _, list := range []string{"/sources", fmt.Sprintf("/contests/%d/sources", open.Contest), fmt.Sprintf("/contests/%d/sources", j.Check.ContestID), "/api/v1/sources"} {
		paths := []string{list}
		if !strings.HasPrefix(list, "/api") {
			paths = append(paths, fmt.Sprintf("%s/%d", list, ids[0]))
		}
		for _, path := range paths {
			a := client.Do("GET", path, "")
			if a.Status != http.StatusOK || !strings.Contains(a.Body, "by Somebody") || strings.Contains(a.Body, "Participant ") {
				t.Errorf("%s: status %d, %s", path, a.Status, a.Text())
			}
			for _, name := range names {
				if strings.Contains(a.Body, name) {
					t.Errorf("%s has the name %s", path, name)
				}
			}
		}
	}
	// Nobody is hidden from those who are in no blind contest.
	j.AddMember(open.Contest, "outsider", account.Viewer)
	if a := j.NewClient(t).SignIn("outsider").Page(fmt.Sprintf("/contests/%d/sources", open.Contest)); !strings.Contains(a.Text(), "by honest07") {
		t.Errorf("a viewer of no blind contest sees %s", a.Text())
	}
}

// A search shows known sources as sources, and not those of contests that the viewer may not see.
func TestSearchShowsSources(t *testing.T) {
	t.Parallel()
	j, source := webtest.NewSearchSite(t)
	j.AddUser("stranger", false)
	found := j.Pairs[0].Left
	for contestID, name := range map[int64]string{j.Check.ContestID: "by " + found.Participant, 0: "library of " + found.Participant} {
		s := contest.KnownSource{ContestID: contestID, Kind: contest.Leaked, Name: name, File: contest.File{Path: "a.cpp", Content: []byte(source)}}
		webtest.Must(t, search.PrepareSource(t.Context(), &s, nil))
		_, err := j.DB.AddSources(t.Context(), review.CommandLine, search.SourceSampleVersion, []contest.KnownSource{s})
		webtest.Must(t, err)
	}
	find := func(client *webtest.Site) webtest.Answer {
		return client.PostParts("/search", webtest.Part{"program", "", source}, webtest.Part{"language", "", "cpp"})
	}
	a := find(j.NewClient(t).SignIn("vic"))
	webtest.Mention(t, a.Text(), "Known sources", "leaked", "library of Somebody", "All contests", "by Somebody", "100.0%")
	if links := a.All("a", "href", fmt.Sprintf("/contests/%d", j.Check.ContestID)); len(links) == 0 || strings.Contains(a.Text(), found.Participant) {
		t.Errorf("the page has no link to the contest of the source, or the name of a hidden participant: %s", a.Text())
	}
	a = find(j.NewClient(t).SignIn("stranger"))
	webtest.Mention(t, a.Text(), "no submission is like it, but known sources are", "library of "+found.Participant)
	if strings.Contains(a.Text(), "finals") {
		t.Errorf("the page has a source of a contest that the viewer may not see: %s", a.Text())
	}
}
