// Package intake turns the folders and archives that judge systems export into submissions.
//
// The steps are independent of each other:
//
//   - open.go recognises by its content whether an input is a directory, a zip, a tar or a single file, and lists
//     its entries.
//   - gather.go reads the entries that may be programs into a sorted list of files. An input may be hostile, so
//     gather.go checks names (name.go), follows no links, counts bytes while it reads, and stops at the Limits.
//   - A layout says to which problem, participant and attempt each file belongs. A preset (layout.go, detect.go)
//     reads the folders, a pattern (pattern.go) reads the whole path.
//   - If a judge system wrote the input, that system's format replaces the layout. format.go lists the formats,
//     and detects them by the names of all files and the beginnings of a few.
//
// participants.go reads what the input says about participants. Every skipped file is listed with the reason
// and advice, except for leftovers of tools and label files (name.go). The same input gives the same Result
// in any order of its entries. Nothing is written to disk.
package intake

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/lexer"
)

// Options say how to read a contest. The zero value detects everything.
type Options struct {
	// Layout says what paths mean. It is "" to detect it, a preset (ProblemParticipant, ParticipantProblem,
	// ParticipantFiles), or a pattern. A pattern matches the whole path of a file, relative to the input. It is a regular
	// expression with named groups, or its short form:
	//
	//	(?P<problem>[A-Z])/(?P<id>\d+)_(?P<verdict>[A-Z]+)_(?P<participant>.+)\.\w+
	//	{problem}/{id}_{verdict}_{participant}.{ext}
	//
	// The groups are those of groupNames; only participant is required.
	Layout string
	Format string // the name of one of the Formats; "" to detect it; with a Layout, FormatFolders
	// Manifest is the path of a table of the submissions; "" for submissions.csv at the top of the input, if that
	// exists. If the only input is a folder that holds the table, paths in the table are relative to the table's
	// folder. Otherwise they are relative to the input; with several inputs, they begin with the base name of one.
	Manifest string
	// Language is the language of every file, in any name that lexer.ByName knows. With a language, files
	// with any extension are read. "" detects languages by the names of files.
	Language string
	// AcceptDoubt accepts what was read even if there is a Doubt.
	AcceptDoubt bool
	// OnFormat, if not nil, is called before files are read. The reason is zero if Options name the format.
	OnFormat func(f Format, reason i18n.Text)
	Limits   Limits
}

// Result is the contest that Read found.
type Result struct {
	// Name is the suggested name of the contest: that of the first folder or archive, without its extension. If there
	// are only single files, it is that of the folder that holds them all, or of the only file.
	Name         string
	Format       string               // as Options.Format takes it
	FormatReason i18n.Text            // why the format was chosen; zero if Options name it
	Metadata     contest.Metadata     // the contest as a whole
	Layout       string               // as Options.Layout takes it
	LayoutReason i18n.Text            // why the layout was chosen; zero if Options name it
	Submissions  []contest.Submission // sorted by path
	// Participants holds the participants for which the input has more than a name, sorted by
	// name. Their ID, ContestID, Number and Hidden are not set.
	Participants []contest.Participant
	// Solutions are programs of the organisers. Their contest is not set.
	Solutions  []contest.KnownSource
	Skipped    []contest.SkippedItem // sorted by path
	Incomplete []i18n.Text           // which inputs were not read to their end, and why; also in Skipped
	Deleted    []string              // from ReadAPI: sorted paths of the stored submissions that the system does not list
}

