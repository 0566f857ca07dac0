package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/ojcheck/ojcheck/internal/boilerplate"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/lexer"
	"github.com/ojcheck/ojcheck/pairs"
	"github.com/ojcheck/ojcheck/simhash"
)

// submission is a lexed submission, ready for comparison. Its Files are nil.
type submission struct {
	contest.Submission
	language      *lexer.Language
	family        string // of languages
	pool          *pool  // nil for a submission of an earlier contest
	code          *program.Code
	acrossCode    *program.Code     // the code for pairs across languages; see codeFor
	template      []contest.Passage // the participant's own template
	mergedProblem string            // the problem, or the problem that represents similar problems
	// fingerprint is of the whole program; hasFingerprint is false if the program is too short.
	fingerprint    simhash.Fingerprint
	hasFingerprint bool
	ownSample      []uint32 // sample of the shingles without base code, to search the archive
	bytes          int64    // bytes that the submission needs

	earlierContest string // the contest of an earlier submission; "" for the checked contest
	number         int    // of the participant in the earlier contest
	// participantCount is the number of participants with a submission for the problem of the earlier contest.
	participantCount int
}

func (sub *submission) isEarlier() bool { return sub.earlierContest != "" }

// readBatchSize is the number of submissions whose lexed files are loaded and stored together.
const readBatchSize = 1000

// reader reads submissions.
type reader struct {
	cache      Store
	contestID  int64
	languages  map[string]*lexer.Language // by ID, without the omitted rules; nil if none is omitted
	base       *program.BaseCode
	parameters contest.Parameters
	notIndexed map[int64]bool // submissions of the checked contest without an index entry
	addSamples bool           // read samples of the programs, to search the archive
	lex        lexFunc
	timedOut   atomic.Bool     // set once the lexer times out on a file, including files of base code
	saves      *errgroup.Group // of the last readAll, see waitForSaves; nil for none
}

// lexFunc lexes a file, as program.Lex does.
type lexFunc func(content []byte, language *lexer.Language) (*program.LexedFile, error)

// orDefault returns lex, or program.Lex if lex is nil.
func (lex lexFunc) orDefault() lexFunc {
	if lex == nil {
		return program.Lex
	}
	return lex
}

// newReader returns a reader and lexes the base code. The reader gets lexed files from
// the cache, which may be nil, and adds newly lexed files and missing index entries.
// lex may be nil for program.Lex. Unreadable base code is returned as skipped.
func newReader(cache Store, contestID int64, lex lexFunc, base []contest.File, p contest.Parameters) (*reader, []contest.SkippedItem) {
	baseCode, skipped := program.ReadBase(base, forcedLanguage(p), p.ShingleLength)
	r := &reader{cache: cache, contestID: contestID, base: baseCode, parameters: p, lex: lex.orDefault(), addSamples: len(p.Against) > 0}
	r.timedOut.Store(baseCode.TimedOut)
	if len(p.Omitted) > 0 {
		r.cache = nil // the tokens differ from the cached ones
		r.languages = make(map[string]*lexer.Language)
		for _, l := range lexer.Languages() {
			r.languages[l.ID] = l.OmitRules(p.Omitted...)
		}
	}
	return r, skipped
}

// read lexes the submissions on all processors, and finds the participants' own
// templates. It returns items that cannot be compared as skipped, also those that exceed the bound. It lexes excluded
// submissions only if they have no index entry. It releases all files: the sources are
// stored, and the rest of the check needs only tokens.
func (r *reader) read(ctx context.Context, selected, excluded []contest.Submission, bound *memoryBound, progress Progress) (
	submissions []*submission, skipped []contest.SkippedItem, err error) {
	if err := r.loadNotIndexed(ctx); err != nil {
		return nil, nil, err
	}
	excluded = slices.DeleteFunc(excluded, func(s contest.Submission) bool { return !r.notIndexed[s.ID] })
	total := len(selected) + len(excluded)
	progress(Lexing, 0, total)
	if bound != nil {
		bound.across = comparesAcrossLanguages(r.parameters) && inSeveralFamilies(selected, r.parameters.AcrossProblems)
	}
	submissions, skipped, err = r.readAll(ctx, selected, bound, func(done int) { progress(Lexing, done, total) })
	if err == nil {
		_, err = r.index(ctx, excluded, func(done int) { progress(Lexing, len(selected)+done, total) })
	}
	if err != nil {
		return nil, nil, err
	}
	submissions, leftOut := bound.drop(submissions)
	skipped = append(skipped, leftOut...)
	findTemplates(boilerplate.NewFinder(r.parameters.ShingleLength), submissions, r.parameters)
	return submissions, skipped, nil
}

