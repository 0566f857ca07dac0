package check

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/internal/search"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/pairs"
)

// knownSources holds the known sources of a check, and the results of comparing programs with them.
type knownSources struct {
	list       []knownSource
	remembered rememberedByPool // of a Scorer; nil for a check, which compares all programs at once
	pools      []contest.SourcePool
	near       []contest.NearProgram
}

// knownSource is a known source with its program.
type knownSource struct {
	contest.CheckSource
	program *submission
}

// maxSolutions is the maximum number of the organisers' solutions for one problem that become known sources.
const maxSolutions = 100

// addSolutions stores the solutions of the organisers as known sources, unless they are stored
// already, or are too short to be compared. Of each problem it stores the first maxSolutions.
func (c *Checker) addSolutions(ctx context.Context, req Request, contestID int64) error {
	if len(req.Solutions) == 0 {
		return nil
	}
	stored, err := c.Store.KnownPrograms(ctx, contest.SourceFilter{ContestID: contestID})
	if err != nil {
		return err
	}
	type solution struct {
		problem string
		hash    [sha256.Size]byte
	}
	known, counts := make(map[solution]bool), make(map[string]int)
	for _, s := range stored {
		known[solution{s.Problem, sha256.Sum256(s.File.Content)}] = true
		if s.Kind == contest.Jury {
			counts[s.Problem]++
		}
	}
	var added []contest.KnownSource
	for _, s := range req.Solutions {
		s.ContestID, s.Contest = contestID, req.Contest
		key := solution{s.Problem, sha256.Sum256(s.File.Content)}
		if counts[s.Problem] == maxSolutions || known[key] {
			continue
		}
		err := search.PrepareSource(ctx, &s, []contest.Problem{{Name: s.Problem}})
		if _, ok := errors.AsType[*search.RequestError](err); ok {
			continue
		}
		if err != nil {
			return err
		}
		known[key] = true
		counts[s.Problem]++
		added = append(added, s)
	}
	if len(added) == 0 {
		return nil
	}
	_, err = c.Store.AddSources(ctx, req.By, search.SourceSampleVersion, added)
	return err
}

// knownSources returns the known sources for a check of a contest, numbered. If a setting of the contest
// says so, it returns published sources from before the contest as base code instead.
func (c *Checker) knownSources(ctx context.Context, contestID int64) (
	sources []contest.CheckSource, base []contest.File, err error) {
	stored, err := c.Store.KnownPrograms(ctx, contest.SourceFilter{ContestID: contestID, ForAllContests: true})
	if err != nil {
		return nil, nil, err
	}
	var checked contest.Contest // only read if there are published sources
	if slices.ContainsFunc(stored, func(s contest.KnownSource) bool { return s.Kind == contest.Published }) {
		checked, err = c.Store.Contest(ctx, contestID)
		if err != nil && !errors.Is(err, contest.ErrNotFound) { // a contest to follow may not be stored yet
			return nil, nil, err
		}
	}
	for _, s := range stored {
		starts := checked.Metadata.StartsAt
		if checked.PublishedBase && s.Kind == contest.Published && s.Problem == "" &&
			!s.Date.IsZero() && !starts.IsZero() && s.Date.Before(starts) {
			s.File.Path = contest.PublishedFolder + s.File.Path
			base = append(base, s.File)
			continue
		}
		sources = append(sources, contest.CheckSource{Number: len(sources) + 1, KnownSource: s})
	}
	return sources, base, nil
}

func (r *Request) addBase(files []contest.File) {
	for _, file := range files {
		r.Base = append(slices.Clip(r.Base), file)
		r.Parameters.Base = append(slices.Clip(r.Parameters.Base), file.Path)
	}
}

// digestWithSources adds known sources to a check's digest.
func digestWithSources(digest string, sources []contest.CheckSource) string {
	if len(sources) == 0 {
		return digest
	}
	h := sha256.New()
	writeParts(h, digest)
	for _, s := range sources {
		writeParts(h, s.Problem, string(s.Kind), s.Name)
		writeFiles(h, []contest.File{s.File})
	}
	return digestOf(h)
}

