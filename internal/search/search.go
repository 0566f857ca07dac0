// Package search finds the programs of the archive that are similar to a given program, in any contest.
//
// Two indexes propose candidates ([Finder.Candidates]). The fingerprints of package simhash find
// near-duplicates of the whole program. Samples of shingles find shared parts: a copied function inside other
// code, or a copy with changes everywhere. Package program computes fingerprints and samples. For each level
// of disguise, docs/fingerprints.md says how much each index finds.
//
// A candidate proves nothing. [Finder.Search] reads the candidates' sources, and matches each candidate with
// the given program as a check does. The candidates that cover the largest parts of the given program come first.
//
// # Weights of shingles
//
// A shingle that very many programs have is no evidence, and looking it up is slow. So
// [Archive.SelectiveShingles] omits it, and the result counts the omitted shingles. The other shingles weigh
// more, the fewer of the found samples have them. So a few rare shingles outweigh many shingles that honest
// programs share.
//
// Submissions with the same fingerprint or the same sample are one candidate, so that a program submitted ten
// thousand times does not fill the result. Nearly always they have one program, but not always: [Finder.Search] compares each
// that a candidate lists. Different programs of one participant for one problem are one finding.
package search

import (
	"cmp"
	"context"
	"encoding/binary"
	"runtime"
	"slices"
	"strconv"

	"golang.org/x/sync/errgroup"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/notebook"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/simhash"
)

// Archive is the archive to search. postgres.DB, which implements it, documents the methods.
type Archive interface {
	NearAll(ctx context.Context, version int, queries []uint64, distance, limit int, scope contest.Scope) ([]contest.FingerprintMatches, error)
	SelectiveShingles(ctx context.Context, version int, shingles []uint32) ([]uint32, error)
	FindSamples(ctx context.Context, version int, shingles []uint32, scope contest.Scope) ([]contest.SampleMatch, error)
	Searchable(ctx context.Context, version int) (contest.Searchable, error)
	ContestsNotIndexed(ctx context.Context, version int, scope contest.Scope) ([]string, error)
	Sides(ctx context.Context, submissions []int64) (map[int64]contest.Side, error)
	FilesOf(ctx context.Context, submissionIDs []int64) (map[int64][]contest.File, error)
	FindSources(ctx context.Context, version int, shingles []uint32, scope contest.Scope, limit int) ([]contest.KnownSource, error)
}

// Finder searches an archive. It is safe for concurrent use.
type Finder struct {
	Archive       Archive
	ShingleLength int // as in a check
	MinMatch      int // length of the shortest match, in tokens, as in a check
}

// DefaultDistance is the default limit for the distance of fingerprints. Samples of shingles find more
// distant programs that share code.
const DefaultDistance = 8

const (
	// The largest numbers of candidates that a search matches with the given program. One takes about 1 ms.
	fingerprintCandidates = 30
	sampleCandidates      = 50
	sourceCandidates      = 50
)

// Request is a program to search for.
type Request struct {
	File     contest.File
	Language string // a name of a language; "" to detect the language
	Distance int    // of fingerprints, in bits, 0 to simhash.MaxDistance
	Scope    contest.Scope
	Limit    int // findings, one for each participant and problem; 0 for no limit
}

// RequestError says what is wrong with a request, and what to do about it.
type RequestError struct{ Message, Advice error }

func (e *RequestError) Error() string { return e.Message.Error() + "; " + e.Advice.Error() }

// Sentences returns message and advice as sentences.
func (e *RequestError) Sentences() (message, advice error) {
	return i18n.Errorf("%s.", i18n.Capitalized{Err: e.Message}), i18n.Errorf("%s.", i18n.Capitalized{Err: e.Advice})
}

