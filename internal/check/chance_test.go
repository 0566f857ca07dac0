package check

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/pairs"
)

// readSet returns the submissions of an archive or directory of $OJCHECK_DATA.
func readSet(t *testing.T, name, layout string) []contest.Submission {
	t.Helper()
	path := filepath.Join(os.Getenv("OJCHECK_DATA"), name)
	if _, err := os.Stat(path); os.Getenv("OJCHECK_DATA") == "" || err != nil {
		t.Skipf("OJCHECK_DATA names no directory with %s", name)
	}
	return readInput(t, path, layout).Submissions
}

// programsOf returns the last submission of each participant for a problem, as programs.
func programsOf(t *testing.T, submissions []contest.Submission, problem string) []pairs.Program {
	t.Helper()
	last := make(map[string]int)
	var chosen []contest.Submission
	for _, sub := range submissions {
		if sub.Problem != problem {
			continue
		}
		if i, ok := last[sub.Participant]; ok {
			chosen[i] = sub
			continue
		}
		last[sub.Participant] = len(chosen)
		chosen = append(chosen, sub)
	}
	read := readPrograms(t, Defaults(), chosen)
	var programs []pairs.Program
	for _, pool := range pools(read, Defaults(), make(map[string]*familyCorpus)) {
		programs = append(programs, pool.corpus.programs(pool.submissions)...)
	}
	return programs
}

// honest returns the programs without one of each two that are obvious copies.
func honest(t *testing.T, programs []pairs.Program) []pairs.Program {
	t.Helper()
	found, err := pairs.Find(t.Context(), programs, pairs.Options{Keep: 0.6})
	must(t, err)
	dropped := make(map[int]bool)
	for _, pair := range found.Pairs {
		if !dropped[pair.Left] {
			dropped[pair.Right] = true
		}
	}
	var rest []pairs.Program
	for i, program := range programs {
		if !dropped[i] {
			rest = append(rest, program)
		}
	}
	return rest
}

// honestPools returns the honest programs of eight problems, each of hundreds of participants.
func honestPools(t *testing.T) (pools [][]pairs.Program) {
	t.Helper()
	submissions := readSet(t, "poj104-8-problems.zip", "problem/participant")
	for _, problem := range []string{"p1", "p14", "p27", "p40", "p53", "p66", "p79", "p92"} {
		pools = append(pools, honest(t, programsOf(t, submissions, problem)))
	}
	return pools
}

// countListed counts the pairs whose chance is at most the default maximum, 1.
func countListed(ctx context.Context, t *testing.T, programs []pairs.Program) (listed int) {
	t.Helper()
	p := Defaults()
	found, err := pairs.Find(ctx, programs, pairs.Options{Keep: p.Keep})
	must(t, err)
	for _, pair := range found.Pairs {
		if found.Tail.Chance(pair.Suspicion, pair.Evidence) <= p.MaxChance {
			listed++
		}
	}
	return listed
}

// In 200 random halves of honest pools, 0.5 to 2 pairs on average have a chance of at most 1: a
// chance of 1 means that one such pair is expected.
func TestChanceIsCalibrated(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	pools := honestPools(t)
	random := rand.New(rand.NewPCG(1, 2))
	listed, halves := 0, 0
	for _, pool := range pools {
		for range 200 / len(pools) {
			random.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
			listed += countListed(t.Context(), t, pool[:len(pool)/2])
			halves++
		}
	}
	mean := float64(listed) / float64(halves)
	t.Logf("%d halves: %.2f pairs on average have a chance of at most 1", halves, mean)
	if mean < 0.5 || mean > 2 {
		t.Errorf("%.2f honest pairs on average have a chance of at most 1, want 0.5 to 2", mean)
	}
}