// Read reads the contest below paths: directories, archives (.zip, .tar, .tar.gz, .tgz, .tar.zst) or single
// source files. Several paths are one contest. Each path has its own layout, and its files are listed below
// its base name. A path without folders of problems is one problem with the name of the path.
//
// With an error, Read also returns a Result with at least the skipped items, unless a path or an option is
// unusable. A *LayoutError or a *Doubt may suggest a layout.
func Read(ctx context.Context, paths []string, opts Options) (*Result, error) {
	language, err := languageNamed(opts.Language)
	if err != nil {
		return nil, &OptionError{err}
	}
	layout, err := parseLayout(opts.Layout)
	if err != nil {
		return nil, &OptionError{err}
	}
	detected, err := chooseFormat(ctx, paths, opts)
	if err != nil {
		return nil, err
	}
	format := detected.format
	if opts.OnFormat != nil {
		opts.OnFormat(format.description(), detected.reason)
	}
	wanted := selection{
		language: language, anyLanguage: layout.pattern != nil, participantFiles: true, mode: format.mode,
		hiddenFolders: format == foldersFormat && opts.Layout != "",
	}
	var manifest *manifest
	if opts.Manifest != "" && len(paths) > 0 {
		if manifest, err = readManifest(opts.Manifest, paths, opts.Limits); err != nil {
			return nil, err
		}
	}
	tree, err := gather(ctx, paths, wanted, opts.Limits)
	if err != nil {
		return nil, err
	}
	tree.manifest = manifest
	result := &Result{Name: tree.name, Format: FormatFolders, FormatReason: detected.reason}
	if tree.isSingleFile { // such as a judge system's log
		result.Name = stem(tree.name)
	}
	switch {
	case format != foldersFormat:
		err = result.readAs(format, tree, opts.AcceptDoubt)
	case len(tree.files) > 0:
		result.Layout, result.Submissions, err = layout.apply(ctx, tree, opts.AcceptDoubt)
		result.LayoutReason = joinClauses(tree.layoutReasons...)
	default:
		err = tree.emptyError(paths)
	}
	if detected.doubt.IsZero() {
		detected.doubt = doubtSecondDownload(paths, result.Submissions)
	}
	if err == nil && !detected.doubt.IsZero() && !opts.AcceptDoubt {
		err = &Doubt{Message: i18n.Textf("%s.", detected.doubt)}
	}
	if !detected.hint.IsZero() && err != nil {
		err = withHint(err, detected.hint)
	}
	if language != nil {
		for i := range result.Submissions {
			result.Submissions[i].Language = language.ID
		}
	}
	result.Participants = mergeParticipants(result.Participants, tree.participantFacts(result.Submissions))
	result.Skipped, result.Incomplete = tree.sortedSkips(), tree.incomplete
	return result, err
}

// chooseFormat returns the format of the inputs and why it was chosen.
func chooseFormat(ctx context.Context, paths []string, opts Options) (d detection, err error) {
	switch {
	case opts.Manifest != "" && (opts.Layout != "" || opts.Format != "" && opts.Format != formatManifest):
		return d, &OptionError{i18n.Errorf("a manifest describes all submissions: give no layout and no other format with it")}
	case opts.Manifest != "":
		return detection{format: manifestFormat}, nil
	case opts.Format != "":
		if d.format, err = formatNamed(opts.Format); err == nil && d.format != foldersFormat && opts.Layout != "" {
			err = i18n.Errorf("a layout explains folders and files instead of the format %s: give one of the two", opts.Format)
		}
		if err != nil {
			err = &OptionError{err}
		}
		return d, err
	case opts.Layout != "" || len(paths) == 0:
		return detection{format: foldersFormat}, nil
	}
	l, err := listFiles(ctx, paths, opts.Limits)
	if err != nil {
		return d, err
	}
	return detectFormat(ctx, l)
}

// readAs reads the tree by a format.
func (r *Result) readAs(f *format, t *tree, acceptDoubt bool) error {
	r.Format, r.Layout = f.name, f.name
	c, err := f.read(t)
	r.Submissions, r.Metadata, r.Solutions = c.submissions, c.about, c.solutions
	r.Participants = mergeParticipants(withSubmissions(c.participants, c.submissions))
	if err == nil && len(r.Submissions) == 0 {
		err = i18n.Errorf("it contains no submission")
		if r.FormatReason.IsZero() { // otherwise the error below names the format
			err = i18n.Errorf("read as %s, it contains no submission", i18n.Textf(f.title))
		}
	}
	if err == nil && c.isGuess && !acceptDoubt {
		guess := reading{submissions: r.Submissions, input: inputFiles{name: t.name}}
		d := guess.doubtGuess()
		if d == nil && !c.doubt.IsZero() {
			d = guess.newDoubt(c.doubt, nameLayout{})
		}
		if d != nil {
			return &Doubt{Message: i18n.Textf("As %s, %s", i18n.Textf(f.title), d.Message)}
		}
	}
	if err != nil && !r.FormatReason.IsZero() {
		err = i18n.Errorf("%s (it was read as %s, because %s; the format %s reads it as folders and files)",
			err, i18n.Textf(f.title), r.FormatReason, FormatFolders)
	}
	return err
}

