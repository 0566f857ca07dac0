package intake

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
)

// SelectProgram tells, of the files of one submission, which are the program: where some
// are in a known language by their names, those; else all that are not data by
// their names, such as input; else all. The others are left out, and listed.
func SelectProgram(files []contest.File) (program []contest.File, left []contest.SkippedItem) {
	isCode := func(f contest.File) bool { _, known := lexer.ByPath(f.Path); return known }
	isData := func(f contest.File) bool {
		return slices.Contains(dataExtensions, strings.ToLower(path.Ext(f.Path))) || strings.HasPrefix(path.Base(f.Path), ".")
	}
	for _, wanted := range []func(contest.File) bool{isCode, func(f contest.File) bool { return !isData(f) }} {
		if !slices.ContainsFunc(files, wanted) {
			continue
		}
		for _, f := range files {
			if wanted(f) {
				program = append(program, f)
			} else {
				left = append(left, contest.SkippedItem{Path: f.Path, Reason: "beside the program, and in no known language"})
			}
		}
		return program, left
	}
	return files, nil
}

// LanguageOf returns the language of a submission: what the contest system says,
// as it was understood; else that of most of its files by their names, counted in
// bytes; else what the system's own name of the language sounds like; else what its
// longest file certainly is, by what stands in it. "" where none of them tells it.
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