// Honest programs for a problem are split in two contests, of 5 to 100 and of more than 200 participants. On
// average 0.2 to 3 pairs of the smaller contest with the larger one have a chance of at most 1. If the
// pairs of the smaller contest alone were counted, there would be several times as many.
func TestChanceAcrossContests(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	pools := honestPools(t)
	random := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{5, 10, 20, 50, 100} {
		listed, alone, rounds := 0, 0, 0
		for _, programs := range pools {
			for range 2 + 50/size {
				random.Shuffle(len(programs), func(i, j int) { programs[i], programs[j] = programs[j], programs[i] })
				earlier := programs[len(programs)/2:]
				pool := pairs.NewPool(programs[:size], pairs.Options{Keep: 0.05})
				found, err := pool.FindEarlier(t.Context(), pairs.EarlierPrograms{Programs: earlier})
				must(t, err)
				tail := pool.Tail()
				for _, pair := range found.Pairs {
					if tail.Chance(pair.Suspicion, pair.Evidence) <= 1 {
						alone++
					}
					if tail.ChanceAmong(pair.Suspicion, pair.Evidence, int64(size*len(earlier))) <= 1 {
						listed++
					}
				}
				rounds++
			}
		}
		mean := float64(listed) / float64(rounds)
		t.Logf("%d participants: %.2f pairs with the earlier contest have a chance of at most 1; %.2f by the contest's own pairs",
			size, mean, float64(alone)/float64(rounds))
		if mean < 0.2 || mean > 3 || alone < 2*listed {
			t.Errorf("%d participants: %.2f honest pairs on average have a chance of at most 1, want 0.2 to 3", size, mean)
		}
	}
}

// In random pools of 2 to 12 honest programs, less than one pair on average has a chance of at most 1, and less than one
// is in the default list: docs/chance.md has these figures.
func TestChanceOfSmallPools(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	random := rand.New(rand.NewPCG(1, 2))
	rounds, participants := 0, []int{2, 3, 5, 8, 12}
	reached, listed := make(map[int]int), make(map[int]int) // by participants
	for _, programs := range honestPools(t) {
		for range 50 {
			rounds++
			random.Shuffle(len(programs), func(i, j int) { programs[i], programs[j] = programs[j], programs[i] })
			for _, n := range participants {
				found, err := pairs.Find(t.Context(), programs[:n], pairs.Options{})
				must(t, err)
				for _, pair := range found.Pairs {
					chance := found.Tail.Chance(pair.Unraised, pair.Evidence)
					if chance <= 1 {
						reached[n]++
					}
					if Defaults().Lists(contest.Scores{Suspicion: pair.Suspicion, Chance: &chance}) {
						listed[n]++
					}
				}
			}
		}
	}
	for _, n := range participants {
		chance, list := float64(reached[n])/float64(rounds), float64(listed[n])/float64(rounds)
		t.Logf("%d participants: %.2f pairs on average have a chance of at most 1, %.2f are listed", n, chance, list)
		if chance >= 1 || list >= 1 {
			t.Errorf("%d participants: %.2f honest pairs on average have a chance of at most 1, %.2f are listed; want less than one", n, chance, list)
		}
	}
}

// Of thirteen pools of hundreds of programs, one has programs that anybody finds alike, and no pool is simple: the
// bounds of pairs.Alike and pairs.Simplicity are far from the other pools. The test logs the figures.
func TestUnusualProblems(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	p := Defaults()
	p.Keep = 0.9 // only the distribution matters
	for archive, layout := range map[string]string{
		"poj104-8-problems.zip":    "problem/participant",
		"contest-gcj2020-java.zip": `(?P<problem>[^/]+)/(?P<participant>[^/]+)/.*`,
	} {
		submissions := readPrograms(t, p, readSet(t, archive, layout))
		found, err := (&comparer{parameters: p, progress: serial(nil)}).compare(t.Context(), submissions)
		must(t, err)
		for _, h := range found.histograms {
			t.Logf("%s, %s: the typical program has %d shingles, the typical pair a suspicion of %.4f", archive, h.Problem, h.TypicalSize, h.Median)
			if isAlike := h.Problem == "p40"; h.TooSimple != isAlike || h.Simplicity > 0 || !isAlike && h.Median > 0.05 {
				t.Errorf("%s, %s: too simple %v with a simplicity of %v, want %v", archive, h.Problem, h.TooSimple, h.Simplicity, isAlike)
			}
		}
	}
}

