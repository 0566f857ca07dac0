package check

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/internal/search"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/pairs"
)

// knownSources holds the known sources of a check, and what their comparison found.
type knownSources struct {
	list    []knownSource
	partial bool // only some of the pools' pairs are found, so nobody can be called near a source
	pools   []contest.SourcePool
	near    []contest.NearProgram
}

// knownSource is a known source with its program.
type knownSource struct {
	contest.CheckSource
	program *submission
}

// addSolutions stores the solutions of the organisers as known sources, unless they are stored
// already, or are too short to be compared.
func (c *Checker) addSolutions(ctx context.Context, req Request, contestID int64) error {
	if len(req.Solutions) == 0 {
		return nil
	}
	stored, err := c.Store.KnownPrograms(ctx, contest.SourceFilter{ContestID: contestID})
	if err != nil {
		return err
	}
	var added []contest.KnownSource
	for _, s := range req.Solutions {
		s.ContestID, s.Contest = contestID, req.Contest
		isSame := func(o contest.KnownSource) bool {
			return o.Problem == s.Problem && bytes.Equal(o.File.Content, s.File.Content)
		}
		if slices.ContainsFunc(stored, isSame) || slices.ContainsFunc(added, isSame) {
			continue
		}
		err := search.PrepareSource(&s, []contest.Problem{{Name: s.Problem}})
		if errors.As(err, new(*search.RequestError)) {
			continue
		}
		if err != nil {
			return err
		}
		added = append(added, s)
	}
	if len(added) == 0 {
		return nil
	}
	_, err = c.Store.AddSources(ctx, req.By, search.SourceSampleVersion, added)
	return err
}

// knownSources returns the known sources for a check of a contest, numbered. If the contest says
// so, published sources from before the contest are returned as base code instead.
func (c *Checker) knownSources(ctx context.Context, contestID int64) (
	sources []contest.CheckSource, base []contest.File, err error) {
	stored, err := c.Store.KnownPrograms(ctx, contest.SourceFilter{ContestID: contestID, All: true})
	if err != nil {
		return nil, nil, err
	}
	var about contest.Contest
	if slices.ContainsFunc(stored, func(s contest.KnownSource) bool { return s.Kind == contest.Published }) {
		if about, err = c.Store.Contest(ctx, contestID); err != nil {
			return nil, nil, err
		}
	}
	for _, s := range stored {
		starts := about.About.StartsAt
		if about.PublishedBase && s.Kind == contest.Published && s.Problem == "" && !s.Date.IsZero() && !starts.IsZero() && s.Date.Before(starts) {
			s.File.Path = publishedFolder + s.File.Path
			base = append(base, s.File)
			continue
		}
		sources = append(sources, contest.CheckSource{Number: len(sources) + 1, KnownSource: s})
	}
	return sources, base, nil
}

// publishedFolder begins the paths of the base code that comes from known sources. The next check of the
// contest asks for these again.
const publishedFolder = "known sources/"

// withoutPublished removes the base code that comes from known sources from a stored check's base code.
func withoutPublished(names []string, files []contest.File) ([]string, []contest.File) {
	isPublished := func(name string) bool { return strings.HasPrefix(name, publishedFolder) }
	return slices.DeleteFunc(slices.Clone(names), isPublished),
		slices.DeleteFunc(files, func(f contest.File) bool { return isPublished(f.Path) })
}

// addBase adds base code to a request.
func (r *Request) addBase(files []contest.File) {
	for _, file := range files {
		r.Base = append(slices.Clip(r.Base), file)
		r.Parameters.Base = append(slices.Clip(r.Parameters.Base), file.Path)
	}
}

