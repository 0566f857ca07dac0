package intake

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
)

// hydroFeed is what the event feed of Hydro's contest package tells. It calls
// submissions as the code zip does, by their records.
type hydroFeed struct {
	path     string // of the first feed; "" where there is none
	model    *ccs.Model
	about    contest.About
	teams    map[string]string // names, by the users' numbers
	problems map[string]string // by Hydro's numbers
}

// hydroFeed reads the feeds among the records of t. Lines that are none are
// listed.
func (t *tree) hydroFeed() *hydroFeed {
	f := &hydroFeed{model: ccs.NewModel(), teams: map[string]string{}, problems: map[string]string{}}
	var state struct{ Started, Ended string }
	for _, record := range t.records {
		if f.path == "" {
			f.path = record.path
		}
		number := 0
		for line := range bytes.Lines(record.content) {
			number++
			if len(bytes.TrimSpace(line)) == 0 {
				continue
			}
			n, err := ccs.ParseNotification(line)
			if err == nil {
				_, err = f.model.Apply(n)
			}
			if err != nil {
				t.skip(record.path, fmt.Sprintf("line %d: %v", number, err))
			} else if n.Type == "state" && n.Data != nil {
				_ = json.Unmarshal(n.Data, &state) // the model has read it
			}
		}
	}
	f.about = f.model.About()
	f.about.System = "Hydro"
	// Hydro writes durations modulo a day; the state tells the times in full.
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

// join adds to drafts what the feed tells of their submissions. The names that it
// has of participants and problems are those of the others, too; where it has
// none, they go by their numbers. Submissions that the code zip does not hold are
// listed.
func (f *hydroFeed) join(t *tree, drafts []*draft, names map[*draft]hydroName) {
	if f.path == "" {
		return
	}
	var alone []*draft
	present, taken := map[string]bool{}, map[string]bool{}
	for _, d := range drafts {
		present[d.SystemID] = true
		s, ok := f.model.Submission(d.SystemID)
		if !ok || s.IgnoreReason != "" {
			alone = append(alone, d)
			continue
		}
		// Not the kind: it rests on times, which Hydro writes modulo a day. And
		// not the time, which is a second late; the record's own is right.
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
			t.skip(s.Path, cmp.Or(s.IgnoreReason, "its program is not in the code zip: download that with all attempts"))
		}
	}
	for _, d := range alone {
		name := names[d]
		d.Problem = cmp.Or(f.problems[name.problem], d.Problem)
		switch team := f.teams[name.user]; {
		case team != "":
			d.Participant = team
		case taken[d.Participant]: // somebody calls themselves so
			d.Participant += " (user " + name.user + ")"
		}
	}
	if len(alone) > 0 {
		t.skip(f.path, text.Count(len(alone), "submission")+" of the code zip not told of: they go by the numbers there, where nothing else tells the names")
	}
}

// participants are what the feed tells of those who have submissions. Hydro gives
// those without a school their own name for one, and has groups for those who are
// ranked and those who are not.
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