// Search returns the programs of the archive that share code with the given program. Programs that cover most
// of the given program come first. The error is a *RequestError if the program is unsuitable, or if the
// archive has no searchable programs.
func (f *Finder) Search(ctx context.Context, r Request) (contest.Findings, error) {
	given, language, err := r.Program(ctx)
	if err != nil {
		return contest.Findings{}, err
	}
	query := QueryFor(given.Tokens)
	if len(query.Sample) == 0 {
		return contest.Findings{}, &RequestError{
			i18n.Errorf("the program is too short: it has %d tokens, and a search needs %s", len(given.Tokens), strconv.Itoa(program.SampleShingle)),
			i18n.Errorf("give a longer part of it")}
	}
	proposed, err := f.Candidates(ctx, []Query{query}, r.Scope, Limits{r.Distance, fingerprintCandidates, sampleCandidates})
	if err != nil {
		return contest.Findings{}, err
	}
	findings := contest.Findings{
		Language: language.ID, Tokens: len(given.Tokens),
		Sampled: len(query.Sample), FrequentShingles: proposed[0].FrequentShingles,
	}
	if findings.NotIndexed, err = f.Archive.ContestsNotIndexed(ctx, program.IndexVersion, r.Scope); err != nil {
		return contest.Findings{}, err
	}
	if findings.Sources, err = f.findSources(ctx, given, language, query, r.Scope); err != nil {
		return contest.Findings{}, err
	}
	if len(proposed[0].Candidates) == 0 {
		if len(findings.Sources) > 0 {
			return findings, nil
		}
		return findings, f.emptyArchiveError(ctx)
	}
	found, err := f.matchAll(ctx, given, language, query, &proposed[0])
	if err != nil {
		return contest.Findings{}, err
	}
	findings.NearOmitted, findings.SharedOmitted = proposed[0].MoreByFingerprint, proposed[0].MoreBySample
	groups := groupAttempts(found)
	if r.Limit > 0 && len(groups) > r.Limit {
		for _, omitted := range groups[r.Limit:] {
			findings.OmittedCount += len(omitted)
		}
		groups = groups[:r.Limit]
	}
	if err := f.addSamePrograms(ctx, slices.Concat(groups...)); err != nil {
		return contest.Findings{}, err
	}
	for _, attempts := range groups {
		best := attempts[0].finding
		for _, m := range attempts[1:] {
			best.OtherAttempts = append(best.OtherAttempts, m.finding)
		}
		findings.Findings = append(findings.Findings, best)
	}
	return findings, nil
}

// Program reads the program and returns it with its language: r.Language if set, else the language of the notebook or of the
// file's name, else the language detected from the text. The error is a *RequestError if the language is
// unknown, or if the text is not a program.
func (r Request) Program(ctx context.Context) (*program.Program, *lexer.Language, error) {
	var language *lexer.Language
	ok, foundByPath := false, false
	if r.Language != "" {
		if language, ok = lexer.ByName(r.Language); !ok {
			return nil, nil, &RequestError{i18n.Errorf("unknown language %q", r.Language), i18n.Errorf("name one such as cpp, java or python")}
		}
	}
	r.File.Content = text.DecodeUTF16(r.File.Content)
	if notebook.Is(r.File.Path, r.File.Content) {
		var reason i18n.Key
		if r.File.Content, language, reason = notebook.Read(r.File.Content, language); reason != "" {
			return nil, nil, &RequestError{i18n.Errorf(reason), i18n.Errorf("give the source of a program")}
		}
	}
	if language == nil {
		if language, foundByPath = lexer.ByPath(r.File.Path); !foundByPath {
			if language, ok = lexer.ByContent(r.File.Content); !ok {
				return nil, nil, &RequestError{i18n.Errorf("the language of the program is not certain"), i18n.Errorf("say which language it is")}
			}
		}
	}
	read, err := program.Read(ctx, []contest.File{r.File}, language, !foundByPath)
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	if err != nil {
		return nil, nil, &RequestError{err, i18n.Errorf("give the source of a program")}
	}
	return read, language, nil
}

// emptyArchiveError returns an error that says why the archive has nothing to search; nil if it has something.
func (f *Finder) emptyArchiveError(ctx context.Context) error {
	searchable, err := f.Archive.Searchable(ctx, program.IndexVersion)
	switch {
	case err != nil:
		return err
	case !searchable.Any:
		return &RequestError{i18n.Errorf("the archive holds no programs yet"), i18n.Errorf("check a contest first: a check stores its programs")}
	case !searchable.Current:
		return &RequestError{i18n.Errorf("the programs of the archive were read by another version of ojcheck, so nothing can be found among them"),
			i18n.Errorf("check their contests again")}
	}
	return nil
}

// matchBatch is the number of submissions whose files are in memory at once.
const matchBatch = 200

