package intake

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// participantsFile describes participants if it is at the top of an input, or
// in the one folder that holds the whole input. Elsewhere a participant may have
// written it.
const participantsFile = "participants.csv"

var participantColumns = []string{"participant", "affiliation", "site", "address", "seat"}

// maxFactBytes bounds each fact about a participant.
const maxFactBytes = 1000

// isParticipantsFile reports whether a file may be a participantsFile, by its path.
func isParticipantsFile(p string) bool {
	return strings.EqualFold(path.Base(p), participantsFile) && strings.Count(p, "/") <= 1
}

// participantFacts returns the facts of participantsFiles about the participants of
// submissions. It skips other lines, and participantsFiles in the wrong place.
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
		lines, notes := parseParticipants(f.content)
		for _, note := range notes {
			t.skip(f.path, note)
		}
		for _, l := range lines {
			switch _, known := facts[l.participant.Name]; {
			case !names[l.participant.Name]: // the reason leaves out the name, which may have to be hidden
				t.skip(f.path, fmt.Sprintf("line %d: nobody of that name has a submission", l.number))
			case known:
				t.skip(f.path, fmt.Sprintf("line %d: a second line for the same participant: only the first was read", l.number))
			default:
				facts[l.participant.Name] = l.participant
			}
		}
	}
	return sortedParticipants(facts)
}

// participantLine is a line of a participantsFile.
type participantLine struct {
	number      int
	participant contest.Participant
}

// parseParticipants reads a participantsFile. The notes say what it could not read.
func parseParticipants(content []byte) (lines []participantLine, notes []string) {
	table, err := parseTable(content, participantColumns, nil, "participant")
	if err != nil {
		return nil, []string{"not read: " + err.Error()}
	}
	notes = table.notes
	for _, r := range table.rows {
		p := contest.Participant{
			Name: r.text("participant"), Affiliation: r.text("affiliation"), Site: r.text("site"), Address: r.text("address"), Seat: r.text("seat"),
		}
		if p.Name == "" {
			notes = append(notes, fmt.Sprintf("line %d: it names no participant", r.line))
			continue
		}
		lines = append(lines, participantLine{r.line, p})
	}
	return lines, notes
}

func sortedParticipants(byName map[string]contest.Participant) []contest.Participant {
	var list []contest.Participant
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		list = append(list, byName[name])
	}
	return list
}

// mergeParticipants merges the facts of a format and of participantsFiles about
// participants; participantsFiles have precedence.
func mergeParticipants(ofFormat, ofFiles []contest.Participant) []contest.Participant {
	merged := map[string]contest.Participant{}
	for _, p := range slices.Concat(ofFormat, ofFiles) {
		known, ok := merged[p.Name]
		if !ok {
			merged[p.Name] = p
			continue
		}
		known.Affiliation = cmp.Or(p.Affiliation, known.Affiliation)
		known.Site = cmp.Or(p.Site, known.Site)
		known.Address = cmp.Or(p.Address, known.Address)
		known.Seat = cmp.Or(p.Seat, known.Seat)
		merged[p.Name] = known
	}
	return sortedParticipants(merged)
}

// participantIndex collects the facts in a table about participants. A participant may
// have many lines.
type participantIndex map[string]contest.Participant

// add adds the facts of a line. It notes contradictions to earlier lines, without the
// name, which may be hidden.
func (x participantIndex) add(p contest.Participant, note func(text string)) {
	if p.Affiliation == "" && p.Site == "" {
		return
	}
	known := x[p.Name]
	known.Name = p.Name
	for _, fact := range []struct {
		name  string
		known *string
		now   string
	}{{"affiliation", &known.Affiliation, p.Affiliation}, {"site", &known.Site, p.Site}} {
		if fact.now != "" && *fact.known != "" && fact.now != *fact.known {
			note(fmt.Sprintf("another %s than in an earlier line for the same participant: the earlier one counts", fact.name))
		}
		*fact.known = cmp.Or(*fact.known, fact.now)
	}
	x[p.Name] = known
}

// list returns the participants that have submissions, sorted by name.
func (x participantIndex) list(submissions []contest.Submission) []contest.Participant {
	names := namesOf(submissions)
	return slices.DeleteFunc(sortedParticipants(x), func(p contest.Participant) bool { return !names[p.Name] })
}
