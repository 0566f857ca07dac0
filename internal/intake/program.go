package intake

import (
	"cmp"
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
)

// SelectProgram returns the files of a submission that are the program, by their
// names: those in a known language; if there are none, those that are not data, such
// as input; if there are none, all. It lists the others as skipped.
func SelectProgram(files []contest.File) (program []contest.File, skipped []contest.SkippedItem) {
	isCode := func(f contest.File) bool { _, known := lexer.ByPath(f.Path); return known }
	isNoData := func(f contest.File) bool { return !isData(f.Path) }
	for _, wanted := range []func(contest.File) bool{isCode, isNoData} {
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

// LanguageOf returns the language of a submission: the one that the judge system
// says; else that of most bytes of its files, by their names; else the one that
// lexer.ByName knows by the system's name; else that of its longest file, if its
// content is sure. "" if all fail.
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