// matchAll compares the given program with the submissions of the candidates. It returns the programs that have a match, best
// first, each once. It says in proposed if a candidate has different programs and lists only some.
func (f *Finder) matchAll(ctx context.Context, given *program.Program, language *lexer.Language, query Query, proposed *CandidateList) ([]*match, error) {
	var ids []int64
	for _, c := range proposed.Candidates {
		ids = append(ids, c.Submissions...)
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	sides, err := f.Archive.Sides(ctx, ids)
	if err != nil {
		return nil, err
	}
	var programs []*match
	programOf := make(map[int64]*match) // by submission
	bySymbols := make(map[string]*match)
	for batch := range slices.Chunk(ids, matchBatch) {
		read, err := f.read(ctx, batch, sides, language)
		if err != nil {
			return nil, err
		}
		for i, id := range batch {
			if read[i] == nil {
				continue
			}
			key := symbolsKey(read[i].Symbols)
			m := bySymbols[key]
			if m == nil {
				m = &match{finding: contest.Finding{Side: sides[id]}, program: read[i]}
				bySymbols[key] = m
				programs = append(programs, m)
			} else {
				m.sameProgram = append(m.sameProgram, id)
			}
			programOf[id] = m
		}
	}
	proposed.countSame(programOf)
	code := given.Code(f.ShingleLength)
	workers, ctx := errgroup.WithContext(ctx)
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for _, m := range programs {
		workers.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			m.compare(code, query, f)
			return nil
		})
	}
	if err := workers.Wait(); err != nil {
		return nil, err
	}
	programs = slices.DeleteFunc(programs, func(m *match) bool { return m.finding.MatchedTokens == 0 })
	slices.SortFunc(programs, func(a, b *match) int {
		return cmp.Or(
			cmp.Compare(b.finding.Coverage, a.finding.Coverage),
			cmp.Compare(b.finding.Similarity, a.finding.Similarity),
			cmp.Compare(b.finding.LongestMatch, a.finding.LongestMatch),
			cmp.Compare(a.finding.SubmissionID, b.finding.SubmissionID),
		)
	})
	return programs, nil
}

// findSources compares the given program with the known sources that share shingles with it. It returns the
// sources with a match. Sources that cover most of the program come first.
func (f *Finder) findSources(ctx context.Context, given *program.Program, language *lexer.Language, query Query, scope contest.Scope) ([]contest.SourceFinding, error) {
	proposed, err := f.Archive.FindSources(ctx, program.SampleVersion, query.Sample, scope, sourceCandidates)
	if err != nil {
		return nil, err
	}
	code := given.Code(f.ShingleLength)
	var found []contest.SourceFinding
	for _, s := range proposed {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		read, sourceLanguage, err := Request{File: s.File}.Program(ctx)
		if err != nil || sourceLanguage.Family != language.Family {
			continue // unreadable, or not comparable
		}
		measures := program.Compare(code, read.Code(f.ShingleLength), f.MinMatch).Measures
		if measures.MatchedTokens == 0 {
			continue
		}
		s.File.Content = nil
		found = append(found, contest.SourceFinding{KnownSource: s, Similarity: measures.Similarity, Coverage: measures.CoverageLeft,
			LongestMatch: measures.LongestMatch, MatchedTokens: measures.MatchedTokens})
	}
	slices.SortStableFunc(found, func(a, b contest.SourceFinding) int {
		return cmp.Or(cmp.Compare(b.Coverage, a.Coverage), cmp.Compare(b.Similarity, a.Similarity), cmp.Compare(a.ID, b.ID))
	})
	return found, nil
}

// match is a program that candidates propose.
type match struct {
	finding     contest.Finding // of the submission with the lowest ID
	program     *program.Sequence
	sameProgram []int64 // other listed submissions of the program
}

