package intake

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// participantsFile tells more of the participants, where it stands at the top of an
// input, or in the one folder that holds all of it. Anywhere else somebody who
// took part may have written it.
const participantsFile = "participants.csv"

// maxFactBytes bounds what is kept of each fact, in bytes.
const maxFactBytes = 1000

// isParticipantsFile tells whether a file may be a factsFile, by its path.
func isParticipantsFile(p string) bool {
	return strings.EqualFold(path.Base(p), participantsFile) && strings.Count(p, "/") <= 1
}

// participantFacts takes out of the candidates those that stand where they should, and
// lists the others as no programs. What they say of those who have submissions
// is returned, by name; all else of them is listed.
func (t *tree) participantFacts(submissions []contest.Submission) []contest.Participant {
	known := make(map[string]*contest.Participant)
	names := make(map[string]bool)
	for _, s := range submissions {
		names[s.Participant] = true
	}
	slices.SortFunc(t.participantFiles, func(a, b file) int { return strings.Compare(a.path, b.path) })
	for _, f := range t.participantFiles {
		if dir := path.Dir(f.inputPath); dir != "." && slices.ContainsFunc(t.files, func(other file) bool {
			return other.input == f.input && !strings.HasPrefix(other.inputPath, dir+"/")
		}) {
			t.skip(f.path, reasonData)
			continue
		}
		told, notes := parseParticipants(f.content)
		for _, note := range notes {
			t.skip(f.path, note)
		}
		for _, line := range told {
			switch p := line.participant; {
			case !names[p.Name]:
				// Not by name, which may be that of somebody who is to be hidden.
				t.skip(f.path, fmt.Sprintf("line %d: nobody of that name has a submission", line.number))
			case known[p.Name] != nil:
				t.skip(f.path, fmt.Sprintf("line %d: a second line for the same participant: only the first was read", line.number))
			default:
				known[p.Name] = &p
			}
		}
	}
	var list []contest.Participant
	for _, p := range known {
		list = append(list, *p)
	}
	slices.SortFunc(list, func(a, b contest.Participant) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

// mergeParticipants adds to what a format tells of participants what a factsFile does,
// which counts where both tell something.
func mergeParticipants(told, facts []contest.Participant) []contest.Participant {
	byName := make(map[string]int, len(told))
	for i, p := range told {
		byName[p.Name] = i
	}
	for _, p := range facts {
		i, ok := byName[p.Name]
		if !ok {
			told = append(told, p)
			continue
		}
		known := &told[i]
		known.Affiliation = cmp.Or(p.Affiliation, known.Affiliation)
		known.Site = cmp.Or(p.Site, known.Site)
		known.Address = cmp.Or(p.Address, known.Address)
		known.Seat = cmp.Or(p.Seat, known.Seat)
	}
	slices.SortFunc(told, func(a, b contest.Participant) int { return cmp.Compare(a.Name, b.Name) })
	return told
}

// factLine is a line of a factsFile.
type factLine struct {
	number      int
	participant contest.Participant
}

// parseParticipants reads a factsFile: a header that names the column participant and
// any of affiliation, site, address and seat, and a line for each. The notes say
// what was not understood.
func parseParticipants(content []byte) (lines []factLine, notes []string) {
	in := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(content, []byte(bom))))
	in.FieldsPerRecord = -1
	header, err := in.Read()
	if err != nil {
		return nil, []string{"not read: " + csvReason(err)}
	}
	columns, notes := factColumns(header)
	if !slices.Contains(columns, "participant") {
		return nil, append(notes, `not read: its first line names no column "participant"`)
	}
	for {
		record, err := in.Read()
		if errors.Is(err, io.EOF) {
			return lines, notes
		}
		if err != nil {
			return lines, append(notes, "not read to its end: "+csvReason(err))
		}
		number, _ := in.FieldPos(0)
		line := factLine{number: number}
		fields := map[string]*string{"participant": &line.participant.Name, "affiliation": &line.participant.Affiliation,
			"site": &line.participant.Site, "address": &line.participant.Address, "seat": &line.participant.Seat}
		if len(record) > len(columns) {
			notes = append(notes, fmt.Sprintf("line %d: more values than columns: those beyond were not read", number))
		}
		for i, value := range record[:min(len(record), len(columns))] {
			if columns[i] == "" {
				continue
			}
			value = printable(strings.TrimSpace(value))
			if len(value) > maxFactBytes {
				notes = append(notes, fmt.Sprintf("line %d: the %s is longer than %d bytes and was not read", number, columns[i], maxFactBytes))
				value = ""
			}
			*fields[columns[i]] = value
		}
		if line.participant.Name == "" {
			notes = append(notes, fmt.Sprintf("line %d: it names no participant", number))
			continue
		}
		lines = append(lines, line)
	}
}

// factColumns tells what the columns of a header are; "" are those that are not
// kept, which the notes tell.
func factColumns(header []string) (columns, notes []string) {
	for i, name := range header {
		name = strings.ToLower(strings.TrimSpace(name))
		switch {
		case slices.Contains(columns, name) && name != "":
			notes = append(notes, fmt.Sprintf("column %d: a second column of the same name: only the first was read", i+1))
			name = ""
		case !slices.Contains([]string{"participant", "affiliation", "site", "address", "seat"}, name):
			// Not by name: where there is no header, it is a value, perhaps a secret one.
			notes = append(notes, fmt.Sprintf("column %d: it is not participant, affiliation, site, address or seat, and was not read", i+1))
			name = ""
		}
		columns = append(columns, name)
	}
	return columns, notes
}

// csvReason says what is wrong with a line, and in which.
func csvReason(err error) string {
	if broken := (*csv.ParseError)(nil); errors.As(err, &broken) {
		return fmt.Sprintf("line %d: %v", broken.StartLine, broken.Err)
	}
	return reason(err)
}
