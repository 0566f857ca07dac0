package intake

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
)

// Options say how to read. The zero value recognises everything by itself.
type Options struct {
	// Layout tells what the paths mean: "" to recognise it, one of the presets
	// (ProblemParticipant, ParticipantProblem, ParticipantFiles), or a pattern
	// over the path of each file, relative to the input: a regular expression
	// in Go's syntax with named groups, such as
	//
	//	(?P<problem>[A-Z])/(?P<id>\d+)_(?P<verdict>[A-Z]+)_(?P<participant>.+)\.\w+
	//
	// or the same in short, where each name stands for a part of a path:
	//
	//	{problem}/{id}_{verdict}_{participant}.{ext}
	//
	// The groups are problem, participant, id, language, verdict, score, time,
	// attempt and file; only participant is needed. The pattern must match the
	// whole path.
	Layout string
	// Format names the format that the input is in, as Formats lists them; "" to
	// recognise it. Where a Layout is given, it is FromFolders.
	Format string
	// Manifest is the path of a table of the submissions, where it does not stand
	// at the top of the input as submissions.csv; the format is FromManifest then.
	// The paths in it are relative to its folder where that is in the only input,
	// and otherwise to the input, or to the folder above several.
	Manifest string
	// Language is the language of every file, by any name lexer.ByName knows;
	// "" to go by the file names. Where it is given, files of any extension
	// are read.
	Language string
	// OnFormat is told the format and why it was taken for that, before anything
	// is read; "" where it was asked for. It may be nil.
	OnFormat func(f Format, why string)
	Limits   Limits
}

// Result is what was read.
type Result struct {
	Name         string               // suggested name: the first path's last element, without the extension of an archive
	Format       string               // the format that it was read as, as Options.From takes it
	FormatReason string               // why it was taken for that, for people to read; "" where it was asked for
	About        contest.About        // what the input tells of the contest
	Layout       string               // what the layout was taken for, in words that Options.Layout accepts
	LayoutReason string               // why it was taken for that; "" where it was asked for
	Submissions  []contest.Submission // sorted by path
	// Participants are those of whom the input tells more than their names, sorted
	// by name. Their ID, ContestID, Number and Hidden are not set.
	Participants []contest.Participant
	Skipped      []contest.SkippedItem // sorted by path
	Incomplete   []string              // inputs that were not read to their end, and why; they are among Skipped too
}

// Read reads the contest below paths: directories, archives (.zip, .tar,
// .tar.gz, .tgz, .tar.zst), or single source files. Several paths are one
// contest: each is laid out by itself, and what it holds is listed below its
// base name. A path without folders of problems is a problem of that name.
//
// An error comes with a Set that tells at least what was skipped, except where
// a path or an option is of no use at all. A *LayoutError says which layout to
// try.
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
		opts.OnFormat(f.public(), why)
	}
	selection := selection{language: language, anyLanguage: layout.pattern != nil, participantFiles: true}
	if f != nil {
		selection.mode = f.mode
	}
	tree, err := gather(ctx, paths, selection, opts.Limits)
	if err != nil {
		return nil, err
	}
	if opts.Manifest != "" {
		if tree.manifest, err = readManifest(opts.Manifest, paths, opts.Limits); err != nil {
			return nil, err
		}
	}
	set := &Result{Name: contestName(tree.name, tree.single), Format: FormatFolders, FormatReason: why, Incomplete: tree.incomplete}
	switch {
	case f != nil:
		err = set.readAs(f, tree)
	case len(tree.files) > 0:
		set.Layout, set.Submissions, err = layout.apply(tree)
		set.LayoutReason = strings.Join(tree.layoutReasons, "; ")
	default:
		err = tree.emptyError(paths)
	}
	if hint, ok := strings.CutPrefix(why, NoFormatReason+"; "); ok && err != nil {
		err = withHint(err, hint)
	}
	if language != nil {
		for i := range set.Submissions {
			set.Submissions[i].Language = language.ID
		}
	}
	set.Participants = mergeParticipants(set.Participants, tree.participantFacts(set.Submissions))
	set.Skipped = tree.sortedSkips()
	return set, err
}

// chooseFormat finds the format of the inputs, and why it is that; nil is
// FromFolders.
func chooseFormat(ctx context.Context, paths []string, opts Options) (f *format, why string, err error) {
	switch {
	case opts.Manifest != "" && (opts.Layout != "" || opts.Format != "" && opts.Format != FormatManifest):
		return nil, "", &OptionError{errors.New("a manifest tells of all submissions: it goes together with no layout and no other format")}
	case opts.Manifest != "":
		f, err = formatNamed(FormatManifest)
		return f, "", err
	case opts.Format != "":
		if f, err = formatNamed(opts.Format); err == nil && f != nil && opts.Layout != "" {
			err = fmt.Errorf("a layout explains folders: it does not go together with the format %s", opts.Format)
		}
		if err != nil {
			err = &OptionError{err}
		}
		return f, "", err
	case opts.Layout != "" || len(paths) == 0:
		return nil, "", nil
	}
	l, err := list(ctx, paths, opts.Limits)
	if err != nil {
		return nil, "", err
	}
	f, why = detectFormat(l)
	return f, why, nil
}

