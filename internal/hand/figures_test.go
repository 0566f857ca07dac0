package hand

import (
	"archive/zip"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
)

// Compare notices most of the programs that the test exchanges between participants of a real contest, and no more honest
// programs than the allowed false alarms. Each exchanged program comes without the lines that its author repeats in other
// programs, because a person who copies a solution puts it into their own template.
func TestFigures(t *testing.T) {
	programs := readContest(t)
	before := newStyles(t, programs)
	var honest []float64
	ranks, err := before.allRanks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range ranks {
		honest = append(honest, r.share())
	}
	slices.Sort(honest)
	random := rand.New(rand.NewPCG(1, 2))
	for _, test := range []struct {
		name      string
		templates bool // the foreign programs come with their templates
		goals     [2]float64
	}{
		{"without templates", false, [2]float64{0.55, 0.80}},
		{"with templates", true, [2]float64{0.55, 0.80}},
	} {
		var foreign []float64
		const parts = 4 // one participant in parts has a foreign program for one problem
		for _, problem := range []string{"A", "B", "C", "D", "E"} {
			for part := range parts {
				exchanged := slices.Clone(programs)
				var places []int
				for i, p := range programs {
					if p.Problem == problem {
						places = append(places, i)
					}
				}
				for i, place := range places {
					if i%parts != part {
						continue
					}
					from := programs[places[(i+1+random.IntN(len(places)-1))%len(places)]]
					exchanged[place].Files = from.Files
					if !test.templates {
						exchanged[place].Files = withoutRepeated(programs, from)
					}
				}
				after := newStyles(t, exchanged)
				for i, place := range places {
					if i%parts != part {
						continue
					}
					p := exchanged[place]
					if fact, ok := compareIn(t, after, p, programsOf(exchanged, p.Participant)); ok {
						foreign = append(foreign, float64(fact.Closer)/float64(fact.Others))
					} else {
						foreign = append(foreign, 0) // too little to compare: not noticed
					}
				}
			}
		}
		for i, alarms := range []float64{0.01, 0.05} {
			limit := honest[len(honest)-1-int(alarms*float64(len(honest)))]
			above := func(shares []float64, limit float64) float64 {
				noticed := 0
				for _, share := range shares {
					if share > limit {
						noticed++
					}
				}
				return float64(noticed) / float64(len(shares))
			}
			part := above(foreign, limit)
			t.Logf("%s: with %.0f%% false alarms among %d programs, %.1f%% of %d foreign ones are noticed: more than %.0f%% of the others are closer",
				test.name, 100*alarms, len(honest), 100*part, len(foreign), 100*limit)
			if tenth := max(limit, 0.1); alarms == 0.05 { // the second limit of the fact
				t.Logf("%s: if a tenth of the others are closer, with %.1f%% false alarms, %.1f%%", test.name, 100*above(honest, tenth), 100*above(foreign, tenth))
			}
			if part < test.goals[i] {
				t.Errorf("%s: noticed %.1f%% with %.0f%% false alarms, want %.0f%%", test.name, 100*part, 100*alarms, 100*test.goals[i])
			}
		}
	}
}

func programsOf(programs []Program, participant string) (list []Program) {
	for _, p := range programs {
		if p.Participant == participant {
			list = append(list, p)
		}
	}
	return list
}

// withoutRepeated returns the files of a program without the lines that its author repeats for other problems.
func withoutRepeated(programs []Program, p Program) []contest.File {
	lines := countLines(programsOf(programs, p.Participant))
	var files []contest.File
	for _, file := range p.Files {
		kept := lines.keptLines(file.Content)
		var rest [][]byte
		for line := range bytes.Lines(file.Content) {
			if kept[0] {
				rest = append(rest, line)
			}
			kept = kept[1:]
		}
		files = append(files, contest.File{Path: file.Path, Content: bytes.Join(rest, nil)})
	}
	return files
}

// readContest returns the last attempts of the contest in $OJCHECK_DATA; it skips the test without one.
func readContest(t testing.TB) []Program {
	t.Helper()
	data := os.Getenv("OJCHECK_DATA")
	if data == "" || testing.Short() {
		t.Skip("OJCHECK_DATA is not set, or -short")
	}
	archive, err := zip.OpenReader(filepath.Join(data, "contest-gcj2020-java.zip"))
	if err != nil {
		t.Skip(err)
	}
	defer archive.Close()
	java, _ := lexer.ByName("java")
	slices.SortFunc(archive.File, func(a, b *zip.File) int { return cmp.Compare(a.Name, b.Name) })
	var programs []Program
	for _, file := range archive.File {
		path := strings.Split(file.Name, "/") // problem, participant, attempt
		// The folder without a name has the programs of several people.
		if len(path) != 3 || path[1] == "" || path[2] == "" {
			continue
		}
		r, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		p := Program{Participant: path[1], Problem: path[0], Language: java, Files: []contest.File{{Path: file.Name, Content: content}}}
		if n := len(programs); n > 0 && comparePrograms(p, programs[n-1]) == 0 {
			programs = programs[:n-1]
		}
		programs = append(programs, p)
	}
	return programs
}

// BenchmarkNew measures reading a contest of 249 participants with four or five programs each, and ranking them too.
func BenchmarkNew(b *testing.B) {
	programs := readContest(b)
	for _, isRanked := range []bool{false, true} {
		b.Run(fmt.Sprintf("ranked=%v", isRanked), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				styles := newStyles(b, programs)
				if !isRanked {
					continue
				}
				if _, err := styles.allRanks(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(programs)), "programs")
		})
	}
}

// BenchmarkCompare measures comparing one program of the same contest.
func BenchmarkCompare(b *testing.B) {
	programs := readContest(b)
	styles := newStyles(b, programs)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		p := programs[i%len(programs)]
		compareIn(b, styles, p, programsOf(programs, p.Participant))
	}
}
