package blind

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// TestSide tests that the path of a hidden side shows only an extension, and nothing that may
// be part of a name.
func TestSide(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name       string
		side, want contest.Side
	}{
		{"visible", contest.Side{Participant: "ada", Path: "A/ada/1.cpp", Number: 7}, contest.Side{Participant: "ada", Path: "A/ada/1.cpp", Number: 7}},
		{"hidden", contest.Side{Participant: "ada", Path: "A/ada/1.cpp", Number: 7, Attempt: 2, Hidden: true},
			contest.Side{Participant: "Participant 7", Path: "participant-7/attempt-2.cpp", Number: 7, Attempt: 2, Hidden: true}},
		{"a folder with a dot", contest.Side{Participant: "a", Path: "A/j.lovelace", Number: 7, Attempt: 1, Hidden: true},
			contest.Side{Participant: "Participant 7", Path: "participant-7/attempt-1", Number: 7, Attempt: 1, Hidden: true}},
		{"a folder with a short name after the dot", contest.Side{Participant: "a", Path: "A/Ada.Smith", Number: 7, Attempt: 1, Hidden: true},
			contest.Side{Participant: "Participant 7", Path: "participant-7/attempt-1", Number: 7, Attempt: 1, Hidden: true}},
		{"a folder that ends like a program of another language", contest.Side{Participant: "a", Path: "A/ada.rs", Language: "cpp", Number: 7, Attempt: 1, Hidden: true},
			contest.Side{Participant: "Participant 7", Path: "participant-7/attempt-1", Language: "cpp", Number: 7, Attempt: 1, Hidden: true}},
		{"hidden without a number", contest.Side{Participant: "ada", Path: "A/ada/1.cpp", Language: "cpp", Attempt: 2, Hidden: true},
			contest.Side{Participant: "Somebody", Path: "somebody/attempt-2.cpp", Language: "cpp", Attempt: 2, Hidden: true}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, Labels{}.Side(tt.side)); diff != "" {
				t.Errorf("side (-want +got):\n%s", diff)
			}
		})
	}
}

func TestMask(t *testing.T) {
	t.Parallel()
	masker := Labels{}.NewMasker([]contest.Participant{
		{ID: 1, Number: 17, Name: "Ada Lovelace", Affiliation: "Analytical Society", FormerNames: []string{"Augusta Byron", "Łukasz"}, Hidden: true},
		{ID: 2, Number: 3, Name: "Łukasz", Hidden: true},
		{ID: 3, Number: 4, Name: "Charles Babbage", FormerNames: []string{"Team Engine"}, Hidden: true},
		{ID: 4, Number: 5, Name: "Grace", Hidden: false},
		{ID: 5, Number: 6, Name: "ab", Hidden: true},
		{ID: 7, Number: 9, Name: "José García", Hidden: true},
		{ID: 6, Number: 8, Name: "4711", Hidden: true},
	}).ForSides(contest.Side{ParticipantID: 1, Number: 17, Hidden: true}, contest.Side{ParticipantID: 2, Number: 3, Hidden: true})
	tests := []struct{ text, want string }{
		{"// by Ada Lovelace", "// by Participant 17"},
		{"ada_lovelace.cpp", "Participant 17.cpp"},
		{"ADA  LOVELACE", "Participant 17"},
		{"Ada\nLovelace", "Participant 17\nParticipant 17"},
		{"lovelace@example.org", "Participant 17@example.org"},
		{"ŁUKASZ!", "Participant 3!"},
		{"of the analytical society", "of the affiliation of Participant 17"},
		{"Babbage and Charles Babbage", "Babbage and Participant 4"},
		{"jose\u0301 GARCI\u0301A", "Participant 9"},
		{"jos\u00e9 garcia", "Participant 9"},
		{"class AdaLovelace {", "class Participant 17 {"},
		// Grace is visible, ab and 4711 are too short to mask, and adapt only begins like Ada.
		{"Grace, ab, adapt, 4711", "Grace, ab, adapt, 4711"},
		{"class AdaLovelace2 {}", "class Participant 172 {}"}, // Participant 17, then the 2
		{`"\nLovelace"`, `"\nParticipant 17"`},
		{"x_lovelace, łukasz_3", "x_Participant 17, Participant 3_3"},
		{"A da love lace", "A da love lace"},
		{"of Byron, against team engine", "of Participant 17, against Participant 4"}, // former names
		{"adamant", "adamant"},
		{"", ""},
	}
	for _, tt := range tests {
		if got := masker.Mask(tt.text); got != tt.want {
			t.Errorf("Mask(%q) = %q, want %q", tt.text, got, tt.want)
		}
	}
	if got := (*Masker)(nil).Mask("Ada"); got != "Ada" {
		t.Errorf("a nil Masker changes \"Ada\" to %q", got)
	}
}

