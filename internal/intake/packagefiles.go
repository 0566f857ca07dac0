package intake

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/ccs"
	"github.com/ojcheck/ojcheck/internal/contest"
)

// submissionFiles are the files in the folder of a submission of a contest package.
type submissionFiles struct {
	archives map[string][]file // by the name of their archive
	unpacked []file
}

// files groups the files of the package by submission, and skips other files.
func (p contestPackage) files(t *tree) map[string]*submissionFiles {
	found := map[string]*submissionFiles{}
	for _, f := range t.files {
		rest := p.relativePath(f)
		if len(rest) < 3 || rest[0] != "submissions" {
			t.skip(f.path, "outside submissions/<id>/, the folder of programs in a contest package")
			continue
		}
		s := found[rest[1]]
		if s == nil {
			s = &submissionFiles{archives: map[string][]file{}}
			found[rest[1]] = s
		}
		if len(rest) > 3 && isZip(rest[2]) {
			s.archives[rest[2]] = append(s.archives[rest[2]], f)
		} else {
			s.unpacked = append(s.unpacked, f)
		}
	}
	return found
}

func (s *submissionFiles) all() []file {
	all := slices.Clone(s.unpacked)
	for _, archive := range slices.Sorted(maps.Keys(s.archives)) {
		all = append(all, s.archives[archive]...)
	}
	return all
}

// choose returns the submitted files: from the archive that the submission names, else
// from the first archive, else the unpacked files. It skips the others.
func (s *submissionFiles) choose(t *tree, submission ccs.Submission) []file {
	names := slices.Sorted(maps.Keys(s.archives))
	chosen := ""
	if len(names) > 0 {
		chosen = names[0]
	}
	for _, ref := range submission.Files {
		if _, ok := s.archives[ref.Filename]; ok {
			chosen = ref.Filename
			break
		}
	}
	if chosen == "" {
		return s.unpacked
	}
	for _, f := range s.all() {
		if !slices.ContainsFunc(s.archives[chosen], func(chosenFile file) bool { return chosenFile.path == f.path }) {
			t.skip(f.path, "beside the archive of the submission, "+chosen+": only that was read")
		}
	}
	return s.archives[chosen]
}

// submission makes a submission of the chosen files.
func (s *submissionFiles) submission(t *tree, from ccs.Submission, files []file) contest.Submission {
	paths := map[string]string{} // in the tree, by that in the submission
	submission := from.Submission
	for _, f := range files {
		_, rest := splitPackagePath(f.inputPath)
		rest = rest[2:]
		if len(s.archives) > 0 {
			rest = rest[1:]
		}
		name := from.Path + "/" + strings.Join(rest, "/")
		paths[name] = f.path
		submission.Files = append(submission.Files, contest.File{Path: name, Content: f.content})
	}
	var omitted []contest.SkippedItem
	submission.Files, omitted = SelectProgram(submission.Files)
	for _, o := range omitted {
		t.skip(paths[o.Path], o.Reason)
	}
	submission.Language = LanguageOf(submission)
	return submission
}

// incompleteSubmissions returns the identifiers of submissions with skipped files.
func (p contestPackage) incompleteSubmissions(t *tree) map[string]bool {
	folder := path.Join(p.input, p.root, "submissions") + "/"
	ids := map[string]bool{}
	for _, s := range t.skipped {
		if rest, ok := strings.CutPrefix(s.Path, folder); ok {
			id, _, _ := strings.Cut(rest, "/")
			ids[id] = true
		}
	}
	return ids
}

// missingSourceReason says why a submission has no files.
func missingSourceReason(s ccs.Submission, skipped bool) string {
	if skipped {
		return "none of its files could be read"
	}
	for _, ref := range s.Files {
		if name := printable(ref.Filename); name != "" {
			if len(name) > maxName {
				name = shorten(name)
			}
			return "its file " + name + " is not in the package: import the contest from the system itself, if it still has it"
		}
	}
	return "the package has no file of it"
}
