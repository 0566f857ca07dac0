package lexer

import (
	"slices"
	"strings"
)

// languages are all languages: those with tables, then the generic ones, each
// sorted by ID. The slice is never changed.
var languages = func() []*Language {
	known := []*Language{
		cpp(), c(), java(), python(), kotlin(), golang(), rust(), csharp(), javascript(), typescript(),
		pascal(), ruby(), haskell(), php(), scala(), perl(), dlang(), ocaml(), swift(), lua(), julia(), dart(),
	}
	byID := func(a, b *Language) int { return strings.Compare(a.ID, b.ID) }
	slices.SortFunc(known, byID)
	others := genericLanguages(known)
	slices.SortFunc(others, byID)
	all := append(known, others...)
	for _, l := range all {
		if l.Family == "" {
			l.Family = l.ID
		}
	}
	return all
}()

// Languages returns all languages: those with tables of their own sorted by
// ID, then the generic ones sorted by ID.
func Languages() []*Language { return slices.Clone(languages) }