// readAs has a format read the tree.
func (s *Result) readAs(f *format, t *tree) error {
	s.Format, s.Layout = f.name, f.name
	told, err := f.read(t)
	s.Submissions, s.Participants, s.About = told.submissions, told.participants, told.about
	if err == nil && len(s.Submissions) == 0 {
		err = fmt.Errorf("no submission was found in it as %s", f.title)
	}
	if err != nil && s.FormatReason != "" {
		err = fmt.Errorf("%w (it was read as %s, for %s; --from %s reads it as folders and files)", err, f.title, s.FormatReason, FormatFolders)
	}
	return err
}

// ReadFiles reads base code: every source file below paths, which may be
// directories, archives or single files. Files are sorted by path. An error
// comes with the list of what was skipped.
func ReadFiles(ctx context.Context, paths []string, limits Limits) ([]contest.File, []contest.SkippedItem, error) {
	tree, err := gather(ctx, paths, selection{}, limits)
	if err != nil {
		return nil, nil, err
	}
	if len(tree.files) == 0 {
		return nil, tree.sortedSkips(), tree.emptyError(paths)
	}
	files := make([]contest.File, len(tree.files))
	for i, f := range tree.files {
		files[i] = contest.File{Path: f.path, Content: f.content}
	}
	return files, tree.sortedSkips(), nil
}

// OptionError says that an option cannot be meant as it stands.
type OptionError struct{ err error }

func (e *OptionError) Error() string { return e.err.Error() }
func (e *OptionError) Unwrap() error { return e.err }

// languageNamed finds the language that was asked for; nil for "".
func languageNamed(name string) (*lexer.Language, error) {
	if name == "" {
		return nil, nil
	}
	if l, ok := lexer.ByName(name); ok {
		return l, nil
	}
	var known []string
	for _, l := range lexer.Languages() {
		if !l.Generic {
			known = append(known, l.ID)
		}
	}
	slices.Sort(known)
	return nil, fmt.Errorf("no language is called %q; known are %s and others", name, strings.Join(known, ", "))
}

// withHint adds what else the input may be to an error of reading it as folders.
func withHint(err error, hint string) error {
	if layout := new(LayoutError); errors.As(err, &layout) {
		return &LayoutError{Message: fmt.Sprintf("%s (%s)", layout.Message, hint), Suggestion: layout.Suggestion}
	}
	return fmt.Errorf("%w (%s)", err, hint)
}

// emptyError says why there is nothing to compare, for the most common reason
// first.
func (t *tree) emptyError(paths []string) error {
	where := strings.Join(paths, ", ")
	if len(t.inputErrors) > 0 && errors.Is(t.inputErrors[0], errNoDirectory) {
		t.skipped = slices.DeleteFunc(t.skipped, func(s contest.SkippedItem) bool { return s.Reason == errNoDirectory.Error() }) // it is said here
		return fmt.Errorf("nothing could be read from %s: the archive is cut off; fetch it again", where)
	}
	if len(t.inputErrors) > 0 {
		return fmt.Errorf("nothing could be read from %s: %w", where, t.inputErrors[0])
	}
	if len(t.skipped) == 0 {
		return fmt.Errorf("%s holds no files; name the folder or archive that holds the submissions", where)
	}
	counts := map[string]int{}
	for _, s := range t.skipped {
		counts[s.Reason]++
	}
	most := t.skipped[0].Reason
	for reason, n := range counts {
		if n > counts[most] || n == counts[most] && reason < most {
			most = reason
		}
	}
	if counts[most] == len(t.skipped) {
		return fmt.Errorf("%s holds no program; %s skipped: %s", where, text.Count(len(t.skipped), "file"), most)
	}
	return fmt.Errorf("%s holds no program; %s skipped, %d of them: %s", where, text.Count(len(t.skipped), "file"), counts[most], most)
}

// contestName makes the name of a contest out of that of a path. A file that is
// no archive, such as a judge system's log, loses its extension too.
func contestName(name string, file bool) string {
	if extension := path.Ext(name); file && len(extension) < len(name) {
		return strings.TrimSuffix(name, extension)
	}
	return name
}

// setName makes a name for a contest out of a path: its last element, without
// the extension of an archive.
func setName(p string) string {
	name := path.Base(p)
	lower := strings.ToLower(name)
	for _, extension := range archiveExtensions {
		if strings.HasSuffix(lower, extension) && len(name) > len(extension) {
			return name[:len(name)-len(extension)]
		}
	}
	return name
}