// index lexes submissions for the cache and the archive's index, and releases their programs at once. It returns those that
// cannot be compared as skipped.
func (r *reader) index(ctx context.Context, submissions []contest.Submission, progress func(done int)) (skipped []contest.SkippedItem, err error) {
	_, skipped, err = r.readAll(ctx, submissions, &memoryBound{bytes: 0, unindexed: true}, progress)
	return skipped, err
}

// loadNotIndexed loads the IDs of the contest's submissions without an index entry.
func (r *reader) loadNotIndexed(ctx context.Context) error {
	r.notIndexed = make(map[int64]bool)
	if r.cache == nil {
		return nil
	}
	ids, err := r.cache.NotIndexed(ctx, r.contestID, program.IndexVersion)
	for _, id := range ids {
		r.notIndexed[id] = true
	}
	return err
}

// readAll lexes submissions batch by batch, and releases their files. While it lexes a batch, the database loads the lexed
// files of the next batch and stores the results of the last ones. It may still store when readAll returns, see waitForSaves.
func (r *reader) readAll(ctx context.Context, all []contest.Submission, bound *memoryBound, progress func(done int)) (
	submissions []*submission, skipped []contest.SkippedItem, err error) {
	if len(all) == 0 {
		return nil, nil, nil
	}
	if err := r.waitForSaves(); err != nil {
		return nil, nil, err
	}
	batches := slices.Collect(slices.Chunk(all, readBatchSize))
	cached, err := r.load(ctx, batches[0])
	if err != nil {
		return nil, nil, fmt.Errorf("read programs: %w", err)
	}
	unsaved := make(chan readResult, 4) // so that a slow database slows down the lexer before the memory is full
	defer close(unsaved)
	saves, saving := errgroup.WithContext(ctx)
	saves.Go(func() error { return r.save(saving, unsaved) })
	r.saves = saves
	for i, batch := range batches {
		loading, inner := errgroup.WithContext(ctx)
		var nextCached map[fileKey][]byte
		if i+1 < len(batches) {
			loading.Go(func() (err error) {
				nextCached, err = r.load(inner, batches[i+1])
				return err
			})
		}
		read, result, err := r.readBatch(inner, batch, cached, bound, func(n int) { progress(i*readBatchSize + n) })
		submissions = append(submissions, read...)
		skipped = append(skipped, result.skipped...)
		select {
		case unsaved <- result:
		case <-saving.Done():
			err = cmp.Or(context.Cause(saving), err)
		}
		if err = cmp.Or(loading.Wait(), err); err != nil {
			return nil, nil, fmt.Errorf("read programs: %w", err)
		}
		cached = nextCached
	}
	return submissions, skipped, nil
}

// load returns the encoded files of a batch that are in the cache.
func (r *reader) load(ctx context.Context, batch []contest.Submission) (map[fileKey][]byte, error) {
	if r.cache == nil {
		return nil, nil
	}
	files, err := r.cache.Lexed(ctx, program.LexedFileVersion, ids(batch))
	cached := make(map[fileKey][]byte, len(files))
	for _, f := range files {
		cached[fileKey{f.SubmissionID, f.File, f.Language}] = f.Content
	}
	return cached, err
}

// readBatch lexes a few submissions, and releases their files. The result all joins the other fields of their results.
func (r *reader) readBatch(ctx context.Context, batch []contest.Submission, cached map[fileKey][]byte, bound *memoryBound,
	progress func(done int)) (submissions []*submission, all readResult, err error) {
	results := make([]readResult, len(batch))
	var done atomic.Int64
	workers, inner := errgroup.WithContext(ctx)
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for i := range batch {
		workers.Go(func() error {
			if err := inner.Err(); err != nil {
				return err
			}
			results[i] = r.readOne(inner, batch[i], cached)
			if err := inner.Err(); err != nil {
				return err // the result may lack files
			}
			if results[i].submission != nil {
				bound.add(results[i].submission)
			}
			batch[i].Files = nil
			progress(int(done.Add(1)))
			return nil
		})
	}
	if err := workers.Wait(); err != nil {
		return nil, all, err
	}
	for _, result := range results {
		if result.submission != nil {
			submissions = append(submissions, result.submission)
		}
		all.skipped = append(all.skipped, result.skipped...)
		all.newlyLexed = append(all.newlyLexed, result.newlyLexed...)
		all.entries = append(all.entries, result.entries...)
	}
	return submissions, all, nil
}

// readResult is the result of reading one submission.
type readResult struct {
	submission *submission // nil if it cannot be compared
	skipped    []contest.SkippedItem
	newlyLexed []contest.LexedFile  // files that were not in the cache
	entries    []contest.IndexEntry // of programs that the index lacks
}

