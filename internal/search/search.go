package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/simhash"
)

// Archive is what is searched.
type Archive interface {
	// NearAll returns for each query the fingerprints within a distance, the
	// nearest first, at most limit of them.
	NearAll(ctx context.Context, version int, queries []contest.Fingerprint, distance, limit int, scope contest.Scope) ([]contest.FingerprintMatches, error)
	// SelectiveShingles returns those of some shingles that not too many programs have,
	// in their order.
	SelectiveShingles(ctx context.Context, version int, shingles []uint32) ([]uint32, error)
	// FindSamples returns the samples that have at least one of some shingles.
	FindSamples(ctx context.Context, version int, shingles []uint32, scope contest.Scope) ([]contest.SampleMatch, error)
	// Searchable tells what a search could find at all.
	Searchable(ctx context.Context, fingerprints, samples int) (contest.Searchable, error)
	// Locations returns where submissions stand, by their IDs; those that are gone
	// are left out.
	Locations(ctx context.Context, submissions []int64) (map[int64]contest.Location, error)
	Files(ctx context.Context, submissionID int64) ([]contest.File, error)
}

// Finder searches an archive. It is safe for concurrent use.
type Finder struct {
	Archive       Archive
	ShingleLength int // as of a check
	MinMatch      int // tokens of the shortest match, as of a check
}

// DefaultDistance is the distance of fingerprints up to which a search looks
// where nobody says: what is further off shares sampled shingles, if anything.
const DefaultDistance = 8

const (
	// nearLimit and sharedLimit are how many candidates of each channel are
	// matched. Matching one takes some 1 ms.
	nearLimit   = 30
	sharedLimit = 50
)

// Request is a program to search for.
type Request struct {
	File     contest.File
	Language string // the name of its language; "" to go by the file's name
	Distance int    // of fingerprints, in bits, 0 to simhash.MaxDistance
	Scope    contest.Scope
	Limit    int // findings; 0 for no limit
}

// RequestError tells what is wrong with a request, and what to do about it.
type RequestError struct{ Message, Advice string }

func (e *RequestError) Error() string { return e.Message + "; " + e.Advice }

// Search returns the programs of the archive that have code in common with a
// given one, those first that cover most of it. A program that cannot be
// searched for gives a *RequestError, and so does an archive in which nothing
// can be found.
func (f *Finder) Search(ctx context.Context, r Request) (contest.Findings, error) {
	language, err := r.ResolveLanguage()
	if err != nil {
		return contest.Findings{}, err
	}
	given, err := program.Read([]contest.File{r.File}, language, r.Language != "")
	if err != nil {
		return contest.Findings{}, &RequestError{err.Error(), "give the source of a program"}
	}
	query := QueryFor(given.Tokens)
	if len(query.Sample) == 0 {
		return contest.Findings{}, &RequestError{
			fmt.Sprintf("the program is too short: it has %d tokens, and a search needs %d", len(given.Tokens), program.SampleShingle),
			"give more of it"}
	}
	proposed, err := f.Candidates(ctx, []Query{query}, r.Scope, Limits{r.Distance, nearLimit, sharedLimit})
	if err != nil {
		return contest.Findings{}, err
	}
	findings := contest.Findings{
		Language: language.ID, Tokens: len(given.Tokens),
		Sampled: len(query.Sample), Common: proposed[0].CommonShingles,
	}
	if len(proposed[0].Candidates) == 0 {
		return findings, f.emptyArchiveError(ctx)
	}
	found, err := f.matchAll(ctx, given, language, query, proposed[0].Candidates)
	if err != nil {
		return contest.Findings{}, err
	}
	if r.Limit > 0 && len(found) > r.Limit {
		findings.More = len(found) - r.Limit
		found = found[:r.Limit]
	}
	if findings.Findings, err = f.addSamePrograms(ctx, found); err != nil {
		return contest.Findings{}, err
	}
	return findings, nil
}

// ResolveLanguage returns the language of the program: the one that is named, or
// else that of the file's name. An unknown one gives a *RequestError.
func (r Request) ResolveLanguage() (*lexer.Language, error) {
	if r.Language != "" {
		language, ok := lexer.ByName(r.Language)
		if !ok {
			return nil, &RequestError{fmt.Sprintf("unknown language %q", r.Language), "name one such as cpp, java or python"}
		}
		return language, nil
	}
	language, ok := lexer.ByPath(r.File.Path)
	if !ok {
		return nil, &RequestError{"the language cannot be told by the name of the file", "say which language it is"}
	}
	return language, nil
}

// emptyArchiveError tells an archive that has nothing like a program from one that
// has nothing to search.
func (f *Finder) emptyArchiveError(ctx context.Context) error {
	there, err := f.Archive.Searchable(ctx, program.FingerprintVersion, program.SampleVersion)
	switch {
	case err != nil:
		return fmt.Errorf("search the archive: %w", err)
	case !there.Any:
		return &RequestError{"the archive holds no programs yet", "check a contest first: what is checked is kept"}
	case !there.Current:
		return &RequestError{"the programs of the archive were read by another version of ojcheck, so nothing can be found among them",
			"check their contests again"}
	}
	return nil
}

