// Package ojcheck holds the files of the repository that the server shows: the sample contest and the glossary. Only a
// package above them can embed them without a second copy.
package ojcheck

import (
	"embed"
	"io/fs"
)

//go:embed testdata/submissions docs/glossary.md
var files embed.FS

// SampleContest returns the submissions of the sample contest: problem/participant/attempt. It does not have the list of
// its copies, which is for measurements.
func SampleContest() fs.FS {
	sample, err := fs.Sub(files, "testdata/submissions")
	if err != nil {
		panic(err) // never: the path is valid
	}
	return sample
}

// Glossary returns docs/glossary.md.
func Glossary() string {
	text, err := files.ReadFile("docs/glossary.md")
	if err != nil {
		panic(err) // never: the file is embedded
	}
	return string(text)
}
