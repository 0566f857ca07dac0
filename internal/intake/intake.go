// Package intake reads contests: it turns the folders and archives that judge
// systems export into submissions.
//
// The steps are independent of each other:
//
//   - An input (a directory, a zip, a tar, a single file) yields entries: a name, a
//     size, a function that opens it. open.go recognises the kind of an input by its
//     content.
//   - gather.go reads the entries that may be programs, within the Limits, into a
//     sorted list of files. The input is not trusted: names are checked and made
//     valid UTF-8 (name.go), links and devices are not followed, and sizes are
//     counted while reading.
//   - A layout says which problem, participant and attempt each file belongs to: by
//     the folders (layout.go), which detect.go recognises, or by a pattern for the
//     path (pattern.go).
//   - If a judge system wrote the input, that system's format replaces the layout.
//     format.go lists the formats, and detects them by a listing of all names before
//     anything is read. If a system does not export the language of a program,
//     lexer.ByContent detects it.
//
// participants.go reads what the input says about participants.
//
// Every skipped file is listed with the reason and advice, except for leftovers of
// operating systems, version control and editors, and the label files pairs.csv and
// labels.csv (name.go), which cannot be submissions.
//
// The same input gives the same Result, in whatever order a file system or an
// archive lists its entries. Nothing is ever written to disk.
package intake

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
)

// Options say how to read a contest. The zero value detects everything.
type Options struct {
	// Layout says what paths mean: "" to detect it, one of the presets
	// (ProblemParticipant, ParticipantProblem, ParticipantFiles), or a pattern for
	// the whole path of each file, relative to the input: a regular expression in
	// Go's syntax with named groups, such as
	//
	//	(?P<problem>[A-Z])/(?P<id>\d+)_(?P<verdict>[A-Z]+)_(?P<participant>.+)\.\w+
	//
	// or its short form, in which each name stands for a part of a path:
	//
	//	{problem}/{id}_{verdict}_{participant}.{ext}
	//
	// The groups are problem, participant, id, language, verdict, score, time,
	// attempt and file; only participant is required.
	Layout string
	// Format is the name of one of the Formats; "" to detect it. With a Layout, it is
	// FormatFolders.
	Format string
	// Manifest is the path of a table of the submissions, if it is not
	// submissions.csv at the top of the input; the format is then FormatManifest.
	// Paths in the table are relative to its folder if there is one input and the
	// table is inside it. If the table is elsewhere, they are relative to the input.
	// With several inputs, they begin with the base name of an input.
	Manifest string
	// Language is the language of every file, by any name that lexer.ByName knows;
	// "" to go by the file names. With a language, files of any extension are read.
	Language string
	// Yes accepts a reading that is in doubt; see Doubt.
	Yes bool
	// OnFormat, if not nil, is called before anything is read, with the format and the
	// reason for it. The reason is "" if Options name the format.
	OnFormat func(f Format, reason string)
	Limits   Limits
}

// Result is the contest that Read found.
type Result struct {
	Name         string               // suggested name of the contest: the first path's last element, without the extension of an archive
	Format       string               // as Options.Format takes it
	FormatReason string               // why the format was chosen, for people; "" if Options name it
	About        contest.About        // the contest as a whole
	Layout       string               // as Options.Layout takes it
	LayoutReason string               // why the layout was chosen; "" if Options name it
	Submissions  []contest.Submission // sorted by path
	// Participants holds the participants for which the input has more than a name, sorted by
	// name. Their ID, ContestID, Number and Hidden are not set.
	Participants []contest.Participant
	// Solutions are programs of the organisers. Their contest is not set.
	Solutions  []contest.KnownSource
	Skipped    []contest.SkippedItem // sorted by path
	Incomplete []string              // inputs that were not read to their end, and why; also in Skipped
}

