package intake

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// A participants.csv at the top of any kind of input gives facts about participants, and does not
// change the submissions.
func TestParticipantsFile(t *testing.T) {
	t.Parallel()
	const programs = "A/ann.cpp\nA/bob/01-WA.cpp\nA/bob/02-AC.cpp\nB/ann.cpp\nB/bob.cpp\nB/Zoë.cpp"
	full := "\ufeffseat,Participant, affiliation,site,address,ID\r\n7,ann,\"Analytical, Society\",Hall 2,10.0.0.7,t-9\r\n,Zoë,,,,\r\n8, bob ,,,,\r\n"
	ann := contest.Participant{Name: "ann", Affiliation: "Analytical, Society", Site: "Hall 2", Address: "10.0.0.7", Seat: "7", SystemID: "t-9"}
	bob, zoe := contest.Participant{Name: "bob", Seat: "8"}, contest.Participant{Name: "Zoë"}
	for format, pack := range inputWriters {
		tests := []struct {
			name    string
			files   []testFile
			want    []contest.Participant
			skipped []string
		}{
			{"at the top", append(filesOf(programs), testFile{"participants.csv", full}), []contest.Participant{zoe, ann, bob}, nil},
			{"in the only folder of the input", below("finals/", append(filesOf(programs), testFile{"Participants.CSV", full})), []contest.Participant{zoe, ann, bob}, nil},
			{"in the folders of problems and participants", append(filesOf(programs), testFile{"A/participants.csv", full}, testFile{"A/bob/participants.csv", full}), nil,
				[]string{"A/bob/participants.csv: " + reasonData, "A/participants.csv: " + reasonData}},
			{"unknown columns and names", append(filesOf(programs), testFile{"participants.csv",
				"participant,password,seat,seat\nann,hunter2,7,8\nann,,9,\neve,x,1,2\n,x,1,2\nbob,x,8,9,10\n"}),
				[]contest.Participant{{Name: "ann", Seat: "7"}, {Name: "bob", Seat: "8"}},
				[]string{
					"participants.csv: column 2 was not read: it is none of participant, affiliation, site, address, seat, id",
					"participants.csv: column 4 was not read: it is a second seat",
					"participants.csv: line 3: a second line for the same participant: only the first was read",
					"participants.csv: line 4: nobody of that name has a submission",
					"participants.csv: line 5: it names no participant",
					"participants.csv: line 6: more values than columns: the extra ones were not read",
				}},
			{"without a header", append(filesOf(programs), testFile{"participants.csv", "ann,hunter2\n"}), nil, []string{
				`participants.csv: not read: its first line names no column "participant"`}},
			{"a quote that is not closed", append(filesOf(programs), testFile{"participants.csv", "participant,seat\nann,7\nbob,\"8\n"}), []contest.Participant{{Name: "ann", Seat: "7"}},
				[]string{`participants.csv: not read to its end: line 3: extraneous or missing " in quoted-field`}},
			{"a fact that is too long", append(filesOf(programs), testFile{"participants.csv", "participant,seat\nann," + strings.Repeat("x", maxFactBytes+1)}),
				[]contest.Participant{{Name: "ann"}}, []string{"participants.csv: line 2: the value in the column seat is longer than 1,000 bytes and was not read"}},
			{"list of only an empty line", append(filesOf(programs), testFile{"participants.csv", "\n"}), nil, []string{"participants.csv: empty"}},
			{"UTF-16", append(filesOf(programs), testFile{"participants.csv", utf16Of(binary.LittleEndian, "\ufeffparticipant,seat\nann,7\n")}),
				[]contest.Participant{{Name: "ann", Seat: "7"}}, nil},
		}
		for _, tt := range tests {
			t.Run(format+" "+tt.name, func(t *testing.T) {
				t.Parallel()
				result := readAll(t, Options{}, pack(t, t.TempDir(), "c", tt.files))
				diff(t, "participants", tt.want, result.Participants)
				diff(t, "skipped", tt.skipped, trimFolder(skipLines(result), "finals/"))
				if result.Layout != ProblemParticipant || len(result.Submissions) != 6 {
					t.Errorf("%d submissions read as %s, want 6 read as problem/participant", len(result.Submissions), result.Layout)
				}
			})
		}
	}
}

// Beside base code, a participants.csv is an ordinary data file.
func TestParticipantsFileBesideBaseCode(t *testing.T) {
	t.Parallel()
	dir := inputWriters["folder"](t, t.TempDir(), "base", []testFile{{"a.cpp", "int a;"}, {"participants.csv", "participant\nann\n"}})
	files, skipped, err := ReadFiles(t.Context(), []string{dir}, Limits{})
	want := []contest.SkippedItem{{Path: "participants.csv", Reason: i18n.Textf(reasonData)}}
	if diff := cmp.Diff(want, skipped); diff != "" || err != nil || len(files) != 1 {
		t.Errorf("%d files and error %v, want 1 file; skipped (-want +got):\n%s", len(files), err, diff)
	}
}

// FuzzParticipantsFile reads any table: lines are in order, facts are short and can be shown,
// and nobody has an empty name.
func FuzzParticipantsFile(f *testing.F) {
	f.Add([]byte("participant,affiliation\nann,\"x\"\n"))
	f.Add([]byte("\ufeffseat,participant\r\n\"7\nbob"))
	f.Add([]byte("a,,participant,participant\n\n,\xff,\u202ez"))
	f.Fuzz(func(t *testing.T, content []byte) {
		table, err := parseTable(content, participantColumns, nil, "participant")
		if err != nil {
			return
		}
		last := 1
		var submissions []contest.Submission
		for _, r := range table.rows {
			if r.line <= last {
				t.Errorf("line %d comes after line %d", r.line, last)
			}
			last = r.line
			for _, column := range participantColumns {
				if fact := r.text(column); len(fact) > maxFactBytes || printable(fact) != fact && !strings.Contains(fact, `\`) {
					t.Errorf("line %d has a fact that is too long or cannot be shown: %q", r.line, fact)
				}
			}
			submissions = append(submissions, contest.Submission{Participant: r.text("participant")})
		}
		for _, note := range table.notes {
			if note.IsZero() {
				t.Error("an empty note")
			}
		}
		tree := &tree{participantFiles: []file{{path: participantsFile, inputPath: participantsFile, content: content}}}
		for _, p := range tree.participantFacts(submissions) {
			if p.Name == "" {
				t.Errorf("a participant without a name: %+v", p)
			}
		}
	})
}
