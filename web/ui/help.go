package ui

import (
	"net/http"
	"strings"

	"github.com/ojcheck/ojcheck"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Help shows the help: scores, states, keys and the glossary.
func (s *Site) Help(w http.ResponseWriter, r *http.Request) error {
	p := i18n.From(r.Context())
	return s.show(w, r, http.StatusOK, helpPage(p, parseGlossary(ojcheck.Glossary(p.Tag))))
}

// term is a row of the glossary. Its texts are Markdown with code in backquotes.
type term struct{ Word, Meaning string }

// parseGlossary returns the rows of the table in a glossary. It leaves out a third column, the words that ojcheck does not use.
func parseGlossary(markdown string) []term {
	var terms []term
	isTable := false
	for line := range strings.Lines(markdown) {
		line = strings.TrimSpace(line)
		cells := strings.Split(strings.Trim(line, "|"), "|")
		switch {
		case strings.HasPrefix(line, "|---"):
			isTable = true
		case !strings.HasPrefix(line, "|"):
			isTable = false
		case isTable && (len(cells) == 2 || len(cells) == 3):
			terms = append(terms, term{strings.TrimSpace(cells[0]), strings.TrimSpace(cells[1])})
		}
	}
	return terms
}

// explanation is a name with its explanation.
type explanation struct{ Name, Text string }

// stateExplanations explains the states of a pair, in the order in which pages show them.
func stateExplanations(p *i18n.Printer) []explanation {
	var list []explanation
	for _, s := range review.States() {
		list = append(list, explanation{stateName(p, s), p.T("%s.", p.T(stateMeanings[s]))})
	}
	return append(list, explanation{p.T("Confirmed or dismissed by a chief judge"),
		p.T("A ruling. It settles a conflict, and stands over the decisions of reviewers.")})
}

// scoreExplanations explains the columns of a ranking.
func scoreExplanations(p *i18n.Printer) []explanation {
	return []explanation{
		{p.T("Suspicion"), p.T("From 0 to 1. How much of their own code both programs share; rare code counts most, short programs and simple problems less.")},
		{p.T("Chance"), p.T("How many honest pairs of the problem are expected to look like this one. Far below 1 is rare; 1 or more is usual.")},
		{p.T("Percentile"), p.T("The share of the other pairs of the problem and language that are less suspicious.")},
		{p.T("Similarity"), p.T("The share of both programs that is inside matches, whether rare or common.")},
		{p.T("Coverage"), p.T("The share of one program that is inside matches. A small program hidden in a large one has a coverage of 100%%.")},
		{p.T("Longest match"), p.T("The tokens of the longest match. A token is a name, a number, a keyword or an operator.")},
	}
}

// keyLists lists the keys of all pages.
func keyLists() []keyList {
	return []keyList{
		{"Every list", rowKeys()},
		{"Contests", contestsShortcuts()[len(rowKeys()):]},
		{"Ranking", rankingKeys(account.Chief.May)[len(rowKeys()):]},
		{"Pair", pairKeys(account.Chief.May)},
		{"Alert", alertKeys()},
	}
}

// keyList is the keys of a kind of pages.
type keyList struct {
	Pages i18n.Key
	Keys  []shortcut
}
