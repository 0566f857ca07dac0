package intake

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// A participants.csv at the top is read in every form of input, and does not change the
// submissions.
func TestFacts(t *testing.T) {
	t.Parallel()
	const programs = "A/ann.cpp\nA/bob/01-WA.cpp\nA/bob/02-AC.cpp\nB/ann.cpp\nB/bob.cpp\nB/Zoë.cpp"
	full := "\ufeffseat,Participant, affiliation,site,address\r\n7,ann,\"Analytical, Society\",Hall 2,10.0.0.7\r\n,Zoë,,,\r\n8, bob ,,,\r\n"
	ann := contest.Participant{Name: "ann", Affiliation: "Analytical, Society", Site: "Hall 2", Address: "10.0.0.7", Seat: "7"}
	bob, zoe := contest.Participant{Name: "bob", Seat: "8"}, contest.Participant{Name: "Zoë"}
	for format, pack := range formats {
		tests := []struct {
			name    string
			files   []tFile
			want    []contest.Participant
			skipped []string
		}{
			{"at the top", append(treeOf(programs), tFile{"participants.csv", full}), []contest.Participant{zoe, ann, bob}, nil},
			{"in the folder of everything", append(below("finals/", programs), tFile{"finals/Participants.CSV", full}), []contest.Participant{zoe, ann, bob}, nil},
			{"written by a participant", append(treeOf(programs), tFile{"A/participants.csv", full}, tFile{"A/bob/participants.csv", full}), nil,
				[]string{"A/bob/participants.csv: " + reasonData, "A/participants.csv: " + reasonData}},
			{"secrets and strangers", append(treeOf(programs), tFile{"participants.csv",
				"participant,password,seat,seat\nann,hunter2,7,8\nann,,9,\neve,x,1,2\n,x,1,2\nbob,x,8,9,10\n"}),
				[]contest.Participant{{Name: "ann", Seat: "7"}, {Name: "bob", Seat: "8"}},
				[]string{
					"participants.csv: column 2 was not read: it is none of participant, affiliation, site, address, seat",
					"participants.csv: column 4 was not read: it is a second seat",
					"participants.csv: line 3: a second line for the same participant: only the first was read",
					"participants.csv: line 4: nobody of that name has a submission",
					"participants.csv: line 5: it names no participant",
					"participants.csv: line 6: more values than columns: the extra ones were not read",
				}},
			{"without a header", append(treeOf(programs), tFile{"participants.csv", "ann,hunter2\n"}), nil, []string{
				`participants.csv: not read: its first line names no column "participant"`}},
			{"broken", append(treeOf(programs), tFile{"participants.csv", "participant,seat\nann,7\nbob,\"8\n"}), []contest.Participant{{Name: "ann", Seat: "7"}},
				[]string{`participants.csv: not read to its end: line 3: extraneous or missing " in quoted-field`}},
			{"too long", append(treeOf(programs), tFile{"participants.csv", "participant,seat\nann," + strings.Repeat("x", maxFactBytes+1)}),
				[]contest.Participant{{Name: "ann"}}, []string{"participants.csv: line 2: the seat is longer than 1000 bytes and was not read"}},
			{"empty", append(treeOf(programs), tFile{"participants.csv", "\n"}), nil, []string{"participants.csv: empty"}},
			{"UTF-16", append(treeOf(programs), tFile{"participants.csv", "\xff\xfep\x00"}), nil, []string{"participants.csv: UTF-16 text: save it as UTF-8"}},
		}
		for _, tt := range tests {
			t.Run(format+" "+tt.name, func(t *testing.T) {
				t.Parallel()
				set, err := Read(t.Context(), []string{pack(t, t.TempDir(), "c", tt.files)}, Options{})
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(tt.want, set.Participants); diff != "" {
					t.Errorf("participants (-want +got):\n%s", diff)
				}
				var skipped []string
				for _, s := range set.Skipped {
					skipped = append(skipped, strings.TrimPrefix(s.Path, "finals/")+": "+s.Reason)
				}
				if diff := cmp.Diff(tt.skipped, skipped); diff != "" {
					t.Errorf("skipped (-want +got):\n%s", diff)
				}
				if set.Layout != ProblemParticipant || len(set.Submissions) != 6 {
					t.Errorf("%d submissions, read as %s", len(set.Submissions), set.Layout)
				}
			})
		}
	}
}

func below(folder, lines string) []tFile {
	files := treeOf(lines)
	for i := range files {
		files[i].name = folder + files[i].name
	}
	return files
}

// Base code may have any files beside it.
func TestFactsBesideBaseCode(t *testing.T) {
	t.Parallel()
	dir := formats["folder"](t, t.TempDir(), "base", []tFile{{"a.cpp", "int a;"}, {"participants.csv", "participant\nann\n"}})
	files, skipped, err := ReadFiles(t.Context(), []string{dir}, Limits{})
	want := []contest.SkippedItem{{Path: "participants.csv", Reason: reasonData}}
	if diff := cmp.Diff(want, skipped); diff != "" || err != nil || len(files) != 1 {
		t.Errorf("%d files, %v; skipped (-want +got):\n%s", len(files), err, diff)
	}
}

func FuzzFacts(f *testing.F) {
	f.Add([]byte("participant,affiliation\nann,\"x\"\n"))
	f.Add([]byte("\ufeffseat,participant\r\n\"7\nbob"))
	f.Add([]byte("a,,participant,participant\n\n,\xff,\u202ez"))
	f.Fuzz(func(t *testing.T, content []byte) {
		lines, notes := parseParticipants(content)
		last := 1
		for _, l := range lines {
			p := l.participant
			if l.number <= last || p.Name == "" {
				t.Errorf("line %d after %d: %+v", l.number, last, p)
			}
			last = l.number
			for _, text := range []string{p.Name, p.Affiliation, p.Site, p.Address, p.Seat} {
				if len(text) > maxFactBytes || printable(text) != text && !strings.Contains(text, `\`) {
					t.Errorf("line %d has %q", l.number, text)
				}
			}
		}
		for _, n := range notes {
			if n == "" {
				t.Error("an empty note")
			}
		}
	})
}