// save adds files to the cache, and programs to the archive's index.
func (r *reader) save(ctx context.Context, batches <-chan readResult) error {
	for batch := range batches {
		if r.cache == nil {
			continue
		}
		if err := r.cache.SaveLexed(ctx, program.LexedFileVersion, batch.newlyLexed); err != nil {
			return err
		}
		if err := r.cache.SaveIndex(ctx, r.contestID, program.IndexVersion, batch.entries); err != nil {
			return err
		}
	}
	return nil
}

// waitForSaves waits until the results of all submissions that were read are stored. It returns an error only once.
func (r *reader) waitForSaves() error {
	saves := r.saves
	if r.saves = nil; saves == nil {
		return nil
	}
	return saves.Wait()
}

// finish waits until all that was read is stored. It returns err, the error of the reads, or stores that the index has the
// submissions.
func (r *reader) finish(ctx context.Context, submissionIDs []int64, err error) error {
	if err = cmp.Or(r.waitForSaves(), err); err != nil || r.cache == nil {
		return err
	}
	return r.cache.MarkIndexed(ctx, r.contestID, program.IndexVersion, submissionIDs)
}

// fileKey identifies a file of a submission and the language it was lexed in.
type fileKey struct {
	submission int64
	file       int
	language   string
}

// readOne reads one submission. If ctx ends before it returns, the result may be incomplete.
func (r *reader) readOne(ctx context.Context, s contest.Submission, cached map[fileKey][]byte) (result readResult) {
	skip := func(reason i18n.Text) readResult {
		result.skipped = []contest.SkippedItem{{Path: s.Path, Reason: reason}}
		return result
	}
	language, ok := lexer.ByName(s.Language)
	if !ok {
		return skip(i18n.Textf("in no known language: it is compared when a language is chosen for all files"))
	}
	if r.languages != nil {
		language = r.languages[language.ID]
	}
	timedOut := false
	lex := func(file int, language *lexer.Language) (*program.LexedFile, error) {
		if content, ok := cached[fileKey{s.ID, file, language.ID}]; ok {
			if lexed, err := program.Decode(content); err == nil {
				return lexed, nil
			} // a damaged file is lexed again
		}
		lexed, err := r.lex(s.Files[file].Content, language)
		timedOut = timedOut || errors.Is(err, lexer.ErrLexTimeout)
		if err == nil && r.cache != nil {
			result.newlyLexed = append(result.newlyLexed,
				contest.LexedFile{SubmissionID: s.ID, File: file, Language: language.ID, Content: lexed.Encode()})
		}
		return lexed, err
	}
	seq, err := program.ReadSequence(ctx, s.Files, language, r.parameters.Language != "", lex)
	if timedOut {
		r.timedOut.Store(true)
	}
	if err != nil {
		return skip(i18n.TextOf(err))
	}
	if r.notIndexed[s.ID] && !timedOut { // the index needs the whole program, with base code
		entry := contest.IndexEntry{SubmissionID: s.ID, Fingerprint: uint64(seq.Fingerprint), HasFingerprint: seq.HasFingerprint,
			Shingles: program.Sample(seq.Symbols)}
		if entry.HasFingerprint || len(entry.Shingles) > 0 { // a very short program has neither
			result.entries = []contest.IndexEntry{entry}
		}
	}
	if n := len(seq.Symbols); n > pairs.MaxShingles {
		return skip(i18n.Textf("too large: %d tokens in all its files; a comparison takes %s", n, i18n.Textf("%d", pairs.MaxShingles)))
	}
	r.base.Cut(seq)
	var ownSample []uint32
	if r.addSamples {
		ownSample = program.Sample(seq.Symbols)
	}
	shingleLength := r.parameters.ShingleLength
	code := seq.Code(shingleLength)
	if !code.HasShingle() {
		barriers := len(seq.Files) - 1                  // between the files
		if len(seq.Symbols) > code.OwnTokens+barriers { // base code was cut
			return skip(i18n.Textf("too short beside base code: %d tokens of its own; a comparison needs %s in a row", code.OwnTokens, strconv.Itoa(shingleLength)))
		}
		return skip(i18n.Textf("too short: %d tokens; a comparison needs %s in a row, in one file", code.OwnTokens, strconv.Itoa(shingleLength)))
	}
	s.Files = nil
	result.submission = &submission{Submission: s, language: language, family: language.Family, code: code,
		fingerprint: seq.Fingerprint, hasFingerprint: seq.HasFingerprint, ownSample: ownSample}
	result.skipped = seq.Skipped
	return result
}
