// Package ojcheck holds the files of the repository that the server shows: the sample contest and the glossary. It is in
// the root directory because go:embed cannot reach files outside the directory of its package.
package ojcheck

import (
	"embed"
	"errors"
	"io/fs"
)

//go:embed testdata/submissions/*/* docs/glossary.md docs/glossary
var files embed.FS

// SampleContest returns the submissions of the sample contest: problem/participant/attempt. The pattern of go:embed leaves out
// pairs.csv, the labels of the copies, which only measurements need.
func SampleContest() fs.FS {
	sample, err := fs.Sub(files, "testdata/submissions")
	if err != nil {
		panic(err) // never: the path is valid
	}
	return sample
}

// Glossary returns the glossary in a language: docs/glossary/<language>.md, or docs/glossary.md, in English, if there is none.
func Glossary(language string) string {
	text, err := files.ReadFile("docs/glossary/" + language + ".md")
	if errors.Is(err, fs.ErrNotExist) {
		text, err = files.ReadFile("docs/glossary.md")
	}
	if err != nil {
		panic(err) // never: the file is embedded
	}
	return string(text)
}
