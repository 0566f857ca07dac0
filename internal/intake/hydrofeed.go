package intake

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
)

// hydroFeed is the event feed of Hydro's contest package. It identifies submissions by
// their records, as the code zip does.
type hydroFeed struct {
	path     string // of the first feed; "" for none
	model    *ccs.Model
	about    contest.About
	teams    map[string]string // names, by the users' numbers
	problems map[string]string // names, by Hydro's numbers
}

// hydroFeed reads the feeds among the records of t.
func (t *tree) hydroFeed() *hydroFeed {
	f := &hydroFeed{model: ccs.NewModel(), teams: map[string]string{}, problems: map[string]string{}}
	var state struct{ Started, Ended string }
	for _, record := range t.records {
		f.path = cmp.Or(f.path, record.path)
		t.eachNotification(record, func(n ccs.Notification) error {
			_, err := f.model.Apply(n)
			if err == nil && n.Type == "state" && n.Data != nil {
				_ = json.Unmarshal(n.Data, &state) // the model has read it
			}
			return err
		})
	}
	f.about = f.model.About()
	f.about.System = "Hydro"
	// Hydro writes durations modulo a day; the state has the full times.
	started, err := ccs.ParseTime(state.Started)
	ended, err2 := ccs.ParseTime(state.Ended)
	if err == nil && err2 == nil && ended.After(started) {
		f.about.Duration = ended.Sub(started)
	}
	for _, p := range f.about.Problems {
		f.problems[p.SystemID] = p.Name
	}
	return f
}

// join adds the facts of the feed to the drafts of its submissions. Other drafts get
// names of participants and problems from the feed in place of numbers. It skips
// submissions that are not in the code zip.
func (f *hydroFeed) join(t *tree, drafts []*draft, names map[*draft]hydroName) {
	if f.path == "" {
		return
	}
	var unlisted []*draft
	present, taken := map[string]bool{}, map[string]bool{}
	for _, d := range drafts {
		present[d.SystemID] = true
		s, ok := f.model.Submission(d.SystemID)
		if !ok || s.IgnoreReason != "" {
			unlisted = append(unlisted, d)
			continue
		}
		// Neither the kind, which depends on times that Hydro writes modulo a day,
		// nor the time, which is a second late: the record's own is right.
		d.Participant, d.Problem, d.Judgements = s.Participant, s.Problem, s.Judgements
		if s.Judged {
			d.Verdict = s.Verdict
		}
		f.teams[names[d].user] = s.Participant
	}
	for _, id := range f.model.Submissions() {
		s, _ := f.model.Submission(id)
		taken[s.Participant] = true
		if !present[id] {
			t.skip(s.Path, cmp.Or(s.IgnoreReason, "its program is not in the code zip: download the zip with all attempts"))
		}
	}
	for _, d := range unlisted {
		name := names[d]
		d.Problem = cmp.Or(f.problems[name.problem], d.Problem)
		switch team := f.teams[name.user]; {
		case team != "":
			d.Participant = team
		case taken[d.Participant]: // a team has this name
			d.Participant += " (user " + name.user + ")"
		}
	}
	if len(unlisted) > 0 {
		t.skip(f.path, text.Count(len(unlisted), "submission")+" of the code zip are not in the feed: they have numbers unless other submissions show the names")
	}
}

// participants returns the feed's facts about the participants of drafts. If somebody
// has no school, Hydro writes their name in its place. Its groups are of ranked and
// unranked participants.
func (f *hydroFeed) participants(drafts []*draft) []contest.Participant {
	present := map[string]bool{}
	for _, d := range drafts {
		present[d.Participant] = true
	}
	var list []contest.Participant
	for _, p := range f.model.Participants() {
		if p.Affiliation == p.Name {
			p.Affiliation = ""
		}
		p.Site = strings.Join(slices.DeleteFunc(strings.Split(p.Site, ", "), func(group string) bool {
			return group == "participants" || group == "observers"
		}), ", ")
		if present[p.Name] && p != (contest.Participant{Name: p.Name}) {
			list = append(list, p)
		}
	}
	return list
}