// TestFindInProgram tests that words of everyday code stay in programs, although participants are called like them.
func TestFindInProgram(t *testing.T) {
	t.Parallel()
	hidden := func(id int64, name string) contest.Participant {
		return contest.Participant{ID: id, Number: int(id), Name: name, Hidden: true}
	}
	people := []contest.Participant{hidden(1, "hash"), hidden(2, "out"), hidden(3, "CodeJam2"), hidden(4, "Max Long"), hidden(5, "Ada Student"),
		hidden(6, "zoe"), hidden(7, "A.b.S"), hidden(8, "student20231234"), hidden(9, "Answer Swerling")}
	people[5].Affiliation, people[6].Site = "Union", "Matrix"
	others := Labels{}.NewMasker(people)
	own := others.ForParticipants(people[3], people[4], people[8])
	tests := []struct {
		name       string
		masker     *Masker
		isCode     bool
		text, want string
	}{
		{"code of others", others, true, "System.out.print(hashMap, codejam2, Math.max(Long.MAX, maxLong, students), zoe)",
			"System.out.print(hashMap, codejam2, Math.max(Long.MAX, maxLong, students), Participant 6)"},
		{"comment of others", others, false, "the abs of out by zoe and Max Long", "the abs of out by Participant 6 and Participant 4"},
		{"own code", own, true, "Math.max(long, hash, students, ada, maxLong, MAX_LONG)", "Math.max(long, hash, students, Participant 5, Participant 4, Participant 4)"},
		{"own comment", own, false, "max of hash and maximum, by Max Long and student5, not by students",
			"Participant 4 of hash and maximum, by Participant 4 and Participant 55, not by Participant 5s"},
		{"a long number", others, true, "class student20231234", "class Participant 8"},
		{"a name after a word that stays", own, true, "answerling", "anParticipant 9"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := tt.masker.MaskInProgram(tt.text, tt.isCode); got != tt.want {
				t.Errorf("%q is masked as\n%q, want\n%q", tt.text, got, tt.want)
			}
		})
	}
	for name, m := range map[string]*Masker{"notes": others.ForNotes(), "statements": others.ForStatements()} {
		if got, want := m.Mask("out of the union and matrix of the hash of zoe and Max Long"), "out of the union and matrix of the hash of Somebody and Somebody"; got != want {
			t.Errorf("%s are masked as %q, want %q", name, got, want)
		}
	}
	if got, want := others.Mask("hash, copied from out"), "Participant 1, copied from Participant 2"; got != want {
		t.Errorf("other texts are masked as %q, want %q", got, want)
	}
	if got := others.MaskKnownSource(contest.KnownSource{Name: "hash", URL: "https://x/out"}); got.Name != "Somebody" || got.URL != "https://x/Somebody" {
		t.Errorf("a known source is called %q at %q, want Somebody", got.Name, got.URL)
	}
}

