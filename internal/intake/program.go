package intake

import (
	"cmp"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
)

// SelectProgram returns the files of the program, by their names: files in a known
// language; if there are none, files that are not data such as input; if there are none,
// all. It lists the other files as skipped.
func SelectProgram(files []contest.File) (program []contest.File, skipped []contest.SkippedItem) {
	isCode := func(f contest.File) bool { _, known := lexer.ByPath(f.Path); return known }
	isNotData := func(f contest.File) bool { return !isData(f.Path) }
	for _, wanted := range []func(contest.File) bool{isCode, isNotData} {
		if !slices.ContainsFunc(files, wanted) {
			continue
		}
		for _, f := range files {
			if wanted(f) {
				program = append(program, f)
			} else {
				skipped = append(skipped, contest.SkippedItem{Path: f.Path, Reason: "beside the program, and in no known language"})
			}
		}
		return program, skipped
	}
	return files, nil
}

// LanguageOf returns the language of a submission. It tries, in this order, the judge
// system's language, the extensions (most bytes win), lexer.ByName of the system's name
// of the language, and the content of the longest file. It returns "" if all fail.
func LanguageOf(s contest.Submission) string {
	if s.Language != "" {
		return s.Language
	}
	bytes := map[string]int{}
	var longest []byte
	for _, f := range s.Files {
		if l, known := lexer.ByPath(f.Path); known {
			bytes[l.ID] += len(f.Content) + 1
		}
		if len(f.Content) > len(longest) {
			longest = f.Content
		}
	}
	most := ""
	for id, n := range bytes {
		if c := cmp.Compare(n, bytes[most]); c > 0 || c == 0 && id < most {
			most = id
		}
	}
	if most != "" {
		return most
	}
	if l, known := lexer.ByName(s.LanguageVersion); known {
		return l.ID
	}
	if l, sure := sniff(longest); sure {
		return l.ID
	}
	return ""
}