// disguises are labelled sets of copies, with what was done to the copies.
var disguises = []struct{ set, kind string }{
	{"emse-insert", "statements inserted"},
	{"emse-refactor", "refactored"},
	{"emse-gptobf", "obfuscated by a model"},
	{"gcj-rewrites", "rewritten by a model"},
	{"soco-c", "reused in C"},
	{"soco-java", "reused in Java"},
	{"conplag-raw", "copied in Java contests"},
	{"vkcup2015", "copied in other contests"},
}

// If copies of labelled sets are planted in pools of hundreds of programs, a check with the default parameters
// lists at least eight tenths of those that have a suspicion of 0.5 or more in their own small pools.
func TestPlantedCopiesAreListed(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	pools := []struct {
		archive, layout, extensions string
		problems                    []string
		copies                      int // of each set, for each problem
	}{
		{"poj104-8-problems.zip", "problem/participant", ".c .cpp", []string{"p1", "p27", "p40", "p79"}, 5},
		{"contest-gcj2020-java.zip", `(?P<problem>[^/]+)/(?P<participant>[^/]+)/.*`, ".java", []string{"A", "B", "C", "E"}, 3},
		{"speed-gcj2020-java.zip", `(?P<problem>[^/]+)/(?P<participant>[^_]+)_.*\.java`, ".java", []string{"task"}, 12}, // 5,387 participants
	}
	allPlanted, allListed := 0, 0
	for _, pool := range pools {
		planted, listed := make(map[string]int), make(map[string]int) // by kind
		submissions := readSet(t, pool.archive, pool.layout)
		for _, disguise := range disguises {
			left := suspiciousCopies(t, disguise.set, strings.Fields(pool.extensions))
			for _, problem := range pool.problems {
				n := min(pool.copies, len(left))
				for _, pair := range left[:n] {
					for i, sub := range pair {
						sub.Problem = problem
						sub.Participant = disguise.kind + "/" + pair[0].Path + [2]string{"", "/copy"}[i]
						submissions = append(submissions, sub)
					}
				}
				planted[disguise.kind] += n
				left = left[n:]
			}
		}
		for _, problem := range pool.problems {
			inPool := slices.DeleteFunc(slices.Clone(submissions), func(s contest.Submission) bool { return s.Problem != problem })
			for _, pair := range checkInMemory(t, inPool) {
				source, isCopy := strings.CutSuffix(pair.Left.Participant, "/copy")
				other, otherIsCopy := strings.CutSuffix(pair.Right.Participant, "/copy")
				if source == other && isCopy != otherIsCopy && Defaults().Lists(pair.Scores) {
					listed[source[:strings.IndexByte(source, '/')]]++
				}
			}
		}
		for _, disguise := range disguises {
			t.Logf("%s, %s: %d of %d planted copies are listed", pool.archive, disguise.kind, listed[disguise.kind], planted[disguise.kind])
			allPlanted += planted[disguise.kind]
			allListed += listed[disguise.kind]
		}
	}
	if allListed*10 < allPlanted*8 {
		t.Errorf("%d of %d planted copies are listed, want eight tenths or more", allListed, allPlanted)
	}
}

