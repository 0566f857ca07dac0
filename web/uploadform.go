package web

import (
	"net/http"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
)

// uploadForm is the form that has a contest checked, filled in.
type uploadForm struct {
	Into    contest.Contest // that the upload joins; its ID is 0 where the form asks for a name
	Contest string          // that name

	From, Layout, Language, Verdicts, Participants, Threshold string
	AcrossProblems, Earlier, NoTemplates                      bool
	Against                                                   []int64           // IDs of the earlier contests that are chosen
	Others                                                    []contest.Contest // that it can be compared with: the newest of them
	MaxUpload                                                 int64             // bytes
	Formats                                                   []Format          // that the archive may be in
}

// shownOthers is how many earlier contests the form offers one by one.
const shownOthers = 100

// layouts are the choices of how the archive is laid out.
var layouts = []choice{
	{Value: "", Text: "Recognise by itself"},
	{Value: "problem/participant", Text: "problem / participant"},
	{Value: "participant/problem", Text: "participant / problem"},
	{Value: "participant/files", Text: "participant / files, one problem"},
}

// acceptedFiles are the extensions of what may be uploaded: archives, what judge
// systems write as text, and programs.
func acceptedFiles() string {
	list := []string{".zip", ".tar", ".gz", ".tgz", ".zst", ".tzst", ".txt", ".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".log"}
	for _, l := range lexer.Languages() {
		list = append(list, l.Extensions...)
	}
	return strings.Join(slices.Compact(list), ",")
}

// checkButton is what the button says that has a contest checked as it is kept.
func checkButton(c contest.Contest) string {
	if c.Checks == 0 {
		return "Check"
	}
	return "Check again"
}

// baseOfLast says what base code a check of what is kept takes.
func baseOfLast(c contest.Contest) string {
	if c.Checks == 0 {
		return ""
	}
	return ", with the base code of the last check"
}

// newContest shows the form that takes a contest which is not kept yet.
func (s *Site) newContest(w http.ResponseWriter, r *http.Request) error {
	form, err := s.uploadForm(r, contest.Contest{})
	if err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, newContestPage(form))
}

// checkForm shows the forms that check a contest again: with what is kept of it,
// or with an archive that is added.
func (s *Site) checkForm(w http.ResponseWriter, r *http.Request) error {
	c, err := byID(r, s.read(r).Contest)
	if err != nil {
		return err
	}
	form, err := s.uploadForm(r, c)
	if err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, checkFormPage(form))
}

// uploadForm fills the form in from the address, as after a failed upload.
func (s *Site) uploadForm(r *http.Request, into contest.Contest) (uploadForm, error) {
	q := r.URL.Query()
	f := uploadForm{
		Into:           into,
		Contest:        q.Get("contest"),
		From:           q.Get("from"),
		Formats:        s.uploads.Formats,
		Layout:         q.Get("layout"),
		Language:       q.Get("language"),
		Verdicts:       q.Get("verdicts"),
		Participants:   q.Get("participants"),
		AcrossProblems: q.Get("across_problems") != "",
		Earlier:        q.Get("earlier") != "",
		NoTemplates:    q.Get("no_templates") != "",
		Threshold:      formatShare(s.uploads.Threshold),
		MaxUpload:      s.uploads.MaxSize,
	}
	if threshold, ok := parseShare(q.Get("threshold")); ok {
		f.Threshold = formatShare(threshold)
	}
	list, err := s.read(r).Contests(r.Context())
	if err != nil {
		return f, err
	}
	for _, c := range list {
		if c.ID == into.ID {
			continue
		}
		for _, name := range q["against"] {
			if c.Name == name {
				f.Against = append(f.Against, c.ID)
			}
		}
		f.Others = append(f.Others, c)
	}
	return f, nil
}

// offered lists the earlier contests that the form offers one by one: those that
// are chosen, and the newest.
func (f uploadForm) offered() []contest.Contest {
	var list []contest.Contest
	for i, c := range f.Others {
		if i < shownOthers || f.against(c) {
			list = append(list, c)
		}
	}
	return list
}

func (f uploadForm) against(c contest.Contest) bool {
	for _, id := range f.Against {
		if id == c.ID {
			return true
		}
	}
	return false
}

// knownLayout reports whether the layout is one of the presets; others are
// patterns.
func (f uploadForm) knownLayout() bool {
	for _, c := range layouts {
		if c.Value == f.Layout {
			return true
		}
	}
	return false
}