// TestLogins tests that usual logins of a given participant are masked in comments and strings, but not in code.
func TestLogins(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, text, want string }{
		{"John Smith", "jsmith, j.smith, smithj, smith_j, john.smith, john_smith, JSmith2024", "#, #, #, #, #, #, #2024"},
		{"Smith, John", "by jsmith@example.org", "by #@example.org"},
		{"John Quincy Adams", "jadams, jqadams, adamsjq", "#, #, #"},
		{"Nguyễn Văn Minh", "minhnv, nvminh, vanminh, nvm", "#, #, #, nvm"},
		{"José García", "jgarcia and josé.g", "# and #"},
		{"Łukasz Żółkiewski", "Lukasz Zolkiewski, lzolkiewski", "#, #"},
		{"Trần Văn Đức", "Duc, ductv", "#, #"},
		{"Juergen Grossmueller", "Jürgen Großmüller, jgroßmüller, Jurgen, Grossmuller", "#, #, #"},
		{"JUERGEN GROSSMUELLER", "Jürgen Großmüller, jgroßmüller", "#, #"},
		{"Jürgen Großmüller", "Juergen Grossmueller, jgrossmueller, Jurgen, Grossmuller", "#, #, #"},
		{"Søren Ærø", "Soren Aero, Soeren, saero", "#, #, #"},
		{"Sean O'Neil", "oneil, o'neil, soneil, ONeil", "#, #, #, #"},
		{"Jan van der Berg", "vanderberg, van der Berg, jvanderberg, jberg", "#, #, #, #"},
		{"Al Gol", "algo, gola, agol, goal", "algo, gola, agol, goal"}, // too short
		{"Sam Tring", "a string", "a string"},                          // everyday code
		{"Ada King", "makings, adaking", "makings, #"},
	} {
		m := Labels{}.NewMasker([]contest.Participant{{ID: 1, Number: 1, Name: tt.name, Hidden: true}, {ID: 2, Number: 2, Name: "Bob Stone", Hidden: true}})
		own := m.ForParticipants(contest.Participant{ID: 1, Number: 1, Hidden: true})
		if got := strings.ReplaceAll(own.MaskInProgram(tt.text, false), "Participant 1", "#"); got != tt.want {
			t.Errorf("%s: a comment is masked as %q, want %q", tt.name, got, tt.want)
		}
		const code = "int jsmith = bstone + smithj;"
		if got := own.MaskInProgram(code, true); got != code {
			t.Errorf("%s: code is masked as %q", tt.name, got)
		}
		if got := own.MaskInProgram("by bstone", false); got != "by bstone" {
			t.Errorf("%s: the login of a participant of another program is masked: %q", tt.name, got)
		}
	}
}

// TestMaskForParticipants tests that each word of a given participant's name is masked, and so
// are their site and seat. Addresses of all hidden participants are masked.
func TestMaskForParticipants(t *testing.T) {
	t.Parallel()
	people := []contest.Participant{
		{ID: 1, Number: 1, Name: "zyblonka7", Address: "10.1.11.1", Site: "Hall Gorblax", Seat: "row-7", Hidden: true},
		{ID: 2, Number: 2, Name: "88417203", Address: "10.11.1.1", Seat: "17", Hidden: true},
		{ID: 3, Number: 3, Name: "Ällonäs", Address: "FE80::1:2", Site: "Nantes", Seat: "Row-8", Hidden: true},
		{ID: 4, Number: 4, Name: "1234", Address: "2001:470::12", Hidden: true},
		{ID: 5, Number: 5, Name: "Prior", Hidden: true},
		{ID: 6, Number: 6, Name: "Anna Wexford", Hidden: true},
	}
	masker := Labels{}.NewMasker(people).ForParticipants(people[0], people[1], people[2], people[4])
	tests := []struct{ name, text, want string }{
		{"an address", "from 10.1.11.1 and 10.11.1.1.", "from address of Participant 1 and address of Participant 2."},
		{"an IPv6 address", "fe80::1:2 2001:470::12", "address of Participant 3 address of Participant 4"},
		{"numbers of an address with other separators", "{10, 1, 11, 1}", "{10, 1, 11, 1}"},
		{"a longer address", "10.1.11.12 1010.1.11.1", "10.1.11.12 1010.1.11.1"},
		{"a name of digits", "id_88417203 884172031", "id_Participant 2 884172031"},
		{"a short name of digits", "1234", "1234"},
		{"a site and seats", "hall GORBLAX, Row-7, Nantes, row-8", "site of Participant 1, seat of Participant 1, site of Participant 3, seat of Participant 3"},
		{"a seat with other separators, and a short seat", "row[7], 17", "row[7], 17"},
		{"a name inside a word", "solverofzyblonka(), ZYBLONKAX myzyblonkazyblonka", "solverofParticipant 1(), Participant 1X myParticipant 1Participant 1"},
		{"a name with accents inside a word", "byällonäsx byallonasx bya\u0308llonas", "byParticipant 3x byParticipant 3x byParticipant 3"},
		{"a name without its digits", "zyblonka", "Participant 1"},
		{"a short name inside a word", "priority_queue by prior", "priority_queue by Participant 5"},
		{"a name of another participant inside a word", "solverofwexford, anna wexford", "solverofwexford, Participant 6"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, masker.Mask(tt.text)); diff != "" {
				t.Errorf("masked text (-want +got):\n%s", diff)
			}
		})
	}
}