// readSources lexes known sources on all processors, and removes base code from them. Sources that cannot be compared are
// returned as skipped. It returns nil for no sources.
func readSources(ctx context.Context, r *reader, sources []contest.CheckSource) (*knownSources, []contest.SkippedItem, error) {
	if len(sources) == 0 {
		return nil, nil, nil
	}
	sourceReader := &reader{languages: r.languages, base: r.base, parameters: r.parameters, lex: r.lex}
	batch := make([]contest.Submission, len(sources))
	for i, s := range sources {
		language := forcedLanguage(r.parameters)
		if byPath, ok := lexer.ByPath(s.File.Path); ok && language == nil {
			language = byPath
		}
		batch[i] = contest.Submission{ID: int64(i), Path: "known source: " + s.Name, Problem: s.Problem, Files: []contest.File{s.File}}
		if language != nil {
			batch[i].Language = language.ID
		}
	}
	programs, result, err := sourceReader.readBatch(ctx, batch, nil, nil, func(int) {})
	if err != nil {
		return nil, nil, err
	}
	known := &knownSources{}
	for _, sub := range programs {
		known.list = append(known.list, knownSource{sources[sub.ID], sub})
	}
	if sourceReader.timedOut.Load() {
		r.timedOut.Store(true)
	}
	return known, result.skipped, nil
}

const (
	// A program is near a source if their suspicion is more than sourceMargin times the highest suspicion
	// of any two other participants. The margin is above 1 because an honest program may be a little more
	// similar to a source than all honest programs of the contest are to each other.
	sourceMargin = 1.1
	// minKnownShare is the least share of the code of a pair that must also be in sources. A smaller share
	// is a line or two that everybody writes.
	minKnownShare = 0.1
)

// compare compares the programs of a pool with the known sources of its problem. It adds the programs that
// are near a source to k, and sets the field known of the pairs in found. wanted marks the programs that are compared
// now; nil for a check, which compares all.
func (k *knownSources) compare(ctx context.Context, p *pool, index *pairs.Pool, r pairs.Result, found []foundPair, wanted []bool,
	parameters contest.Parameters) error {
	sources := k.forPool(p)
	if len(sources) == 0 {
		return nil
	}
	all, isComplete := found, true
	if k.remembered != nil {
		var err error
		if all, r, isComplete, err = k.remembered.add(ctx, p, index, found, r, wanted); err != nil {
			return err
		}
	}
	search := sources.search(p, index)
	var near map[string]bool // participants
	if isComplete {
		scored, err := search.Find(ctx)
		if err != nil {
			return fmt.Errorf("compare programs of %s with known sources: %w", p.name(), err)
		}
		var pool contest.SourcePool
		pool, near = sources.nearParticipants(p, r, all, scored.Pairs, parameters)
		if k.remembered == nil {
			k.pools = append(k.pools, pool)
			for _, s := range scored.Pairs {
				if sub := p.submissions[s.Left]; near[sub.Participant] && s.Suspicion > sourceMargin*pool.Highest {
					k.near = append(k.near, contest.NearProgram{
						SubmissionID: sub.ID, Number: sources[s.Right].Number, Suspicion: s.Suspicion})
				}
			}
		}
	}
	return sources.setKnown(ctx, p, search, found, near, parameters)
}

// poolSources are the known sources of a pool.
type poolSources []knownSource

// forPool returns the known sources for the problems and the language family of a pool.
func (k *knownSources) forPool(p *pool) (sources poolSources) {
	for _, s := range k.list {
		if s.program.family == p.family && slices.ContainsFunc(p.submissions, func(sub *submission) bool { return s.IsFor(sub.Problem) }) {
			sources = append(sources, s)
		}
	}
	return sources
}

