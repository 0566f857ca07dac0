package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
)

// PersonalDataTable writes what is stored about the participants with a name, for the person with this name: as in the copy of
// [Redact], other participants of the contest and reviewers are numbers. In texts, each name of another participant is
// "Somebody". Statements of other participants are left out, unless they name the person.
func PersonalDataTable(w io.Writer, list []review.PersonalData) error {
	out := bufio.NewWriter(w)
	for i, stored := range list {
		if i > 0 {
			fmt.Fprintln(out)
		}
		d := newPersonalData(stored)
		for _, m := range d.about() {
			if cell := personalCell(m.value); cell != "" {
				fmt.Fprintf(out, "%s: %s\n", withSpaces(m.name), text.Visible(cell))
			}
		}
		for _, s := range d.sections() {
			fmt.Fprintf(out, "\n%s: %d\n", withSpaces(s.name), len(s.rows))
			if len(s.rows) > 0 {
				writeTable(out, personalColumns(s.rows), s.rows, 0)
			}
		}
	}
	return out.Flush()
}

// PersonalDataJSON writes the same as [PersonalDataTable] as one object.
func PersonalDataJSON(w io.Writer, list []review.PersonalData) error {
	return writeJSON(w, "personal data", object{{"contests", objects(list, func(stored review.PersonalData) object {
		d := newPersonalData(stored)
		o := d.about()
		for _, s := range d.sections() {
			o = append(o, member{s.name, s.rows})
		}
		return o
	})}})
}

// personalSection lists one kind of data. All rows have the same members.
type personalSection struct {
	name string
	rows []object
}

// personalColumns returns the columns of rows, without those that are empty in all rows.
func personalColumns(rows []object) (columns []column[object]) {
	for i, m := range rows[0] {
		value := func(o object) string { return personalCell(o[i].value) }
		for _, row := range rows {
			if value(row) != "" {
				columns = append(columns, column[object]{name: withSpaces(m.name), isText: true, value: value})
				break
			}
		}
	}
	return columns
}

func withSpaces(name string) string { return strings.ReplaceAll(name, "_", " ") }

func personalCell(value any) string {
	switch v := value.(type) {
	case *time.Time:
		if v == nil {
			return ""
		}
		return v.Format("2006-01-02 15:04")
	case bool:
		if !v {
			return ""
		}
		return "yes"
	case []string:
		return strings.Join(v, ", ")
	}
	return fmt.Sprint(value)
}

// personalData hides everybody but the participant.
type personalData struct {
	review.PersonalData
	masker *blind.Masker
}

func newPersonalData(stored review.PersonalData) personalData {
	everybody := make([]contest.Participant, len(stored.Everybody))
	for i, p := range stored.Everybody {
		p.Hidden = p.Name != stored.Name // the same name in another contest stays
		everybody[i] = p
	}
	return personalData{stored, blind.Labels{}.NewMasker(everybody)}
}

func (d personalData) mask(words string) string { return d.masker.ForNotes().Mask(words) }

// other returns the label of another participant.
func (d personalData) other(contestID int64, number int) string {
	if contestID != d.ContestID {
		return "somebody of another contest"
	}
	return blind.Labels{}.Participant(number)
}

func (d personalData) otherOfCase(c review.CaseEntry) string {
	p := c.FirstParticipant
	if p.ID == d.ID {
		p = c.SecondParticipant
	}
	return d.other(p.ContestID, p.Number)
}

// sides returns the participant's side of a pair, and the label of the other participant.
func (d personalData) sides(left, right contest.Side) (own contest.Side, other string) {
	if right.ParticipantID == d.ID {
		left, right = right, left
	}
	return left, d.other(right.ContestID, right.Number)
}

func (d personalData) about() object {
	return object{
		{"contest", d.Contest}, {"name", d.Name}, {"number", d.Number}, {"affiliation", d.Affiliation}, {"site", d.Site},
		{"address", d.Address}, {"seat", d.Seat}, {"system_id", d.SystemID}, {"former_names", slices.Concat([]string{}, d.FormerNames)}, {"outcome", d.Outcome.Name},
		{"outcome_set", timeOrNil(d.Outcome.At)}, {"stores", d.Retention.String()},
		{"uploads_with_name", d.Uploads},
	}
}