func TestForSides(t *testing.T) {
	t.Parallel()
	masker := Labels{}.NewMasker([]contest.Participant{
		{ID: 1, Number: 1, Name: "Ada", Hidden: true},
		{ID: 2, Number: 2, Name: "Ada Wexford", Hidden: true},
		{ID: 3, Number: 3, Name: "Charles Babbage"},
	})
	tests := []struct {
		name  string
		sides []contest.Side
		want  string
	}{
		{"no sides", nil, "Participant 1 is Wexford, not Babbage"},
		{"the side's own name takes precedence", []contest.Side{{ParticipantID: 2, Number: 2, Hidden: true}}, "Participant 2 is Participant 2, not Babbage"},
		{"hidden side without a number", []contest.Side{{ParticipantID: 3, Hidden: true}}, "Participant 1 is Wexford, not Somebody"},
		{"visible side", []contest.Side{{ParticipantID: 3, Number: 3}}, "Participant 1 is Wexford, not Babbage"},
		{"side of an unknown participant", []contest.Side{{ParticipantID: 4, Number: 4, Hidden: true}}, "Participant 1 is Wexford, not Babbage"},
	}
	for _, tt := range tests {
		if got := masker.ForSides(tt.sides...).Mask("Ada is Wexford, not Babbage"); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
	twice := masker.ForSides(contest.Side{ParticipantID: 3, Hidden: true}).ForSides(contest.Side{ParticipantID: 2, Number: 2, Hidden: true})
	if got, want := twice.Mask("Ada, MyBabbage"), "Participant 2, MySomebody"; got != want {
		t.Errorf("ForSides twice: got %q, want %q", got, want)
	}
	if got := (*Masker)(nil).ForSides(contest.Side{Hidden: true}).Mask("Ada"); got != "Ada" {
		t.Errorf("ForSides of a nil Masker: got %q, want \"Ada\"", got)
	}
}

// In a program, the numbers of another contest's participants do not appear, nor does a word of their names. Otherwise
// somebody who adds programs to a contest could learn who has which number in the other one.
func TestForProgram(t *testing.T) {
	t.Parallel()
	people := []contest.Participant{
		{ID: 1, ContestID: 1, Number: 1, Name: "Ada Wexford", Hidden: true},
		{ID: 2, ContestID: 1, Number: 2, Name: "Emmy Quxley", Hidden: true},
		{ID: 3, ContestID: 2, Number: 20, Name: "Emmy Quxley", Hidden: true, Affiliation: "Univ Plimsollia"},
		{ID: 4, ContestID: 2, Number: 21, Name: "Ada Wexford", Hidden: true},
		{ID: 5, ContestID: 2, Number: 22, Name: "Max Long", Hidden: true},
		{ID: 6, ContestID: 3, Number: 1, Name: "Bo Zyblonka"},
	}
	pair := Labels{}.NewMasker(people).ForParticipants(people[0], people[2])
	half := Labels{}.NewMasker(people).ForSides(contest.Side{ParticipantID: 6, Hidden: true}, contest.Side{ParticipantID: 3, Number: 20, Hidden: true})
	const text = "ada wexford, emmy_quxley, Max Long, byQuxley(), Wexford, the Univ Plimsollia, Bo Zyblonka, myzyblonka"
	tests := []struct {
		name      string
		masker    *Masker
		contestID int64
		want      string
	}{
		{"the first contest", pair, 1, "Participant 1, Participant 2, Somebody, byQuxley(), Participant 1, the Univ Plimsollia, Bo Zyblonka, myzyblonka"},
		{"the second contest", pair, 2, "Participant 21, Participant 20, Participant 22, byParticipant 20(), Wexford, the affiliation of Participant 20, Bo Zyblonka, myzyblonka"},
		{"a visible participant beside a hidden one", half, 3, "Somebody, Somebody, Somebody, byQuxley(), Wexford, the Univ Plimsollia, Somebody, mySomebody"},
		{"the hidden one", half, 2, "Participant 21, Participant 20, Participant 22, byParticipant 20(), Wexford, the affiliation of Participant 20, Somebody, myzyblonka"},
		{"a copy without numbers", pair.WithoutNumbers(), 1, "Somebody, Somebody, Somebody, byQuxley(), Somebody, the Univ Plimsollia, Bo Zyblonka, myzyblonka"},
		{"nil", nil, 1, text},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, tt.masker.ForProgram(tt.contestID).Mask(text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// ForSources and ForNotes write no numbers. They mask the same words of a text, also on a masker that ForSides made. ForNotes
// also masks everybody's affiliation, site and seat.
func TestForSources(t *testing.T) {
	t.Parallel()
	masker := Labels{}.NewMasker([]contest.Participant{
		{ID: 1, Number: 1, Name: "Ada Wexford", Hidden: true, Address: "192.0.2.17"},
		{ID: 2, Number: 2, Name: "quxley", Hidden: true, Affiliation: "Univ Plimsollia", Site: "Hall Gorblax", Seat: "row-17"},
		{ID: 3, Number: 3, Name: "Charles Babbage"},
	})
	const text, want = "ada_wexford, Wexford, quxley, 192.0.2.17, Charles Babbage", "Somebody, Wexford, Somebody, Somebody, Charles Babbage"
	for name, m := range map[string]*Masker{
		"of a contest": masker.ForSources(),
		"of ForSides":  masker.ForSides(contest.Side{ParticipantID: 1, Number: 1, Hidden: true}).ForSources(),
	} {
		if got := m.Mask(text); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
		const facts = "univ plimsollia, hall_gorblax, row-17"
		if got := m.Mask(facts); got != facts {
			t.Errorf("%s: got %q, want facts as they are", name, got)
		}
		if got, want := m.ForNotes().Mask(facts+", "+text), "Somebody, Somebody, Somebody, "+want; got != want {
			t.Errorf("%s, for notes: got %q, want %q", name, got, want)
		}
	}
	if got := masker.Mask("quxley"); got != "Participant 2" {
		t.Errorf("ForSources changed its receiver: it writes %q, want \"Participant 2\"", got)
	}
	if got := (*Masker)(nil).ForSources().Mask(text); got != text {
		t.Errorf("ForSources of a nil Masker: got %q, want the same text", got)
	}
}

// If one of two participants of different contests is hidden, the other one becomes hidden too and
// loses its number.
func TestHideCounterpart(t *testing.T) {
	t.Parallel()
	visible, hidden := contest.Participant{ContestID: 1, Number: 3}, contest.Participant{ContestID: 2, Number: 4, Hidden: true}
	visibleInContest2 := contest.Participant{ContestID: 2, Number: 5}
	newlyHidden := contest.Participant{ContestID: 1, Hidden: true}
	tests := []struct {
		name               string
		a, b, wantA, wantB contest.Participant
	}{
		{"the second is hidden", visible, hidden, newlyHidden, hidden},
		{"the first is hidden", hidden, visible, hidden, newlyHidden},
		{"neither is hidden", visible, visibleInContest2, visible, visibleInContest2},
		{"both are of one contest", visibleInContest2, hidden, visibleInContest2, hidden},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			HideCounterpart(&tt.a, &tt.b)
			if diff := cmp.Diff([]contest.Participant{tt.wantA, tt.wantB}, []contest.Participant{tt.a, tt.b}); diff != "" {
				t.Errorf("participants (-want +got):\n%s", diff)
			}
		})
	}
}

// TestFindings tests that Findings hides a visible program if an equal program in another
// contest is hidden, and other attempts with it.
func TestFindings(t *testing.T) {
	t.Parallel()
	sideOf := func(contestID int64, number int, hidden bool) contest.Side {
		return contest.Side{ContestID: contestID, Participant: "ada", Path: "1.cpp", Number: number, Hidden: hidden}
	}
	got := Labels{}.Findings(contest.Findings{Findings: []contest.Finding{
		{Side: sideOf(1, 3, false), SameProgram: []contest.Side{sideOf(2, 4, true), sideOf(2, 5, false)}},
		{Side: sideOf(1, 3, false)},
		{Side: sideOf(1, 3, false), OtherAttempts: []contest.Finding{
			{Side: sideOf(1, 3, false), SameProgram: []contest.Side{sideOf(2, 4, true)}}}},
	}})
	var names []string
	for _, best := range got.Findings {
		for _, f := range best.Attempts() {
			names = append(names, f.Participant)
			for _, p := range f.SameProgram {
				names = append(names, p.Participant)
			}
		}
	}
	if diff := cmp.Diff([]string{"Somebody", "Participant 4", "ada", "ada", "Somebody", "Somebody", "Participant 4"}, names); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}

func TestSkipped(t *testing.T) {
	t.Parallel()
	const first = 501 // number of the first item, as on a later page of the list
	masker := Labels{}.NewMasker([]contest.Participant{{ID: 1, Number: 2, Name: "ada", Hidden: true}})
	got := Skipped([]contest.SkippedItem{{Path: "A/eve/x.bin", Reason: i18n.Verbatim("A/eve/x.bin is binary")}, {Path: "A/ada/1.cpp", Reason: i18n.Verbatim("ada has two")},
		{Path: "A/ada/2.cpp", Reason: i18n.Verbatim("A/ada/2.cpp has no tokens")}}, first, map[string]contest.Side{"A/ada/2.cpp": {Problem: "A", Path: "A/ada/2.cpp", Participant: "ada", Number: 2, Attempt: 3, Language: "cpp", Hidden: true}}, masker)
	want := []contest.SkippedItem{{Path: "file-501", Reason: i18n.Verbatim("it is binary")}, {Path: "file-502.cpp", Reason: i18n.Verbatim("Participant 2 has two")}, {Path: "A/participant-2/attempt-3.cpp", Reason: i18n.Verbatim("it has no tokens")}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("skipped items (-want +got):\n%s", diff)
	}
}

func FuzzMask(f *testing.F) {
	f.Add("Ada Lovelace", "by ada-lovelace, Ada")
	f.Add("\xff\xfeab", "x\xff\xfeab\r\ny")
	f.Fuzz(func(t *testing.T, name, text string) {
		masker := Labels{}.NewMasker([]contest.Participant{{ID: 1, Number: 1, Name: name, Hidden: true}}).ForParticipants(contest.Participant{ID: 1, Number: 1, Hidden: true})
		end := 0
		for _, m := range masker.Find(text) {
			if m.Start < end || m.End <= m.Start || m.End > len(text) {
				t.Fatalf("match %+v is not between the offsets %d and %d", m, end, len(text))
			}
			end = m.End
		}
		if strings.Count(masker.Mask(text), Labels{}.Participant(1)) < len(masker.Find(text)) {
			t.Errorf("Mask(%q) = %q, want the label %d times or more", text, masker.Mask(text), len(masker.Find(text)))
		}
	})
}

// Labels are in the language of the reader; paths are the same in all, and a reader finds a participant by either label.
func TestLanguages(t *testing.T) {
	t.Parallel()
	labels := LabelsIn(i18n.In("es"))
	side := labels.Side(contest.Side{Participant: "ada", Path: "A/ada/1.cpp", Number: 1234, Attempt: 2, Hidden: true})
	if side.Participant != "Participante 1234" || side.Path != "participant-1234/attempt-2.cpp" {
		t.Errorf("Spanish side: %q, %q", side.Participant, side.Path)
	}
	person := contest.Participant{ID: 1, Number: 4, Name: "Ada Lovelace", Affiliation: "Analytical Society", Hidden: true}
	if got, want := labels.NewMasker([]contest.Participant{person}).ForParticipants(person).Mask("Ada, Analytical Society"),
		"Participante 4, "+i18n.In("es").T("affiliation of %s", "Participante 4"); got != want {
		t.Errorf("masked in Spanish: %q, want %q", got, want)
	}
	for typed, want := range map[string]string{
		"participante  1234": "Participant 1234", "Participante 0x": "Participante 0x", "Ada 4": "Ada 4", "17": "17", "": "", "Participant 5": "Participant 5",
		"Participante 19, participante 41": "Participant 19 Participant 41", "Participante 19 41": "Participant 19 41", "Wexford, Ada": "Wexford, Ada",
	} {
		if got := labels.ToEnglish(typed); got != want {
			t.Errorf("%q in English: %q, want %q", typed, got, want)
		}
	}
}
