package web

import (
	"net/http"
	"net/url"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
)

// contestsView is what the list of contests shows.
type contestsView struct {
	Contests []contest.Contest
	Active   []snapshot // uploads being checked
	Form     uploadForm
	MayAdd   bool // the viewer may begin a new contest
}

// uploadForm is the upload form, filled in.
type uploadForm struct {
	Contest, Layout, Language, Verdicts, Participants, Threshold string
	AcrossProblems, Earlier, NoTemplates                         bool
	Open                                                         bool  // the options show
	MaxUpload                                                    int64 // bytes
}

// choice is one option of a select.
type choice struct {
	Value, Text string
	Generic     bool // a language known less well; see lexer.Language
}

// layouts are the choices of how the archive is laid out.
var layouts = []choice{
	{Value: "", Text: "Recognise by itself"},
	{Value: "problem/participant", Text: "problem / participant"},
	{Value: "participant/problem", Text: "participant / problem"},
	{Value: "participant/files", Text: "participant / files, one problem"},
}

var verdicts = []choice{
	{Value: "judged", Text: "All but compile errors"},
	{Value: "accepted", Text: "Accepted ones only"},
	{Value: "all", Text: "All"},
}

var participants = []choice{
	{Value: "official", Text: "Official ones"},
	{Value: "all", Text: "All, with staff and virtual ones"},
}

// languages are the choices of the language of all files.
func languages() []choice {
	var list []choice
	for _, l := range lexer.Languages() {
		list = append(list, choice{Value: l.ID, Text: l.Name, Generic: l.Generic})
	}
	return list
}

// contests lists the contests of the archive, with a form for a new one.
func (s *Server) contests(w http.ResponseWriter, r *http.Request) error {
	list, err := s.read(r).contests(r.Context())
	if err != nil {
		return err
	}
	v, _ := viewerFrom(r.Context())
	view := contestsView{
		Contests: list,
		Active:   slices.DeleteFunc(s.jobs.active(), func(j snapshot) bool { return !v.seesUpload(j.By) }),
		Form:     s.uploadForm(r.URL.Query()),
		MayAdd:   v.Administrator,
	}
	return s.show(w, r, http.StatusOK, contestsPage(view))
}

// uploadForm fills the form in from the address, as after a failed upload.
func (s *Server) uploadForm(q url.Values) uploadForm {
	f := uploadForm{
		Contest:        q.Get("contest"),
		Layout:         q.Get("layout"),
		Language:       q.Get("language"),
		Verdicts:       q.Get("verdicts"),
		Participants:   q.Get("participants"),
		AcrossProblems: q.Get("across_problems") != "",
		Earlier:        q.Get("earlier") != "",
		NoTemplates:    q.Get("no_templates") != "",
		Threshold:      formatShare(s.Threshold),
		MaxUpload:      s.MaxUpload,
	}
	if threshold, ok := parseShare(q.Get("threshold")); ok {
		f.Threshold = formatShare(threshold)
	}
	f.Open = len(q) > 0
	return f
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