// If the originals of labelled copies are in an archive, a contest of 5 to 100 participants lists at least eight tenths of the
// copies that have a suspicion of 0.5 or more in their own small pools: with an archive of 250 participants, and of 5,000.
func TestCopiesOfArchivedProgramsAreListed(t *testing.T) {
	t.Parallel()
	skipIfShort(t)
	sizes, archives := []int{5, 10, 20, 100}, []int{250, 5000}
	random := rand.New(rand.NewPCG(1, 2))
	strangers := map[bool][][]pairs.Program{} // by whether they are in Java
	c, java := readSet(t, "poj104-8-problems.zip", "problem/participant"), readSet(t, "contest-gcj2020-java.zip", `(?P<problem>[^/]+)/(?P<participant>[^/]+)/.*`)
	for _, problem := range []string{"p1", "p27", "p40", "p79"} {
		strangers[false] = append(strangers[false], honest(t, programsOf(t, c, problem)))
	}
	for _, problem := range []string{"A", "B", "C", "E"} {
		strangers[true] = append(strangers[true], honest(t, programsOf(t, java, problem)))
	}
	all := make(map[[2]int]int)
	planted := 0
	for _, disguise := range disguises {
		listed := make(map[[2]int]int) // by participants of the contest and of the archive
		copies := suspiciousCopies(t, disguise.set, []string{".c", ".cpp", ".java"})
		copies = copies[:min(len(copies), 30)]
		for i, pair := range copies {
			for side := range pair {
				pair[side].Problem, pair[side].Participant = "planted", pair[side].Path
			}
			programs := programsOf(t, pair[:], "planted")
			pool := strangers[filepath.Ext(pair[0].Path) == ".java"][i%4]
			for _, size := range sizes {
				random.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
				contestants := slices.Concat(programs[1:], pool[:size-1])
				for i := range contestants {
					contestants[i].Participant, contestants[i].Problem = i, 0
				}
				index := pairs.NewPool(contestants, pairs.Options{Keep: Defaults().Keep})
				found, err := index.FindEarlier(t.Context(), pairs.EarlierPrograms{Programs: programs[:1]})
				must(t, err)
				tail := index.Tail()
				for _, pair := range found.Pairs {
					for _, participants := range archives {
						chance := tail.ChanceAmong(pair.Unraised, pair.Evidence, int64(size)*int64(participants))
						if pair.Left == 0 && Defaults().Lists(contest.Scores{Suspicion: pair.Suspicion, Chance: &chance}) {
							listed[[2]int{size, participants}]++
							all[[2]int{size, participants}]++
						}
					}
				}
			}
		}
		planted += len(copies)
		t.Logf("%s: %d copies, listed by participants of the contest and of the archive: %v", disguise.kind, len(copies), listed)
	}
	t.Logf("all: %d copies, listed: %v", planted, all)
	for _, size := range sizes {
		for _, participants := range archives {
			if n := all[[2]int{size, participants}]; n*10 < planted*8 {
				t.Errorf("a contest of %d participants lists %d of %d copies from an archive of %d, want eight tenths or more", size, n, planted, participants)
			}
		}
	}
}

// suspiciousCopies returns labelled copies of a set, each with its original, that have a suspicion of 0.5 or more
// among the programs of the set. No program comes twice. The order is random, but always the same.
func suspiciousCopies(t *testing.T, set string, extensions []string) (copies [][2]contest.Submission) {
	t.Helper()
	submissions := readSet(t, set+"/files", `(?P<problem>[^/]+)/(?P<participant>.+)`)
	byPath := make(map[string]contest.Submission)
	for _, sub := range submissions {
		byPath[sub.Path] = sub
	}
	suspicious := make(map[[2]string]bool)
	for _, pair := range checkInMemory(t, submissions) {
		if pair.Suspicion >= 0.5 {
			suspicious[[2]string{pair.Left.Path, pair.Right.Path}] = true
		}
	}
	rows := readRows(t, filepath.Join(os.Getenv("OJCHECK_DATA"), set, "pairs.csv"))
	random := rand.New(rand.NewPCG(1, 2))
	random.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	used := make(map[string]bool)
	for _, row := range rows {
		left, right := row[0], row[1]
		isSuspicious := suspicious[[2]string{left, right}] || suspicious[[2]string{right, left}]
		if row[2] != "1" || !isSuspicious || used[left] || used[right] || !slices.Contains(extensions, filepath.Ext(left)) {
			continue
		}
		used[left], used[right] = true, true
		copies = append(copies, [2]contest.Submission{byPath[left], byPath[right]})
	}
	return copies
}

// checkInMemory checks submissions with the default parameters and returns the stored pairs.
func checkInMemory(t *testing.T, submissions []contest.Submission) []contest.Pair {
	t.Helper()
	var store memoryStore
	mustCheck(t, &Checker{Store: &store}, Request{Submissions: submissions, Parameters: Defaults()})
	return store.pairs
}
