package web

import (
	"context"

	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
)

// Searcher searches the archive.
type Searcher interface {
	// Search returns the programs of the archive that are like the given one,
	// the best first, at most limit of them. An error that the judge can mend
	// is a *Failure.
	Search(ctx context.Context, s Search, limit int) (contest.Findings, error)
	// Open puts the given program beside a submission, with what both have, and
	// masks names in the submission's text; nil are none. An error that the judge
	// can mend is a *Failure.
	Open(ctx context.Context, s Search, found contest.Side, names *blind.Masker) (evidence.View, error)
}

// Search is a program that somebody wants to find in the archive.
type Search struct {
	Name     string // of the file, as the browser called it; "" for one that was pasted
	Program  []byte
	Language string  // a lexer language ID; "" to go by the name
	Contest  int64   // ID of the contest to search in; 0 for all
	Within   []int64 // IDs of the contests to search in by what the viewer may see; nil for all
	With     int64   // ID of the submission that the program is to be put beside; 0 for none
}
