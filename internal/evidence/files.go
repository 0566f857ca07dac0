package evidence

import (
	"cmp"
	"slices"

	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
)

// FilePair is two files of which at least one has most of its own code in the other.
type FilePair struct {
	Left, Right   int     // indexes into Pane.Files
	Tokens        int     // of the left file that are in matches with the right one
	LeftCoverage  float64 // the share of the own code of the left file that is in the right one, 0 to 1
	RightCoverage float64
}

const (
	maxSharedFiles     = 3
	minSharedFileShare = 0.5
)

// sharedFiles returns the files that share most code, at most maxSharedFiles. It returns none if both programs have one file.
func sharedFiles(l, r *annotated) []FilePair {
	if len(l.program.Files) < 2 && len(r.program.Files) < 2 {
		return nil
	}
	leftMatched, leftOwn := l.tokensByFile(r)
	rightMatched, rightOwn := r.tokensByFile(l)
	var shared []FilePair
	for files, tokens := range leftMatched {
		f := FilePair{
			Left: files[0], Right: files[1], Tokens: tokens,
			LeftCoverage:  float64(tokens) / float64(leftOwn[files[0]]),
			RightCoverage: float64(rightMatched[[2]int{files[1], files[0]}]) / float64(rightOwn[files[1]]),
		}
		if max(f.LeftCoverage, f.RightCoverage) >= minSharedFileShare {
			shared = append(shared, f)
		}
	}
	slices.SortFunc(shared, func(a, b FilePair) int {
		return cmp.Or(cmp.Compare(b.Tokens, a.Tokens), cmp.Compare(a.Left, b.Left), cmp.Compare(a.Right, b.Right))
	})
	return shared[:min(len(shared), maxSharedFiles)]
}

// tokensByFile counts the tokens in matches, by file of this program and of the other one, and the own tokens of each file.
func (l *annotated) tokensByFile(other *annotated) (matched map[[2]int]int, own map[int]int) {
	matched, own = make(map[[2]int]int), make(map[int]int)
	for i, token := range l.program.Tokens {
		if token.Symbol == lexer.Barrier || l.matched[i] == 0 && l.excluded[i] > 0 {
			continue
		}
		file := l.file(token.Start)
		own[file]++
		if match := l.matched[i]; match > 0 {
			matched[[2]int{file, other.ranges[match-1].File}]++
		}
	}
	return matched, own
}

// FileSentences says how much of single files is in files of the other program. A copy may be one file of several.
func (v View) FileSentences(p *i18n.Printer) (sentences []string) {
	for _, f := range v.SharedFiles {
		sentences = append(sentences, p.T("%s of the left file %s is also in the right file %s, and %s the other way round.",
			p.Percent(f.LeftCoverage), text.Visible(v.Left.Files[f.Left].Path), text.Visible(v.Right.Files[f.Right].Path), p.Percent(f.RightCoverage)))
	}
	return sentences
}
