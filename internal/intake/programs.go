package intake

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
)

// Limits of the search for several programs in one submission.
const (
	maxSubmissionsRead = 300
	maxFilesRead       = 20      // of a submission
	maxImportBytes     = 8 << 10 // of a file, in which names of other files are looked for
)

// doubtPrograms doubts folders that were read as one submission, if they hold several programs.
func (r reading) doubtPrograms() *Doubt {
	several := r.countWithSeveralPrograms()
	if several < 2 || 4*several < len(r.submissions) {
		return nil
	}
	named := r.participantPaths()
	names := map[string]int{} // of files
	if named != nil {
		for _, file := range named.files {
			names[stem(path.Base(file))]++
		}
	}
	areProblems := len(names) > 0 && mostAreLabels(names)
	if !areProblems && 2*several <= len(r.submissions) { // the other programs may be earlier versions
		return nil
	}
	first := r.submissions[slices.IndexFunc(r.submissions, func(s contest.Submission) bool { return programsIn(s) > 1 })]
	reason := i18n.Textf("%[2]s may be several submissions: %[3]s of its %[1]d files are whole programs",
		len(first.Files), text.Visible(first.Path), strconv.Itoa(programsIn(first)))
	if named == nil || areProblems && !isInOneFolder(named.files) { // the folders may be rounds
		return r.newDoubt(reason, nameLayout{})
	}
	return r.newDoubt(reason, named.layoutByLevel())
}

// isInOneFolder reports whether all files of one name are below one folder, in folders of participants.
// Otherwise the files may be for several problems with one name.
func isInOneFolder(files []string) bool {
	folders := make(map[string]string)
	for _, file := range files {
		name, folder := stem(path.Base(file)), path.Dir(path.Dir(file))
		if before, ok := folders[name]; ok && before != folder {
			return false
		}
		folders[name] = folder
	}
	return true
}

// countWithSeveralPrograms counts the submissions that hold several programs. If more than maxSubmissionsRead hold several
// files, it estimates the number.
func (r reading) countWithSeveralPrograms() (n int) {
	several := slices.DeleteFunc(slices.Clone(r.submissions), func(s contest.Submission) bool { return len(s.Files) < 2 })
	read := sampleOf(several, maxSubmissionsRead)
	n = count(slices.Values(read), func(s contest.Submission) bool { return programsIn(s) > 1 })
	return n * len(several) / max(1, len(read))
}

// programsIn counts the files of a submission that are whole programs. These are files with a main function,
// and scripts whose name is in no other file. Two scripts with names of words, such as solution.py and
// tests.py, are one program. The result is 0 for a submission of one file.
func programsIn(s contest.Submission) (n int) {
	if len(s.Files) < 2 {
		return 0
	}
	files := s.Files[:min(len(s.Files), maxFilesRead)]
	wordScripts := 0
	for _, f := range files {
		name := stem(path.Base(f.Path))
		l, isKnown := lexer.ByPath(f.Path)
		isScript := isKnown && slices.Contains(scripts, l.ID)
		switch {
		case !isScript && mainFunction.Match(f.Content):
			n++
		case !isScript || isMentioned(f, files):
		case problemLabel.MatchString(name) || strings.ContainsAny(name, "0123456789"):
			n++
		default:
			wordScripts++
		}
	}
	if n == 0 && wordScripts == 2 {
		return 1
	}
	return n + wordScripts
}

// isMentioned reports whether another of the files contains the name of f.
func isMentioned(f contest.File, files []contest.File) bool {
	name := stem(path.Base(f.Path))
	if len(name) < 3 { // any text may contain a short name
		name = "import " + name
	}
	return slices.ContainsFunc(files, func(other contest.File) bool {
		return other.Path != f.Path && bytes.Contains(other.Content[:min(len(other.Content), maxImportBytes)], []byte(name))
	})
}

// areOneProgram reports whether files that stand alone in a folder are one submission: one of them is a whole program, and all but
// one are mentioned in another.
func areOneProgram(files []file) bool {
	if len(files) > maxFilesRead {
		return false
	}
	s := newDraft("", "", "", files...).Submission
	mentioned := count(slices.Values(s.Files), func(f contest.File) bool { return isMentioned(f, s.Files) })
	return programsIn(s) == 1 && mentioned >= len(s.Files)-1
}

// mainFunction matches the definition of a main function. It matches neither a call nor new Main().
var mainFunction = regexp.MustCompile(`(?m)^main\s*\(|` +
	`\b(?:void|int|int32_t|signed|auto|Task(?:<int>)?|fun|func|fn|def)\s+[mM]ain\s*\(`)

// scripts are languages without a main function.
var scripts = []string{"python", "ruby", "javascript", "php", "perl", "lua"}
