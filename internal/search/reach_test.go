package search_test

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/intake"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/internal/search"
	"github.com/ojcheck/ojcheck/lexer"
)

const (
	reachPrograms = 50_000 // programs in the archive
	leastTokens   = 60     // tokens of the shortest program in it
	reachCopies   = 100    // copies of each kind of disguise
	reachListed   = 50     // most candidates of each search
	reachDoc      = "../../docs/fingerprints.md"
)

// archiveProgram is a program of the archive.
type archiveProgram struct {
	author string // "" for a generated program
	tokens []lexer.Token
	class  int32 // programs with the same tokens have the same class
}

// TestReach counts how many planted copies a search finds in an archive of 50,000 programs: by the index of
// fingerprints, by the index of sampled shingles, by at least one index, and by an exact search of all shingles.
// docs/fingerprints.md has the table.
func TestReach(t *testing.T) {
	data := os.Getenv("OJCHECK_DATA")
	if data == "" {
		t.Skip("OJCHECK_DATA is not set")
	}
	rng := rand.New(rand.NewPCG(1, 2))
	programs := readPrograms(t, filepath.Join(data, "speed-gcj2020-java.zip"))
	submitted := len(programs)
	for len(programs) < reachPrograms {
		spliced := splice(programs[rng.IntN(submitted)].tokens, programs[rng.IntN(submitted)].tokens, rng)
		if len(spliced) >= leastTokens {
			programs = append(programs, archiveProgram{tokens: spliced})
		}
	}
	firstOfClass := classify(programs)
	db := open(t)
	firstID := storePrograms(t, db, programs)
	exact := newExactIndex(programs, firstOfClass)

	var table strings.Builder
	fmt.Fprintf(&table, "%-34s  k = 3  k = 8  sample  either  exact\n", "copies")
	var times []time.Duration
	for _, kind := range kindsOfCopies(newDisguiser(t)) {
		var near3, near8, sample, either, found int
		for range reachCopies {
			source := programs[rng.IntN(submitted)]
			for len(source.tokens) < 200 {
				source = programs[rng.IntN(submitted)]
			}
			host := programs[rng.IntN(submitted)]
			for host.author == source.author || len(host.tokens) < 300 {
				host = programs[rng.IntN(submitted)]
			}
			query := kind.disguise(source.tokens, host.tokens, rng)
			isSource := func(p archiveProgram) bool { return p.class == source.class || p.author == source.author }

			start := time.Now()
			proposed, err := db.finder().Candidates(t.Context(), []search.Query{search.QueryFor(query)}, contest.Scope{},
				search.Limits{Distance: search.DefaultDistance, FingerprintCandidates: reachListed, SampleCandidates: reachListed})
			must(t, err)
			times = append(times, time.Since(start))
			var by3, by8, bySample bool
			for _, c := range proposed[0].Candidates {
				if slices.ContainsFunc(c.Submissions, func(id int64) bool { return isSource(programs[id-firstID]) }) {
					by3 = by3 || c.NearFingerprint && c.Distance <= 3
					by8 = by8 || c.NearFingerprint
					bySample = bySample || c.SharedShingles > 0
				}
			}
			near3 += count(by3)
			near8 += count(by8)
			sample += count(bySample)
			either += count(by8 || bySample)
			found += count(slices.ContainsFunc(exact.search(query), isSource))
		}
		fmt.Fprintf(&table, "%-34s  %5d  %5d  %6d  %6d  %5d\n", kind.name, near3, near8, sample, either, found)
	}
	slices.Sort(times)
	t.Logf("%d programs of %d were submitted; a query takes %v (median), %v (p99)\n%s",
		submitted, len(programs), times[len(times)/2], times[len(times)*99/100], table.String())

	text, err := os.ReadFile(reachDoc)
	must(t, err)
	var want strings.Builder
	for line := range strings.Lines(table.String()) {
		want.WriteString("    " + line)
	}
	if !strings.Contains(string(text), want.String()) {
		t.Errorf("%s does not say\n%s", reachDoc, want.String())
	}
}

// count returns 1 for true and 0 for false.
func count(condition bool) int {
	if condition {
		return 1
	}
	return 0
}

// kindOfCopy is a way to disguise a program, or to insert a part of it into another.
type kindOfCopy struct {
	name     string
	disguise func(tokens, host []lexer.Token, rng *rand.Rand) []lexer.Token
}

// kindsOfCopies returns the rows of the table. The numbers in the names are the levels of disguise in
// testdata/README.md.
func kindsOfCopies(d disguiser) []kindOfCopy {
	type tokens = []lexer.Token
	part := func(percent int) func(tokens, tokens, *rand.Rand) tokens {
		return func(p, host tokens, rng *rand.Rand) tokens { return insert(p, host, percent, rng) }
	}
	padded := func(percent int) func(tokens, tokens, *rand.Rand) tokens {
		return func(p, _ tokens, rng *rand.Rand) tokens { return d.pad(p, percent, rng) }
	}
	return []kindOfCopy{
		{"1-3: comments, layout, names", func(p, _ tokens, _ *rand.Rand) tokens { return p }},
		{"4: functions in another order", func(p, _ tokens, rng *rand.Rand) tokens { return reorder(p, rng) }},
		{"5: loops rewritten", func(p, _ tokens, _ *rand.Rand) tokens { return d.rewriteLoops(p) }},
		{"6: functions split", func(p, _ tokens, _ *rand.Rand) tokens { return d.splitFunctions(p) }},
		{"7: 10% dead statements", padded(10)},
		{"7: 50% dead statements", padded(50)},
		{"7: dead after every statement", padded(100)},
		{"4 to 7 at once, 20% dead", func(p, _ tokens, rng *rand.Rand) tokens {
			return d.pad(d.splitFunctions(d.rewriteLoops(reorder(p, rng))), 20, rng)
		}},
		{"8: below another whole program", func(p, host tokens, _ *rand.Rand) tokens { return slices.Concat(host, p) }},
		{"a part, 80% of the program", part(80)},
		{"a part, 40% of the program", part(40)},
		{"a part, 20% of the program", part(20)},
		{"the same, 20% dead statements", func(p, host tokens, rng *rand.Rand) tokens {
			return d.pad(insert(p, host, 20, rng), 20, rng)
		}},
	}
}