func (d personalData) sections() []personalSection {
	return []personalSection{
		{"programs", objects(d.Programs, func(p review.StoredProgram) object {
			return object{
				{"problem", p.Problem}, {"attempt", p.Attempt}, {"path", p.Path}, {"language", p.Language},
				{"language_version", p.LanguageVersion}, {"kind", p.Kind}, {"verdict", p.Verdict}, {"submitted", timeOrNil(p.Time)},
				{"system_id", p.SystemID}, {"files", p.Files}, {"bytes", p.Bytes}, {"replaced", p.Superseded},
			}
		})},
		{"near_sources", objects(d.Near, func(n review.NearSource) object {
			return object{
				{"check", n.CheckID}, {"problem", n.Problem}, {"path", n.Path}, {"kind", n.Kind},
				{"source", d.masker.SourceName(n.Kind, n.Number, n.Name, true)}, {"suspicion", roundShare(n.Suspicion)},
			}
		})},
		{"pairs", objects(d.Pairs, func(p contest.Pair) object {
			own, other := d.sides(p.Left, p.Right)
			known := ""
			if p.Known != nil {
				known = d.masker.MaskKnownCode(p.Known, true).Name
			}
			return object{
				{"check", p.CheckID}, {"problem", p.Problem}, {"with", other}, {"path", own.Path}, {"rank", p.Rank},
				{"suspicion", roundShare(p.Suspicion)}, {"similarity", roundShare(p.Similarity)}, {"matched_tokens", p.MatchedTokens},
				{"cluster", p.Cluster}, {"source", known},
			}
		})},
		{"cases", objects(d.Cases, func(c review.CaseEntry) object {
			return object{
				{"problem", c.Problem}, {"with", d.otherOfCase(c)}, {"state", c.State},
				{"appealed", timeOrNil(c.Appeal.At)}, {"appeal", d.mask(c.Appeal.Grounds)},
			}
		})},
		{"decisions", d.decisions()},
		{"statements", d.statements()},
		{"links", objects(d.Links, func(l review.Link) object {
			recipient := "outsider: " + d.mask(l.Recipient)
			switch l.ParticipantID {
			case 0:
			case d.ID:
				recipient = "the participant"
			default:
				recipient = "the other participant"
			}
			return object{
				{"problem", l.Problem}, {"for", recipient}, {"hides", l.Hides}, {"made", timeOrNil(l.CreatedAt)},
				{"opened", timeOrNil(l.OpenedAt)}, {"ends", timeOrNil(l.EndsAt)}, {"withdrawn", timeOrNil(l.WithdrawnAt)},
			}
		})},
		{"alerts", objects(d.Alerts, func(a contest.Alert) object {
			own, other := d.sides(a.Left, a.Right)
			return object{
				{"at", timeOrNil(a.At)}, {"problem", a.Problem}, {"with", other}, {"path", own.Path},
				{"suspicion", roundShare(a.Suspicion)}, {"state", a.State},
			}
		})},
		{"log", objects(d.Log, d.logEntry)},
		{"texts", objects(d.Texts, func(t review.StoredText) object {
			return object{{"place", t.Place}, {"text", d.mask(t.Text)}}
		})},
	}
}

func (d personalData) decisions() []object {
	rows := []object{}
	for _, c := range d.Cases {
		for i, r := range c.Reviews {
			rows = append(rows, object{
				{"problem", c.Problem}, {"with", d.otherOfCase(c)}, {"reviewer", i + 1}, {"decision", r.Decision}, {"reason", r.Reason},
				{"ruling", r.Ruling}, {"decided", timeOrNil(r.At)}, {"note", d.mask(r.Note)},
			})
		}
	}
	return rows
}

// statements returns the participant's own statements, unmasked: masked places would tell which of the names they wrote are names.
func (d personalData) statements() []object {
	rows := []object{}
	for _, c := range d.Cases {
		for _, s := range c.StatementsOf(d.ID) {
			rows = append(rows, object{
				{"problem", c.Problem}, {"with", d.otherOfCase(c)}, {"made", timeOrNil(s.At)}, {"read", timeOrNil(s.ReadAt)}, {"text", s.Text},
			})
		}
	}
	return rows
}

// logEntry leaves out who did it.
func (d personalData) logEntry(e review.Entry) object {
	problem, others := e.Problem, []string{}
	own := review.ParticipantRef{ContestID: d.ContestID, Number: d.Number}
	for _, p := range []review.ParticipantRef{e.First, e.Second} {
		if p != own && p != (review.ParticipantRef{}) {
			others = append(others, d.other(p.ContestID, p.Number))
		}
	}
	for _, p := range e.Details.Pairs {
		for _, number := range []int{p.First, p.Second} {
			if number != d.Number && (p.First == d.Number || p.Second == d.Number) {
				problem, others = p.Problem, append(others, d.other(e.ContestID, number))
			}
		}
	}
	return object{
		{"at", timeOrNil(e.At)}, {"action", e.Action}, {"problem", problem}, {"with", strings.Join(others, ", ")},
		{"decision", e.Details.Decision}, {"reason", e.Details.Reason}, {"state", e.Details.State}, {"from", e.Details.From},
		{"to", e.Details.To}, {"file", e.Details.File}, {"hides", e.Details.Hides}, {"note", d.mask(e.Note)},
	}
}
