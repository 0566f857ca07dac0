package api

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
)

// apiEvidence is a pair with what both programs have.
type apiEvidence struct {
	Pair        apiPair    `json:"pair"`
	Explanation []string   `json:"explanation" nullable:"false" doc:"What the suspicion rests on, in sentences."`
	LeftFiles   []apiFile  `json:"left_files" nullable:"false"`
	RightFiles  []apiFile  `json:"right_files" nullable:"false"`
	Matches     []apiMatch `json:"matches" nullable:"false" doc:"In the order of the left program."`
	Notice      string     `json:"notice" doc:"That similarity is not proof."`
}

// apiFile is a file of a program.
type apiFile struct {
	Path  string `json:"path" example:"A/ann/02-AC.cpp"`
	Lines int    `json:"lines" doc:"How many it has."`
	Text  string `json:"text,omitempty" doc:"The lines, each but the last followed by a line feed."`
}

// apiMatch is a fragment that both programs have.
type apiMatch struct {
	Number int         `json:"number" minimum:"1"`
	Tokens int         `json:"tokens" doc:"Equal ones."`
	Tiles  int         `json:"tiles" doc:"Of how many pieces it is; between them short stretches differ."`
	Others *int        `json:"others" doc:"Participants besides the two who have its rarest passage; null where it was not counted."`
	Left   apiFragment `json:"left"`
	Right  apiFragment `json:"right"`
}

// apiFragment is where a match stands in one of the programs.
type apiFragment struct {
	File      int       `json:"file" doc:"Index into the files of the side, from 0."`
	FirstLine int       `json:"first_line" minimum:"1"`
	LastLine  int       `json:"last_line" minimum:"1"`
	Spans     []apiSpan `json:"spans" nullable:"false" doc:"The stretches of text that are in it."`
}

// apiSpan is a stretch of text from its first to its last character.
type apiSpan struct {
	FirstLine   int `json:"first_line" minimum:"1"`
	FirstColumn int `json:"first_column" minimum:"1"`
	LastLine    int `json:"last_line" minimum:"1"`
	LastColumn  int `json:"last_column" minimum:"1"`
}

// apiEvidence opens a pair, with the text of both programs if source is set.
func (c apiRequest) apiEvidence(ctx context.Context, p contest.Pair, check contest.Check, source bool) (apiEvidence, error) {
	cases, err := c.CasesForPairs(ctx, check, []contest.Pair{p})
	if err != nil {
		return apiEvidence{}, err
	}
	histograms, err := c.Histograms(ctx, check)
	if err != nil {
		return apiEvidence{}, err
	}
	view, err := c.Evidence(ctx, p)
	if err != nil {
		return apiEvidence{}, err
	}
	usual, _ := contest.HistogramFor(p, histograms)
	e := apiEvidence{
		Pair: apiPairOf(p, cases[0]), Explanation: append([]string{}, evidence.Explain(p, usual, check.Parameters)...), Notice: evidence.Notice,
		LeftFiles: filesOf(view.Left, source), RightFiles: filesOf(view.Right, source), Matches: []apiMatch{},
	}
	left, right := spansOf(view.Left), spansOf(view.Right)
	for _, m := range view.Matches {
		e.Matches = append(e.Matches, apiMatch{
			Number: m.Number, Tokens: m.Tokens, Tiles: m.Pieces, Others: m.OtherParticipants,
			Left:  apiFragment{m.Left.File, m.Left.First, m.Left.Last, append([]apiSpan{}, left[m.Number]...)},
			Right: apiFragment{m.Right.File, m.Right.First, m.Right.Last, append([]apiSpan{}, right[m.Number]...)},
		})
	}
	return e, nil
}

// filesOf lists the files of a program, with their text if source is set.
func filesOf(pane evidence.Pane, source bool) []apiFile {
	files := []apiFile{}
	for _, f := range pane.Files {
		file := apiFile{Path: f.Path, Lines: len(f.Lines)}
		if source {
			var words strings.Builder
			for i, line := range f.Lines {
				if i > 0 {
					words.WriteByte('\n')
				}
				for _, run := range line.Runs {
					words.WriteString(runText(run))
				}
			}
			file.Text = words.String()
		}
		files = append(files, file)
	}
	return files
}

// spansOf returns the stretches of text that are in each match, by its number. A
// stretch goes on over blanks and line ends.
func spansOf(pane evidence.Pane) map[int][]apiSpan {
	spans := make(map[int][]apiSpan)
	for _, file := range pane.Files {
		going := 0 // the match whose stretch may go on
		for _, line := range file.Lines {
			column := 1
			for _, run := range line.Runs {
				words := runText(run)
				length := utf8.RuneCountInString(words)
				switch {
				case length == 0:
				case run.Match == 0:
					if strings.TrimSpace(words) != "" {
						going = 0
					}
				case run.Match == going && !run.First:
					last := &spans[run.Match][len(spans[run.Match])-1]
					last.LastLine, last.LastColumn = line.Number, column+length-1
				default:
					spans[run.Match] = append(spans[run.Match], apiSpan{line.Number, column, line.Number, column + length - 1})
					going = run.Match
				}
				column += length
			}
		}
	}
	return spans
}

func runText(run evidence.Run) string {
	var words strings.Builder
	for _, span := range run.Spans {
		words.WriteString(span.Text)
	}
	return words.String()
}