// readPrograms reads the Java programs of at least leastTokens from an archive file.
func readPrograms(t *testing.T, path string) []archiveProgram {
	t.Helper()
	set, err := intake.Read(t.Context(), []string{path}, intake.Options{Layout: "(?P<problem>[^/]+)/(?P<participant>[^_]+)_.*"})
	must(t, err)
	java, _ := lexer.ByName("java")
	var list []archiveProgram
	for _, s := range set.Submissions {
		if p, err := program.Read(t.Context(), s.Files, java, true); err == nil && len(p.Tokens) >= leastTokens {
			list = append(list, archiveProgram{author: s.Participant, tokens: p.Tokens})
		}
	}
	return list
}

// classify sets the classes of the programs, and returns the index of the first program of
// each class.
func classify(programs []archiveProgram) []int {
	classes := make(map[string]int32)
	var first []int
	for i := range programs {
		var key []byte
		for _, token := range programs[i].tokens {
			key = binary.LittleEndian.AppendUint32(key, uint32(token.Symbol))
		}
		class, ok := classes[string(key)]
		if !ok {
			class = int32(len(classes))
			classes[string(key)] = class
			first = append(first, i)
		}
		programs[i].class = class
	}
	return first
}

// storePrograms stores programs in the archive without their sources, under consecutive IDs. It
// returns the first ID.
func storePrograms(t *testing.T, db archive, programs []archiveProgram) int64 {
	t.Helper()
	var contestID, first int64
	err := db.Pool().QueryRow(t.Context(), `
		WITH c AS (INSERT INTO contests (name) VALUES ('all') RETURNING id),
		i AS (INSERT INTO imports (contest_id, origin, state, finished_at) SELECT id, '', 'complete', now() FROM c RETURNING id),
		q AS (INSERT INTO problems (contest_id, name) SELECT id, 'A' FROM c RETURNING id),
		p AS (INSERT INTO participants (contest_id, number, name) SELECT id, 1, 'all' FROM c RETURNING id),
		s AS (INSERT INTO submissions (contest_id, import_id, identity, path, problem_id, participant_id, kind, language, verdict, attempt)
			SELECT c.id, i.id, sha256(n::text::bytea), n::text, q.id, p.id, 'official', 'java', '', 1
			FROM c, i, q, p, generate_series(1, $1::integer) n ORDER BY n RETURNING id)
		SELECT c.id, (SELECT min(id) FROM s) FROM c`, len(programs)).Scan(&contestID, &first)
	must(t, err)
	ids := make([]int64, len(programs))
	var entries []contest.IndexEntry
	for i, p := range programs {
		ids[i] = first + int64(i)
		query := search.QueryFor(p.tokens)
		entries = append(entries, contest.IndexEntry{SubmissionID: ids[i], Fingerprint: query.Fingerprint,
			HasFingerprint: query.HasFingerprint, Shingles: query.Sample})
	}
	must(t, db.SaveIndex(t.Context(), contestID, program.IndexVersion, entries))
	if _, err := db.Pool().Exec(t.Context(), "VACUUM ANALYZE index_entries, submissions"); err != nil {
		t.Fatal(err)
	}
	return first
}

// exactShingle is the length of the shingles for scoring pairs, in tokens.
const exactShingle = 10

// exactIndex maps each shingle to the classes that have it.
type exactIndex struct {
	programs []archiveProgram
	first    []int // of each class, the index of its first program
	classes  map[uint64][]int32
	scores   []float64 // of each class, for one query
}

func newExactIndex(programs []archiveProgram, first []int) *exactIndex {
	x := &exactIndex{programs, first, make(map[uint64][]int32), make([]float64, len(first))}
	for class, i := range first {
		for _, shingle := range distinctShingles(programs[i].tokens) {
			x.classes[shingle] = append(x.classes[shingle], int32(class))
		}
	}
	return x
}

func distinctShingles(tokens []lexer.Token) []uint64 {
	shingles := lexer.Shingles(tokens, exactShingle)
	slices.Sort(shingles)
	return slices.Compact(shingles)
}

// search returns the programs that share most with a query, one for each class. The weight of a
// shingle is the square of its rarity, as in the scores of pairs.
func (x *exactIndex) search(tokens []lexer.Token) []archiveProgram {
	clear(x.scores)
	for _, shingle := range distinctShingles(tokens) {
		holders := x.classes[shingle]
		rarity := math.Log(float64(len(x.first)) / float64(len(holders)))
		for _, class := range holders {
			x.scores[class] += float64(rarity * rarity)
		}
	}
	var list []int
	for class, score := range x.scores {
		if score > 0 {
			list = append(list, class)
		}
	}
	slices.SortFunc(list, func(a, b int) int { return cmp.Or(cmp.Compare(x.scores[b], x.scores[a]), cmp.Compare(a, b)) })
	var found []archiveProgram
	for _, class := range list[:min(reachListed, len(list))] {
		found = append(found, x.programs[x.first[class]])
	}
	return found
}