// Read reads the contest below paths: directories, archives (.zip, .tar, .tar.gz, .tgz, .tar.zst)
// or single source files. Several paths are one contest: each has its own layout, and its files are
// listed below its base name. A path without folders of problems is one problem, with the name of
// the path.
//
// With an error, Read also returns a Result with at least the skipped items, unless a
// path or an option is unusable. A *LayoutError or a *Doubt may suggest a layout.
func Read(ctx context.Context, paths []string, opts Options) (*Result, error) {
	language, err := languageNamed(opts.Language)
	if err != nil {
		return nil, &OptionError{err}
	}
	layout, err := parseLayout(opts.Layout)
	if err != nil {
		return nil, &OptionError{err}
	}
	f, why, err := chooseFormat(ctx, paths, opts)
	if err != nil {
		return nil, err
	}
	if opts.OnFormat != nil {
		opts.OnFormat(f.description(), why)
	}
	tree, err := gather(ctx, paths,
		selection{language: language, anyLanguage: layout.pattern != nil, participantFiles: true, mode: f.mode}, opts.Limits)
	if err != nil {
		return nil, err
	}
	if opts.Manifest != "" {
		if tree.manifest, err = readManifest(opts.Manifest, paths, opts.Limits); err != nil {
			return nil, err
		}
	}
	result := &Result{Name: tree.name, Format: FormatFolders, FormatReason: why}
	if tree.isSingleFile { // such as a judge system's log
		result.Name = stem(tree.name)
	}
	switch {
	case f != foldersFormat:
		err = result.readAs(f, tree, opts.Yes)
	case len(tree.files) > 0:
		result.Layout, result.Submissions, err = layout.apply(ctx, tree, opts.Yes)
		result.LayoutReason = strings.Join(tree.layoutReasons, "; ")
	default:
		err = tree.emptyError(paths)
	}
	if hint, ok := strings.CutPrefix(why, NoFormatReason+"; "); ok && err != nil {
		err = withHint(err, hint)
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
func chooseFormat(ctx context.Context, paths []string, opts Options) (f *format, why string, err error) {
	switch {
	case opts.Manifest != "" && (opts.Layout != "" || opts.Format != "" && opts.Format != FormatManifest):
		return nil, "", &OptionError{errors.New("a manifest describes all submissions: give no layout and no other format with it")}
	case opts.Manifest != "":
		return manifestFormat, "", nil
	case opts.Format != "":
		if f, err = formatNamed(opts.Format); err == nil && f != foldersFormat && opts.Layout != "" {
			err = fmt.Errorf("a layout explains folders and files instead of the format %s: give one of the two", opts.Format)
		}
		if err != nil {
			err = &OptionError{err}
		}
		return f, "", err
	case opts.Layout != "" || len(paths) == 0:
		return foldersFormat, "", nil
	}
	l, err := listFiles(ctx, paths, opts.Limits)
	if err != nil {
		return nil, "", err
	}
	return detectFormat(ctx, l)
}

// readAs reads the tree by a format.
func (r *Result) readAs(f *format, t *tree, yes bool) error {
	r.Format, r.Layout = f.name, f.name
	c, err := f.read(t)
	r.Submissions, r.Participants, r.About = c.submissions, withSubmissions(c.participants, c.submissions), c.about
	r.Solutions = c.solutions
	if err == nil && len(r.Submissions) == 0 {
		err = errors.New("it contains no submission")
		if r.FormatReason == "" { // otherwise the text below names the format
			err = fmt.Errorf("read as %s, %w", f.title, err)
		}
	}
	if err == nil && c.isGuess && !yes {
		if d := (reading{submissions: r.Submissions, input: t.name}).doubtGuess(); d != nil {
			return &Doubt{Message: fmt.Sprintf("As %s, %s", f.title, d.Message)}
		}
	}
	if err != nil && r.FormatReason != "" {
		err = fmt.Errorf("%w (it was read as %s, because %s; --from %s reads it as folders and files)",
			err, f.title, r.FormatReason, FormatFolders)
	}
	return err
}

// ReadFiles reads base code: every source file below paths, which may be
// directories, archives or single files. Both lists are sorted by path. With an error
// it also returns the skipped items.
func ReadFiles(ctx context.Context, paths []string, limits Limits) ([]contest.File, []contest.SkippedItem, error) {
	tree, err := gather(ctx, paths, selection{}, limits)
	if err != nil {
		return nil, nil, err
	}
	if len(tree.files) == 0 {
		return nil, tree.sortedSkips(), tree.emptyError(paths)
	}
	return tree.contestFiles(), tree.sortedSkips(), nil
}

// OptionError says that an option is wrong.
type OptionError struct{ err error }

func (e *OptionError) Error() string { return e.err.Error() }
func (e *OptionError) Unwrap() error { return e.err }

// languageNamed returns the language with a name; nil for "".
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
	return nil, fmt.Errorf("no language is called %q; known are %s and others", name, strings.Join(ids, ", "))
}

// withHint adds another possible format to the error of an input read as folders.
func withHint(err error, hint string) error {
	sentence := " Also, " + hint + "."
	if doubt := new(Doubt); errors.As(err, &doubt) {
		return &Doubt{Message: doubt.Message + sentence, Layout: doubt.Layout}
	}
	if layout := new(LayoutError); errors.As(err, &layout) {
		return &LayoutError{Message: layout.Message + sentence, Suggestion: layout.Suggestion}
	}
	return fmt.Errorf("%w (%s)", err, hint)
}

// emptyError says why there is nothing to compare, with the most common reason.
func (t *tree) emptyError(paths []string) error {
	input := strings.Join(paths, ", ")
	switch {
	case len(t.inputErrors) > 0 && errors.Is(t.inputErrors[0], errNoDirectory):
		repeatsError := func(s contest.SkippedItem) bool { return s.Reason == errNoDirectory.Error() }
		t.skipped = slices.DeleteFunc(t.skipped, repeatsError)
		return fmt.Errorf("nothing could be read from %s: the archive is cut off; fetch it again", input)
	case len(t.inputErrors) > 0:
		return fmt.Errorf("nothing could be read from %s: %w", input, t.inputErrors[0])
	case len(t.skipped) == 0:
		return fmt.Errorf("%s holds no files; name the folder or archive that holds the submissions", input)
	}
	counts := map[string]int{}
	for _, s := range t.skipped {
		counts[s.Reason]++
	}
	most := mostFrequent(counts)
	skipped := text.Count(len(t.skipped), "file")
	if most == reasonNested && len(t.skipped) > 1 {
		return fmt.Errorf("%s holds archives and no program: unpack it, and give the archives inside as paths, such as folder/*.zip", input)
	}
	if counts[most] == len(t.skipped) {
		return fmt.Errorf("%s holds no program; %s skipped: %s", input, skipped, most)
	}
	return fmt.Errorf("%s holds no program; %s skipped, %d of them: %s", input, skipped, counts[most], most)
}