// read reads submissions. A result is nil if the submission was deleted, erased or replaced, is unreadable, or is in
// another family of languages.
func (f *Finder) read(ctx context.Context, submissions []int64, sides map[int64]contest.Side, language *lexer.Language) ([]*program.Sequence, error) {
	files, err := f.Archive.FilesOf(ctx, submissions)
	if err != nil {
		return nil, err
	}
	read := make([]*program.Sequence, len(submissions))
	workers, ctx := errgroup.WithContext(ctx)
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for i, id := range submissions {
		side, ok := sides[id]
		if !ok || len(files[id]) == 0 {
			continue
		}
		workers.Go(func() error {
			// A submission is stored without a language if a check chose one language for all files. Read it in the
			// language of the given program.
			foundLanguage, ok := lexer.ByName(side.Language)
			if !ok {
				foundLanguage = language
			}
			if foundLanguage.Family != language.Family {
				return nil
			}
			sequence, err := program.ReadSequence(ctx, files[id], foundLanguage, !ok, func(i int, l *lexer.Language) (*program.LexedFile, error) {
				return program.Lex(files[id][i].Content, l)
			})
			if err == nil { // else its check read it in another language, which is unknown here
				read[i] = sequence
			}
			return ctx.Err()
		})
	}
	return read, workers.Wait()
}

// symbolsKey returns a key that is equal for equal symbols only.
func symbolsKey(symbols []lexer.Symbol) string {
	key := make([]byte, 0, 4*len(symbols))
	for _, symbol := range symbols {
		key = binary.LittleEndian.AppendUint32(key, uint32(symbol))
	}
	return string(key)
}

// countSame sets, for each program, the number of other submissions that have it. If all listed submissions of a candidate have
// one program, the others have it almost certainly. programOf has the programs of the readable submissions.
func (p *CandidateList) countSame(programOf map[int64]*match) {
	unlisted := make(map[*match]int)
	for _, c := range p.Candidates {
		if c.Count == len(c.Submissions) {
			continue
		}
		var listed []*match
		for _, id := range c.Submissions {
			if m := programOf[id]; m != nil && !slices.Contains(listed, m) {
				listed = append(listed, m)
			}
		}
		switch {
		case len(listed) == 1:
			unlisted[listed[0]] = max(unlisted[listed[0]], c.Count-len(c.Submissions))
		case len(listed) > 1 && c.NearFingerprint:
			p.MoreByFingerprint = true
		case len(listed) > 1:
			p.MoreBySample = true
		}
	}
	for _, m := range programOf {
		m.finding.SameCount = len(m.sameProgram) + unlisted[m]
	}
}

// compare compares the given program with m. MatchedTokens of the finding is 0 if they have no match.
func (m *match) compare(given *program.Code, query Query, f *Finder) {
	measures := program.Compare(given, m.program.Code(f.ShingleLength), f.MinMatch).Measures
	m.finding.Similarity, m.finding.Coverage, m.finding.FoundCoverage = measures.Similarity, measures.CoverageLeft, measures.CoverageRight
	m.finding.LongestMatch, m.finding.MatchedTokens = measures.LongestMatch, measures.MatchedTokens
	for _, shingle := range program.Sample(m.program.Symbols) {
		if _, ok := slices.BinarySearch(query.Sample, shingle); ok {
			m.finding.SharedSample++
		}
	}
	if m.program.HasFingerprint && query.HasFingerprint {
		m.finding.Distance = new(simhash.Distance(simhash.Fingerprint(query.Fingerprint), m.program.Fingerprint))
	}
}

// addSamePrograms adds other submissions of the same programs.
func (f *Finder) addSamePrograms(ctx context.Context, programs []*match) error {
	var ids []int64
	for _, m := range programs {
		ids = append(ids, m.sameProgram...)
	}
	sides, err := f.Archive.Sides(ctx, ids)
	if err != nil {
		return err
	}
	for _, m := range programs {
		for _, id := range m.sameProgram {
			if side, ok := sides[id]; ok { // else it was deleted a moment ago
				m.finding.SameProgram = append(m.finding.SameProgram, side)
			}
		}
	}
	return nil
}

// groupAttempts groups the programs of each participant for each problem, in the order of the list.
func groupAttempts(list []*match) (groups [][]*match) {
	type key struct {
		participant int64
		problem     string
	}
	groupOf := make(map[key]int) // index in groups
	for _, m := range list {
		k := key{m.finding.ParticipantID, m.finding.Problem}
		if i, ok := groupOf[k]; ok {
			groups[i] = append(groups[i], m)
			continue
		}
		groupOf[k] = len(groups)
		groups = append(groups, []*match{m})
	}
	return groups
}
