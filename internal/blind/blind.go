// Package blind hides from reviewers which participant submitted a program. Reviewers see
// "Participant 17" instead of a name, with the same number everywhere in the contest.
// They see no names of folders and files either, because most of these contain the participant's name.
//
// Values such as contest.Side have a field Hidden. The functions here return copies without the names, so
// pages, reports and exports need not know about blind review. Only [HideCounterpart] changes its arguments.
// [Labels] writes the texts that replace names, in one language. A [Masker] replaces names inside sources, notes
// and messages.
package blind

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/lexer"
)

// Labels writes the texts that replace names, in one language. The zero value writes English.
type Labels struct{ printer *i18n.Printer }

// LabelsIn returns the labels in the language of a printer.
func LabelsIn(p *i18n.Printer) Labels { return Labels{p} }

// LabelsFrom returns the labels in the language of a context, see [i18n.From].
func LabelsFrom(ctx context.Context) Labels { return LabelsIn(i18n.From(ctx)) }

func (l Labels) text(key i18n.Key, args ...any) string {
	return cmp.Or(l.printer, i18n.English()).T(key, args...)
}

// Participant returns the label of a hidden participant. It has no number if the number is 0, as after [HideCounterpart].
func (l Labels) Participant(number int) string {
	if number == 0 {
		return l.text("Somebody")
	}
	return l.text("Participant %s", strconv.Itoa(number))
}

// ToEnglish replaces typed labels in the language of l by the English labels, such as "Participante 19, participante 41" by
// "Participant 19 Participant 41". It returns a text without labels unchanged.
func (l Labels) ToEnglish(typed string) string {
	words := strings.FieldsFunc(typed, func(r rune) bool { return unicode.IsSpace(r) || r == ',' })
	length := len(strings.Fields(l.Participant(1))) // words of a label
	found := false
	for i := 0; i+length <= len(words); i++ {
		label := strings.Join(words[i:i+length], " ")
		number, err := strconv.Atoi(strings.TrimFunc(label, func(r rune) bool { return r < '0' || r > '9' }))
		if err == nil && strings.EqualFold(label, l.Participant(number)) {
			words, found = slices.Replace(words, i, i+length, Labels{}.Participant(number)), true
		}
	}
	if !found {
		return typed
	}
	return strings.Join(words, " ")
}

// HasNames reports whether a text typed to find participants has words that are neither numbers nor labels in the language of l.
func (l Labels) HasNames(typed string) bool {
	words := strings.Fields(strings.ToLower(strings.ReplaceAll(l.ToEnglish(typed), ",", " ")))
	return slices.ContainsFunc(words, func(word string) bool {
		_, err := strconv.Atoi(word)
		return err != nil && word != "participant"
	})
}

// folderLabel returns the name shown for the folder of a hidden side, in English for all languages, like all paths.
func folderLabel(number int) string {
	return strings.ToLower(strings.ReplaceAll(Labels{}.Participant(number), " ", "-"))
}

// FileLabel returns the name shown for the n-th file, from 1, of a hidden side.
func FileLabel(n int, path string) string { return fmt.Sprintf("file-%d%s", n, extension(path)) }

// FilePath returns the path shown for the n-th file, from 1, of a side.
func (m *Masker) FilePath(side contest.Side, n int, path string) string {
	if side.Hidden {
		return FileLabel(n, path)
	}
	return m.Mask(path)
}

// Side replaces the participant and path of a hidden side.
func (l Labels) Side(s contest.Side) contest.Side {
	if s.Hidden {
		ending := extension(s.Path)
		if language, _ := lexer.ByPath(s.Path); language != nil && s.Language != "" && language.ID != s.Language {
			ending = "" // the path is a folder whose name happens to end like a file in another language
		}
		s.Path = fmt.Sprintf("%s/attempt-%d%s", folderLabel(s.Number), s.Attempt, ending)
		s.Participant = l.Participant(s.Number)
	}
	return s
}

// Pair hides the hidden sides of a pair. [Masker.MaskKnownCode] hides names in the pair's known source.
func (l Labels) Pair(p contest.Pair) contest.Pair {
	p.Left, p.Right = l.Side(p.Left), l.Side(p.Right)
	return p
}

// Cluster hides the hidden members of a cluster.
func (l Labels) Cluster(c contest.Cluster) contest.Cluster {
	c.Members = slices.Clone(c.Members)
	for i := range c.Members {
		m := &c.Members[i]
		m.Participant = l.HideParticipant(m.Participant)
		m.Earliest, m.Similar = l.Side(m.Earliest), l.Side(m.Similar)
	}
	c.LinkEdges = slices.Clone(c.LinkEdges)
	for i := range c.LinkEdges {
		edge := &c.LinkEdges[i]
		edge.Other = l.HideParticipant(edge.Other)
	}
	return c
}

// HideParticipant removes all personal data of a hidden participant.
func (l Labels) HideParticipant(p contest.Participant) contest.Participant {
	if p.Hidden {
		return contest.Participant{ID: p.ID, ContestID: p.ContestID, Number: p.Number, Hidden: true, Name: l.Participant(p.Number)}
	}
	return p
}