// search returns a search for pairs of the pool's programs with its sources. Pair.Right is an index of sources.
func (sources poolSources) search(p *pool, index *pairs.Pool) *pairs.EarlierSearch {
	programs := make([]pairs.Program, len(sources))
	for i, s := range sources {
		programs[i] = outsideProgram(s.program.code)
		programs[i].Participant = i
	}
	candidates, all := make([][]int32, len(p.submissions)), true
	for i, sub := range p.submissions {
		for j, s := range sources {
			if s.IsFor(sub.Problem) {
				candidates[i] = append(candidates[i], int32(j))
			}
		}
		all = all && len(candidates[i]) == len(sources)
	}
	if all {
		candidates = nil
	}
	return index.NewEarlierSearch(pairs.EarlierPrograms{Programs: programs, Candidates: candidates})
}

// nearParticipants returns the participants with a program that is near a source. Such a program is more similar
// to the source than the programs of any two "others" are to each other. The others are all participants
// of the pool except two kinds:
//
//   - participants of listed pairs: two who copied from each other would hide everybody near a source;
//   - participants near a source: many who asked the same model would hide each other.
//
// To find the second kind, nearParticipants leaves out the participants who are nearest to a source first, and as many as
// possible. Each who is left out must be nearer to a source than any two of the rest are to each other.
//
// The others must have at least half as many pairs as there are comparisons with sources. So if all programs are
// honest, and as near to each other as to sources, nearParticipants leaves out hardly anybody.
func (sources poolSources) nearParticipants(p *pool, r pairs.Result, found []foundPair, scored []pairs.Pair,
	parameters contest.Parameters) (contest.SourcePool, map[string]bool) {
	pool := contest.SourcePool{Problem: p.problem, Language: p.family, Sources: make(map[contest.SourceKind]int),
		TooSimple: p.tooSimple(r)}
	for _, s := range sources {
		pool.Sources[s.Kind]++
	}
	nearest := make(map[string]float64) // by participant: the highest suspicion with a source
	for _, sub := range p.submissions {
		nearest[sub.Participant] = 0
	}
	for _, s := range scored {
		name := p.submissions[s.Left].Participant
		nearest[name] = max(nearest[name], s.Suspicion)
	}
	listed := make(map[string]bool)
	for _, f := range found {
		if f.isListed(parameters) {
			listed[f.left.Participant], listed[f.right.Participant] = true, true
		}
	}
	var others []string // participants in no listed pair, the nearest to a source last
	for name := range nearest {
		if !listed[name] {
			others = append(others, name)
		}
	}
	slices.SortFunc(others, func(a, b string) int { return cmp.Or(cmp.Compare(nearest[a], nearest[b]), cmp.Compare(a, b)) })
	rank := make(map[string]int)
	for i, name := range others {
		rank[name] = i + 1
	}
	// highest[n] is the highest suspicion of two of the first n others. It is at least Keep and the suspicion of all
	// dropped pairs, because a pair that is not in found may be of two others.
	highest := make([]float64, len(others)+1)
	highest[0] = parameters.Keep
	if r.Dropped > 0 {
		highest[0] = max(highest[0], r.HighestDropped)
	}
	for _, f := range found {
		if a, b := rank[f.left.Participant], rank[f.right.Participant]; a > 0 && b > 0 {
			highest[max(a, b)] = max(highest[max(a, b)], f.scored.Suspicion)
		}
	}
	for i := range others {
		highest[i+1] = max(highest[i+1], highest[i])
	}
	comparisons := len(others) * len(sources)
	for n := min(contest.MinOthers, len(others)); n <= len(others); n++ {
		pool.Others, pool.Highest = n, highest[n]
		if n < len(others) && n*(n-1) >= comparisons && nearest[others[n]] > sourceMargin*highest[n] {
			break
		}
	}
	pool.TooFew = !pool.TooSimple && pool.Others < contest.MinOthers
	near := make(map[string]bool)
	for name, suspicion := range nearest {
		switch {
		case pool.CanTell() && suspicion > sourceMargin*pool.Highest:
			near[name] = true
		case listed[name]:
			pool.Listed++
		}
	}
	pool.Near = len(near)
	return pool, near
}