// addSources adds known sources to a check's digest.
func addSources(check string, sources []contest.CheckSource) string {
	if len(sources) == 0 {
		return check
	}
	h := sha256.New()
	writeParts(h, check)
	for _, s := range sources {
		writeParts(h, s.Problem, string(s.Kind), s.Name)
		writeFiles(h, []contest.File{s.File})
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// readSources lexes known sources, without base code. It returns nil if there are none, and those
// that cannot be compared as skipped.
func readSources(ctx context.Context, r *reader, sources []contest.CheckSource) (*knownSources, []contest.SkippedItem, error) {
	if len(sources) == 0 {
		return nil, nil, nil
	}
	alone := &reader{languages: r.languages, base: r.base, parameters: r.parameters, lex: r.lex}
	known := &knownSources{}
	var skipped []contest.SkippedItem
	for _, s := range sources {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		language := forcedLanguage(r.parameters)
		if byPath, ok := lexer.ByPath(s.File.Path); ok && language == nil {
			language = byPath
		}
		one := contest.Submission{Path: "known source: " + s.Name, Problem: s.Problem, Files: []contest.File{s.File}}
		if language != nil {
			one.Language = language.ID
		}
		read := alone.readOne(one, nil)
		skipped = append(skipped, read.skipped...)
		if read.submission != nil {
			known.list = append(known.list, knownSource{s, read.submission})
		}
	}
	if alone.timedOut.Load() {
		r.timedOut.Store(true)
	}
	return known, skipped, nil
}

// The shortest passages of known sources that are set aside in a program, in shingle lengths.
// Shorter ones are idioms, except in a program that is near a source: its author had the source, or
// one like it. In 27 programs by people, passages of six shingle lengths change no stored pair, and
// passages of four change half of them; see docs/known-sources.md.
const (
	sourcePassage     = 6
	nearSourcePassage = 1
)

const (
	// sourceMargin is how much nearer a program is to a source than any two others are to each other:
	// the next two others may be a little nearer than those of this contest.
	sourceMargin = 1.1
	// minKnownShare is the share of what two programs share that must stand in sources. Less is a line
	// or two that everybody writes.
	minKnownShare = 0.1
)

// compare compares the programs of a pool with the known sources of its problem: it adds which
// participants are near a source, and sets what sources have of the pool's pairs.
func (k *knownSources) compare(ctx context.Context, p *pool, index *pairs.Pool, r pairs.Result, found []foundPair,
	parameters contest.Parameters) error {
	if p.family == contest.AcrossLanguages {
		return nil
	}
	sources := k.of(p)
	if len(sources) == 0 {
		return nil
	}
	near := make(map[string]bool) // participants
	if !k.partial {
		result, err := sources.score(ctx, p, index)
		if err != nil {
			return err
		}
		var pool contest.SourcePool
		pool, near = sources.calibrate(p, r, found, result, parameters)
		k.pools = append(k.pools, pool)
		for _, s := range result {
			if sub := p.submissions[s.Left]; near[sub.Participant] && s.Suspicion > sourceMargin*pool.Highest {
				k.near = append(k.near, contest.NearProgram{
					SubmissionID: sub.ID, Number: sources[s.Right].Number, Suspicion: s.Suspicion})
			}
		}
	}
	return sources.explain(ctx, p, index, found, near, parameters)
}

// poolSources are the known sources of a pool.
type poolSources []knownSource

func (k *knownSources) of(p *pool) (sources poolSources) {
	for _, s := range k.list {
		if s.program.family == p.family && slices.ContainsFunc(p.submissions, func(sub *submission) bool { return s.IsFor(sub.Problem) }) {
			sources = append(sources, s)
		}
	}
	return sources
}

// score scores the programs of a pool with its sources. Right is a place in the sources.
func (sources poolSources) score(ctx context.Context, p *pool, index *pairs.Pool) ([]pairs.Pair, error) {
	programs := make([]pairs.Program, len(sources))
	for i, s := range sources {
		code := s.program.code
		programs[i] = pairs.Program{Participant: i, Structure: code.Shingles, Wording: code.Wording,
			Variables: code.Variables, Uncalled: code.Uncalled()}
	}
	candidates := make([][]int32, len(p.submissions))
	for i, sub := range p.submissions {
		for j, s := range sources {
			if s.IsFor(sub.Problem) {
				candidates[i] = append(candidates[i], int32(j))
			}
		}
	}
	result, err := index.FindEarlier(ctx, pairs.EarlierPrograms{Programs: programs, Candidates: candidates})
	if err != nil {
		return nil, fmt.Errorf("compare programs of %s with known sources: %w", p.name(), err)
	}
	return result.Pairs, nil
}

// calibrate says from which suspicion a program is near a source, and which participants have such a
// program: it is above that of any two of the others. Those who are in a listed pair are no others,
// or two who copied from each other would hide everybody who is near a source. Nor are those who
// are near a source, or many who asked one model would hide each other. So calibrate leaves out as
// many of the participants nearest to sources as it can, all of them nearer than any two of the rest
// are to each other.
//
// The rest must have half as many pairs as there are comparisons with sources. If all programs were
// honest, and no nearer to sources than to each other, hardly anybody would be left out then.
func (sources poolSources) calibrate(p *pool, r pairs.Result, found []foundPair, scored []pairs.Pair,
	parameters contest.Parameters) (contest.SourcePool, map[string]bool) {
	pool := contest.SourcePool{Problem: p.problem, Language: p.family, Sources: make(map[contest.SourceKind]int),
		TooSimple: p.histogram(r, parameters.Keep).TooSimple}
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
	var others []string // those in no listed pair, the nearest to a source last
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
	// Each number of others with the highest suspicion of two of the first so many. Pairs below Keep are
	// not known, and one of those that were dropped may be of two others.
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
		case !pool.TooSimple && !pool.TooFew && suspicion > sourceMargin*pool.Highest:
			near[name] = true
		case listed[name]:
			pool.Listed++
		}
	}
	pool.Near = len(near)
	return pool, near
}