// HideCounterpart takes two participants of different contests. If one of them is hidden, it hides both: they
// may be one person or know each other, so one name would reveal the other name. A participant who is not hidden in
// their contest gets the number 0, because pages of that contest show name and number side by side.
func HideCounterpart(a, b *contest.Participant) {
	if a.ContestID == b.ContestID || a.Hidden == b.Hidden {
		return
	}
	if a.Hidden {
		a, b = b, a
	}
	a.Hidden, a.Number = true, 0
}

// Findings hides hidden programs in a search result. If a finding has a hidden program among its attempts and
// identical programs, Findings also hides the finding's programs of other contests: a name beside a hidden program would show
// whose it is.
func (l Labels) Findings(f contest.Findings) contest.Findings {
	f.Findings = slices.Clone(f.Findings)
	for i := range f.Findings {
		finding := &f.Findings[i]
		finding.OtherAttempts = slices.Clone(finding.OtherAttempts)
		attempts := []*contest.Finding{finding}
		for j := range finding.OtherAttempts {
			attempts = append(attempts, &finding.OtherAttempts[j])
		}
		var beforeHiding []contest.Side
		for _, a := range attempts {
			beforeHiding = append(append(beforeHiding, a.Side), a.SameProgram...)
		}
		hide := func(place contest.Side) contest.Side {
			if !place.Hidden && slices.ContainsFunc(beforeHiding, func(other contest.Side) bool {
				return other.Hidden && place.ContestID != other.ContestID
			}) {
				place.Hidden, place.Number = true, 0
			}
			return l.Side(place)
		}
		for _, a := range attempts {
			a.Side, a.SameProgram = hide(a.Side), slices.Clone(a.SameProgram)
			for j, place := range a.SameProgram {
				a.SameProgram[j] = hide(place)
			}
		}
	}
	return f
}

// Skipped hides the paths of skipped items, and masks names in the reasons. An item whose path is in submissions is
// shown as the problem and the path of that side, replaced as in [Labels.Side]. Other items become numbered files; first is the
// number of the first item of list.
func Skipped(list []contest.SkippedItem, first int, submissions map[string]contest.Side, masker *Masker) []contest.SkippedItem {
	masked := make([]contest.SkippedItem, len(list))
	for i, s := range list {
		label := FileLabel(first+i, s.Path)
		if side, ok := submissions[s.Path]; ok {
			label = side.Problem + "/" + Labels{}.Side(side).Path
		}
		masked[i] = contest.SkippedItem{Path: label, Reason: s.Reason.Map(func(words string) string {
			return masker.Mask(strings.ReplaceAll(words, s.Path, "it"))
		})}
	}
	return masked
}

// Summary hides the hidden participants of a check's contest in its summary.
func (l Labels) Summary(s contest.Summary, participants []contest.Participant) contest.Summary {
	labels := make(map[string]string)
	for _, p := range participants {
		if p.Hidden {
			labels[p.Name] = l.Participant(p.Number)
		}
	}
	s.PrivateTemplates = slices.Clone(s.PrivateTemplates)
	for i := range s.PrivateTemplates {
		t := &s.PrivateTemplates[i]
		for _, name := range []*string{&t.Left, &t.Right} { // the two participants who share the template
			if label, hidden := labels[*name]; hidden {
				*name = label
			}
		}
	}
	masker := l.NewMasker(participants)
	s.Incomplete = slices.Clone(s.Incomplete)
	for i, reason := range s.Incomplete {
		s.Incomplete[i] = reason.Map(masker.Mask)
	}
	return s
}

// Reviews masks names in the notes of the reviews of a pair. The masked names get no numbers, because a reviewer could write a
// list of names to learn the numbers. Reviews removes the program hashes of hidden participants, because whoever has a program
// could compute its hash and compare.
func Reviews(p contest.Pair, list []review.Review, masker *Masker) []review.Review {
	first, second := p.Left, p.Right
	if first.ParticipantID > second.ParticipantID { // the first participant of a case is the one with the smaller ID
		first, second = second, first
	}
	list = slices.Clone(list)
	for i := range list {
		r := &list[i]
		r.Note = masker.ForNotes().Mask(r.Note)
		if first.Hidden {
			r.Basis.FirstHash = ""
		}
		if second.Hidden {
			r.Basis.SecondHash = ""
		}
	}
	return list
}

// Roster holds participants with their names. A caller can mask the names, but not read them.
type Roster struct{ people []contest.Participant }

// NewRoster returns a roster of the participants of some contests.
func NewRoster(people []contest.Participant) Roster { return Roster{people} }

// HideAllBut returns a roster that hides all participants except one.
func (r Roster) HideAllBut(participantID int64) Roster {
	people := slices.Clone(r.people)
	for i := range people {
		people[i].Hidden = people[i].Hidden || people[i].ID != participantID
	}
	return Roster{people}
}

// Masker returns a masker for the hidden participants.
func (r Roster) Masker(l Labels) *Masker { return l.NewMasker(r.people) }

// Summary hides the hidden participants in the summary of a check.
func (r Roster) Summary(l Labels, s contest.Summary) contest.Summary { return l.Summary(s, r.people) }

// extension returns the extension of a path. It returns "" for an ending that belongs to no language: that
// may be part of a name.
func extension(p string) string {
	if _, ok := lexer.ByPath(p); ok {
		return path.Ext(p)
	}
	return ""
}