// matchAll compares the given program with the candidates, and lists those that
// have a match with it.
func (f *Finder) matchAll(ctx context.Context, given *program.Program, language *lexer.Language, query Query, candidates []Candidate) ([]*match, error) {
	ids := make([]int64, len(candidates))
	for i, c := range candidates {
		ids[i] = c.Submissions[0]
	}
	places, err := f.Archive.Locations(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("search the archive: %w", err)
	}
	code := given.Code(f.ShingleLength)
	matched := make([]*match, len(candidates))
	workers, ctx := errgroup.WithContext(ctx)
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for i, c := range candidates {
		place, ok := places[c.Submissions[0]]
		if !ok {
			continue // it was deleted a moment ago
		}
		workers.Go(func() (err error) {
			matched[i], err = f.matchOne(ctx, code, language, query, c, place)
			return err
		})
	}
	if err := workers.Wait(); err != nil {
		return nil, fmt.Errorf("search the archive: %w", err)
	}
	return distinct(matched), nil
}

// match is a candidate that was matched, with the symbols of its program.
type match struct {
	finding contest.Finding
	symbols []lexer.Symbol
	same    []int64 // other submissions that have it
}

// matchOne returns nil for a candidate that has no match with the given program,
// or none that can be looked at.
func (f *Finder) matchOne(ctx context.Context, code *program.Code, language *lexer.Language, query Query, c Candidate, place contest.Location) (*match, error) {
	files, err := f.Archive.Files(ctx, place.SubmissionID)
	if errors.Is(err, contest.ErrNotFound) {
		return nil, nil // or now
	}
	if err != nil {
		return nil, err
	}
	// What was read in a language that the judge chose for all files may have
	// none of its own.
	its, ok := lexer.ByName(place.Language)
	if !ok {
		its = language
	}
	if its.Family != language.Family {
		return nil, nil
	}
	found, err := program.Read(files, its, !ok)
	if err != nil {
		return nil, nil // it was readable in the language that it was checked in
	}
	there := found.Code(f.ShingleLength)
	measures := program.Compare(code, there, f.MinMatch).Measures
	if measures.MatchedTokens == 0 {
		return nil, nil
	}
	finding := contest.Finding{
		Location: place, Others: c.Programs - 1, SharedSample: c.SharedShingles,
		Similarity: measures.Similarity, Coverage: measures.CoverageLeft, CoverageThere: measures.CoverageRight,
		LongestMatch: measures.LongestMatch, MatchedTokens: measures.MatchedTokens,
	}
	if its, ok := program.Fingerprint(found.Tokens); ok && query.HasFingerprint {
		distance := simhash.Distance(simhash.Fingerprint(query.Fingerprint), its)
		finding.Distance = &distance
	}
	return &match{finding, there.Symbols, c.Submissions[1:]}, nil
}

// distinct lists each program once, the best first. Two channels may have found
// the same program by different submissions of it.
func distinct(list []*match) []*match {
	list = slices.DeleteFunc(list, func(m *match) bool { return m == nil })
	slices.SortFunc(list, func(a, b *match) int {
		return cmp.Or(
			cmp.Compare(b.finding.Coverage, a.finding.Coverage),
			cmp.Compare(b.finding.Similarity, a.finding.Similarity),
			cmp.Compare(b.finding.LongestMatch, a.finding.LongestMatch),
			slices.Compare(a.symbols, b.symbols),
			cmp.Compare(a.finding.SubmissionID, b.finding.SubmissionID),
		)
	})
	var programs []*match
	for _, m := range list {
		if n := len(programs); n > 0 && slices.Equal(m.symbols, programs[n-1].symbols) {
			programs[n-1].merge(m)
			continue
		}
		programs = append(programs, m)
	}
	return programs
}

// merge adds what another channel found of the same program.
func (m *match) merge(other *match) {
	same := slices.Concat(m.same, other.same, []int64{other.finding.SubmissionID})
	slices.Sort(same)
	m.same = slices.DeleteFunc(slices.Compact(same), func(id int64) bool { return id == m.finding.SubmissionID })
	m.finding.Others = max(m.finding.Others, other.finding.Others, len(m.same))
	m.finding.SharedSample = max(m.finding.SharedSample, other.finding.SharedSample)
}

// addSamePrograms returns the findings, with the places of the other submissions that
// have the same programs.
func (f *Finder) addSamePrograms(ctx context.Context, programs []*match) ([]contest.Finding, error) {
	var ids []int64
	for _, m := range programs {
		ids = append(ids, m.same...)
	}
	places, err := f.Archive.Locations(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("search the archive: %w", err)
	}
	var findings []contest.Finding
	for _, m := range programs {
		for _, id := range m.same {
			if place, ok := places[id]; ok { // or it was deleted a moment ago
				m.finding.SameProgram = append(m.finding.SameProgram, place)
			}
		}
		findings = append(findings, m.finding)
	}
	return findings, nil
}