// alwaysComparedWithSources is the number of a pool's most suspicious pairs that setKnown compares with sources, even
// if they are not listed. Of 13,000 programs for one simple problem, 65,954 pairs are stored and 1,872
// listed; to score all of them again takes longer than to compare the programs with twelve sources.
const alwaysComparedWithSources = 5000

// setKnown sets the field known of a pool's ranked pairs. It scores each pair again without the passages
// that are also in a source. near has the participants near a source.
func (sources poolSources) setKnown(ctx context.Context, p *pool, search *pairs.EarlierSearch, found []foundPair, near map[string]bool,
	parameters contest.Parameters) error {
	place := p.indexes()
	known := make(map[string]*program.Sources)       // by problem
	excluded := make([][]uint64, len(p.submissions)) // by place; set by hasKnown
	isRead := make([]bool, len(p.submissions))
	hasKnown := func(sub *submission) bool {
		i := place[sub]
		if !isRead[i] {
			isRead[i] = true
			if known[sub.Problem] == nil {
				known[sub.Problem] = sources.shingles(sub.Problem, parameters)
			}
			if passages := known[sub.Problem].Passages(sub.code, near[sub.Participant]); len(passages) > 0 {
				excluded[i] = sub.code.HashesWithin(passages, known[sub.Problem].Has)
			}
		}
		return len(excluded[i]) > 0
	}
	var chosen []int // places in found
	var places [][2]int
	for i, f := range found {
		if (i < alwaysComparedWithSources || f.isListed(parameters)) && hasKnown(f.left) && hasKnown(f.right) {
			chosen, places = append(chosen, i), append(places, [2]int{place[f.left], place[f.right]})
		}
	}
	if len(chosen) == 0 {
		return nil
	}
	without, err := search.ScoreWithout(ctx, places, excluded)
	if err != nil {
		return fmt.Errorf("score programs of %s without known sources: %w", p.name(), err)
	}
	for i, n := range chosen {
		f := &found[n]
		shared := f.scored.Evidence.Shared
		share := float64(shared-without[i].Evidence.Shared) / float64(max(shared, 1))
		best := known[f.left.Problem].MainSharedSource(excluded[places[i][0]], excluded[places[i][1]])
		if share < minKnownShare || best < 0 {
			continue
		}
		source := sources[best]
		f.known = &contest.KnownCode{
			SuspicionWithout: min(without[i].Suspicion, f.scored.Unraised),
			Share:            share,
			Number:           source.Number, Kind: source.Kind, Name: source.Name,
			BothNear: near[f.left.Participant] && near[f.right.Participant],
		}
		f.known.Explained = f.isExplained(without[i], parameters)
	}
	return nil
}

// mostShare is the least share of the shared code of a pair that counts as most of the code.
const mostShare = 0.5

// isExplained reports whether known sources explain a pair. without is the pair without the code in sources. A pair is explained
// if the suspicion of without is at most half of the pair's, as it was before identical programs were raised. A listed pair is also
// explained if most of its shared code is in sources, and the parameters do not list without.
func (f foundPair) isExplained(without pairs.Pair, parameters contest.Parameters) bool {
	if f.known.SuspicionWithout <= f.scored.Unraised/2 {
		return true
	}
	chance := f.pool.tail.Chance(f.known.SuspicionWithout, without.Evidence)
	return f.known.Share >= mostShare && f.isListed(parameters) &&
		!parameters.Lists(contest.Scores{Suspicion: f.known.SuspicionWithout, Chance: &chance})
}

// shingles returns the code of the sources for a problem, by their indexes in sources.
func (sources poolSources) shingles(problem string, p contest.Parameters) *program.Sources {
	codes := make([]*program.Code, len(sources))
	for i, s := range sources {
		if s.IsFor(problem) {
			codes[i] = s.program.code
		}
	}
	return program.NewSources(codes, p.ShingleLength)
}