// explain sets what the sources have of a pool's pairs. Passages that stand in a source are set aside
// in both programs, as own templates are. near lists the participants near a source.
func (sources poolSources) explain(ctx context.Context, p *pool, index *pairs.Pool, found []foundPair, near map[string]bool,
	parameters contest.Parameters) error {
	holders := make(map[string]map[uint64][]int) // by problem, and by shingle: places in sources
	templates := make([][]uint64, len(p.submissions))
	aside := make(map[*submission][]uint64) // shingles of code that sources have, sorted
	for i, sub := range p.submissions {
		templates[i] = sub.code.Template()
		if holders[sub.Problem] == nil {
			holders[sub.Problem] = sources.holders(sub.Problem)
		}
		least := sourcePassage
		if near[sub.Participant] {
			least = nearSourcePassage
		}
		passages := knownPassages(sub.code.Shingles, holders[sub.Problem], least*parameters.ShingleLength, parameters.ShingleLength)
		if len(passages) == 0 {
			continue
		}
		code := *sub.code
		code.SetTemplate(append(passages, sub.template...))
		templates[i], aside[sub] = code.Template(), shinglesOf(&code, passages, parameters.ShingleLength)
	}
	var chosen []int // places in found
	var places [][2]int
	place := make(map[*submission]int)
	for i, sub := range p.submissions {
		place[sub] = i
	}
	for i, f := range found {
		if len(aside[f.left]) > 0 && len(aside[f.right]) > 0 {
			chosen, places = append(chosen, i), append(places, [2]int{place[f.left], place[f.right]})
		}
	}
	if len(chosen) == 0 {
		return nil
	}
	without, err := index.WithTemplates(templates).Score(ctx, places)
	if err != nil {
		return fmt.Errorf("score programs of %s without known sources: %w", p.name(), err)
	}
	for i, n := range chosen {
		f := &found[n]
		shared := f.scored.Evidence.Shared
		rest := min(without[i].Evidence.Shared, shared)
		most := sources.most(aside[f.left], aside[f.right], holders[f.left.Problem])
		if most == nil || float64(shared-rest) < minKnownShare*float64(shared) {
			continue
		}
		known := &contest.KnownCode{
			Without: min(without[i].Suspicion, f.scored.Suspicion),
			Share:   float64(shared-rest) / float64(shared),
			Number:  most.Number, Kind: most.Kind, Name: most.Name,
			BothNear: near[f.left.Participant] && near[f.right.Participant],
		}
		known.Explained = f.scored.Suspicion >= parameters.Threshold && known.Without < parameters.Threshold ||
			known.Without <= f.scored.Suspicion/2
		f.known = known
	}
	return nil
}

// holders returns the places of the sources for a problem that have a shingle, by shingle.
func (sources poolSources) holders(problem string) map[uint64][]int {
	holders := make(map[uint64][]int)
	for i, s := range sources {
		if !s.IsFor(problem) {
			continue
		}
		for _, shingle := range sortedDistinct(s.program.code.Shingles) {
			if shingle != 0 {
				holders[shingle] = append(holders[shingle], i)
			}
		}
	}
	return holders
}

// knownPassages returns the passages of at least least tokens of which all shingles, of length
// tokens, stand in sources.
func knownPassages(shingles []uint64, holders map[uint64][]int, least, length int) (passages []contest.Passage) {
	for start := 0; start < len(shingles); start++ {
		end := start
		for end < len(shingles) && len(holders[shingles[end]]) > 0 {
			end++
		}
		if tokens := end - start + length - 1; end > start && tokens >= least {
			if last := len(passages) - 1; last >= 0 && passages[last].First+passages[last].Tokens >= start {
				passages[last].Tokens = start + tokens - passages[last].First
			} else {
				passages = append(passages, contest.Passage{First: start, Tokens: tokens})
			}
		}
		start = end
	}
	return passages
}

// shinglesOf returns the distinct shingles, of length tokens, in passages of a program, sorted.
func shinglesOf(code *program.Code, passages []contest.Passage, length int) (list []uint64) {
	for _, passage := range passages {
		list = append(list, code.Shingles[passage.First:passage.First+passage.Tokens-length+1]...)
	}
	return sortedDistinct(list)
}

func sortedDistinct(list []uint64) []uint64 {
	return slices.Compact(slices.Sorted(slices.Values(list)))
}

// most returns the source with the most of the shingles that are in both lists; nil for no such shingle.
func (sources poolSources) most(left, right []uint64, holders map[uint64][]int) *knownSource {
	counts := make([]int, len(sources))
	best := -1
	for _, shingle := range left {
		if _, ok := slices.BinarySearch(right, shingle); !ok {
			continue
		}
		for _, i := range holders[shingle] {
			counts[i]++
		}
	}
	for i, n := range counts {
		if n > 0 && (best < 0 || n > counts[best]) {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	return &sources[best]
}