// ReadFiles reads base code: every source file below paths, which may be directories, archives or single
// files. It refuses an input that it cannot read whole. Both results are sorted by path. With an error, ReadFiles also
// returns the skipped items.
func ReadFiles(ctx context.Context, paths []string, limits Limits) ([]contest.File, []contest.SkippedItem, error) {
	tree, err := gather(ctx, paths, selection{}, limits)
	if err != nil {
		return nil, nil, err
	}
	if len(tree.files) == 0 {
		return nil, tree.sortedSkips(), tree.emptyError(paths)
	}
	if err := CheckComplete(tree.incomplete); err != nil {
		return nil, tree.sortedSkips(), err
	}
	return tree.asContestFiles(), tree.sortedSkips(), nil
}

// CheckComplete returns an error for the reasons why a part of an input could not be read; nil without reasons.
func CheckComplete(reasons []i18n.Text) error {
	if len(reasons) == 0 {
		return nil
	}
	return i18n.Errorf("only a part of the input was read: %s", joinClauses(reasons...))
}

// OptionError says that an option is wrong.
type OptionError struct{ error }

func (e *OptionError) Unwrap() error { return e.error }

// languageNamed returns the language with the given name; nil for "".
func languageNamed(name string) (*lexer.Language, error) {
	if name == "" {
		return nil, nil
	}
	if l, ok := lexer.ByName(name); ok {
		return l, nil
	}
	var ids []string
	for _, l := range lexer.Languages() {
		if !l.Generic {
			ids = append(ids, l.ID)
		}
	}
	slices.Sort(ids)
	return nil, i18n.Errorf("no language is called %q; known are %s and others", name, strings.Join(ids, ", "))
}

// withHint adds to an error that the input may have another format.
func withHint(err error, hint i18n.Text) error {
	sentence := i18n.Textf("Also, %s.", hint)
	if doubt, ok := errors.AsType[*Doubt](err); ok {
		return &Doubt{Message: i18n.Sentences(doubt.Message, sentence), Layout: doubt.Layout}
	}
	if layout, ok := errors.AsType[*LayoutError](err); ok {
		return &LayoutError{Message: i18n.Sentences(layout.Message, sentence), Suggestion: layout.Suggestion}
	}
	return i18n.Errorf("%s (%s)", err, hint)
}

// UnreadError says that nothing could be read from the input, whatever its settings are.
type UnreadError struct{ error }

func (e *UnreadError) Unwrap() error { return e.error }

// emptyError returns an error for an input without programs. If the error names the reason itself, emptyError removes
// the skipped items with this reason.
func (t *tree) emptyError(paths []string) error {
	input := strings.Join(paths, ", ")
	if len(t.inputErrors) > 0 {
		first := t.inputErrors[0]
		t.skipped = slices.DeleteFunc(t.skipped, func(s contest.SkippedItem) bool { return s.Reason == errorReason(first) })
		if errors.Is(first, errCutOff) {
			return &UnreadError{i18n.Errorf("nothing could be read from %s: the archive is cut off; fetch it again", input)}
		}
		return &UnreadError{i18n.Errorf("nothing could be read from %s: %s", input, first)}
	}
	if len(t.skipped) == 0 {
		return &UnreadError{i18n.Errorf("%s holds no files; name the folder or archive that holds the submissions", input)}
	}
	nested := count(slices.Values(t.skipped), func(s contest.SkippedItem) bool { return s.Reason == i18n.Textf(reasonNested) })
	if nested > 1 && 2*nested > len(t.skipped) {
		return i18n.Errorf("%s holds archives and no program: if each is the zip of one participant, the format %s reads them; "+
			"otherwise unpack it, and give the archives inside as paths, such as folder/*.zip", input, compare50Format.name)
	}
	return i18n.Errorf("%[2]s holds no program: %[1]d files were skipped", len(t.skipped), input)
}
