package intake

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// participantsFile describes participants, but only at the top of an input, or in a folder around the whole
// input. In other folders, a participant may have written it.
const participantsFile = "participants.csv"

var participantColumns = []string{"participant", "affiliation", "site", "address", "seat", "id"}

// maxFactBytes bounds each fact about a participant, in bytes.
const maxFactBytes = 1000

// isParticipantsFile reports whether the path of a file is one that participantsFile may have.
func isParticipantsFile(p string) bool {
	return strings.EqualFold(path.Base(p), participantsFile) && strings.Count(p, "/") <= 1
}

// participantFacts returns what the files participants.csv say about the participants of submissions. It skips lines
// about nobody, and repeated ones.
func (t *tree) participantFacts(submissions []contest.Submission) []contest.Participant {
	facts := map[string]contest.Participant{}
	names := namesOf(submissions)
	for _, f := range t.participantFiles {
		dir := path.Dir(f.inputPath)
		isOutside := func(other file) bool { return other.input == f.input && !strings.HasPrefix(other.inputPath, dir+"/") }
		if dir != "." && slices.ContainsFunc(t.files, isOutside) {
			t.skip(f.path, reasonData)
			continue
		}
		for _, r := range t.readTable(f, participantColumns, nil, "participant") {
			p := contest.Participant{
				Name: r.text("participant"), Affiliation: r.text("affiliation"), Site: r.text("site"),
				Address: r.text("address"), Seat: r.text("seat"), SystemID: r.text("id"),
			}
			var note i18n.Key
			switch _, repeated := facts[p.Name]; {
			case p.Name == "":
				note = "it names no participant"
			case !names[p.Name]: // the note omits the name, because blind review may hide it
				note = "nobody of that name has a submission"
			case repeated:
				note = "a second line for the same participant: only the first was read"
			default:
				facts[p.Name] = p
				continue
			}
			t.skipText(f.path, ofLine(r.line, note))
		}
	}
	return sortedParticipants(facts)
}

func sortedParticipants(byName map[string]contest.Participant) []contest.Participant {
	return slices.SortedFunc(maps.Values(byName), func(a, b contest.Participant) int { return strings.Compare(a.Name, b.Name) })
}

// mergeParticipants merges the facts about each participant, and sorts by name. A fact in a later list
// replaces an earlier one.
func mergeParticipants(lists ...[]contest.Participant) []contest.Participant {
	merged := map[string]contest.Participant{}
	for _, p := range slices.Concat(lists...) {
		earlier := merged[p.Name]
		p.Affiliation = cmp.Or(p.Affiliation, earlier.Affiliation)
		p.Site = cmp.Or(p.Site, earlier.Site)
		p.Address = cmp.Or(p.Address, earlier.Address)
		p.Seat = cmp.Or(p.Seat, earlier.Seat)
		p.SystemID = cmp.Or(p.SystemID, earlier.SystemID)
		merged[p.Name] = p
	}
	return sortedParticipants(merged)
}

// addParticipant adds the affiliation and the site in a line. Its notes about contradictions omit the name, because
// blind review may hide it.
func (m *manifest) addParticipant(line int, p contest.Participant) {
	if p.Affiliation == "" && p.Site == "" {
		return
	}
	earlier := m.participants[p.Name]
	merge := func(earlier, fact string, contradiction i18n.Key) string {
		if earlier != "" && fact != "" && earlier != fact {
			m.note(line, contradiction)
		}
		return cmp.Or(earlier, fact)
	}
	p.Affiliation = merge(earlier.Affiliation, p.Affiliation,
		"another affiliation than in an earlier line for the same participant: the earlier one counts")
	p.Site = merge(earlier.Site, p.Site,
		"another site than in an earlier line for the same participant: the earlier one counts")
	m.participants[p.Name] = p
}
