package evidence

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/pairs"
)

// Explain says in plain sentences what stands behind the suspicion of a pair:
// how much of either program is found in the other, how rare that code is, and
// how unusual that is for the problem and language; and what template they
// share beside it. The histogram is the one that counts the pair; of one that is
// not known the zero value will do.
//
// It measures and does not accuse; and where it is not known how rare or
// unusual something is, it says so.
func Explain(p contest.Pair, h contest.Histogram, params contest.Parameters) []string {
	sentences := []string{covered(p, params)}
	if p.Earlier() {
		sentences = []string{fmt.Sprintf("The right program was handed in for an earlier contest: problem %s of %s.", text.Visible(p.Right.Problem), text.Visible(p.Right.Contest)), sentences[0]}
	}
	switch {
	case h.Participants == 0:
		sentences = append(sentences, "How rare and how unusual that is was not yet counted when this check was made; a new check tells.")
	case p.SharedPassages > 0:
		sentences = append(sentences, rare(p, h, params), unusual(p, h))
	default:
		sentences = append(sentences, unusual(p, h))
	}
	if p.SharedTemplate > 0 {
		sentences = append(sentences, templateOfBoth(p.Scores))
	}
	return sentences
}

// covered tells how much of either program lies in matches.
func covered(p contest.Pair, params contest.Parameters) string {
	aside := ""
	if len(params.Base) > 0 {
		aside = " (base code set aside)"
	}
	one, other := "left", "right"
	first, second := p.CoverageLeft, p.CoverageRight
	if second > first {
		one, other = other, one
		first, second = second, first
	}
	switch {
	case first == 0:
		return "Nothing of the two programs" + aside + " matches over a longer stretch: what they share is scattered in short passages."
	case text.Percent(first) == text.Percent(second):
		return fmt.Sprintf("%s of either program's own code%s is found in the other.", text.Percent(first), aside)
	}
	return fmt.Sprintf("%s of the %s program's own code%s is found in the %s one, and %s of the %s one's in the %s.",
		text.Percent(first), one, aside, other, text.Percent(second), other, one)
}

// rare tells how many of the shared passages no other participant of the contest
// has, and how many are the same to the names.
func rare(p contest.Pair, h contest.Histogram, params contest.Parameters) string {
	words := "They share " + text.Count(p.SharedPassages, "passage") + " of " + text.Count(params.ShingleLength, "token")
	these := ", all of them"
	switch {
	case p.SharedPassages == 1:
		these = ","
	case 0 < p.UniquePassages && p.UniquePassages < p.SharedPassages:
		these = ", " + text.Thousands(int64(p.UniquePassages)) + " of them"
	}
	in := " in " + FamilyName(h.Language)
	if h.RarityPool > h.Participants {
		in = " of the contest" + in
	}
	others := h.RarityPool - 2
	if p.Earlier() {
		others = h.RarityPool - 1 // the right one is none of them
	}
	switch {
	case h.RarityPool > 0 && others <= 0:
		words += "; nobody else handed in " + FamilyName(h.Language) + " here, so there is no telling how rare such code is"
	case p.UniquePassages == 0:
		words += these + " found with other participants too: usual code, or that of a larger group"
	case h.RarityPool == 0:
		words += these + " found with none of the other participants" + in
	case others == 1 && these == ", all of them":
		words += ", none of them found with the one other participant" + in
	case others == 1:
		words += these + " not found with the one other participant" + in
	default:
		words += these + " found with none of the other " + text.Count(others, "participant") + in
	}
	if p.NamedPassages > 0 {
		words += fmt.Sprintf("; names and all, they share %s of %d", text.Count(p.NamedPassages, "passage"), program.WordingLength)
	}
	return words + "."
}

// templateOfBoth tells what both repeat in their other problems.
func templateOfBoth(s contest.Scores) string {
	return "Both repeat a template of " + text.Count(s.SharedTemplate, "token") + " in their other problems, which " +
		othersHave(s.SharedTemplateOthers) + "; it is no part of the suspicion."
}

// othersHave tells how many others have a template that two share.
func othersHave(others int) string {
	switch others {
	case 0:
		return "nobody else here has"
	case 1:
		return "1 other participant has too"
	}
	return text.Count(others, "other participant") + " have too"
}

// unusual tells where the pair stands among all pairs of its problem and
// language, or why that says little.
func unusual(p contest.Pair, h contest.Histogram) string {
	where := "in " + FamilyName(h.Language)
	if h.Problem != "" {
		where = "of " + text.Visible(h.Problem) + " " + where
	}
	if h.TooSimple {
		return fmt.Sprintf("The problem is too simple to judge pairs by: the typical program %s has %s, so few that different people write the same.",
			where, text.Count(h.TypicalSize, "distinct passage"))
	}
	n := h.Pairs()
	if p.Percentile == nil {
		if n == 1 && !p.Earlier() {
			return fmt.Sprintf("It is the only pair %s, so there is no telling what is usual.", where)
		}
		if p.Earlier() {
			where += " in this contest"
		}
		are := "are only " + text.Thousands(n) + " pairs"
		if n < 2 {
			are = map[int64]string{0: "are no pairs", 1: "is only 1 pair"}[n]
		}
		return fmt.Sprintf("There %s %s, too few to tell what is usual: that takes %d.", are, where, pairs.FewestPairs)
	}
	others, among := fmt.Sprintf("the other %s pairs %s", text.Thousands(n-1), where), n-1
	if p.Earlier() {
		others, among = fmt.Sprintf("the %s pairs %s in this contest", text.Thousands(n), where), n
	}
	typical := "the typical pair has a suspicion of " + typicalPair(h)
	switch share := *p.Percentile; {
	case share == 1:
		return fmt.Sprintf("It is more suspicious than all of %s; %s.", others, typical)
	case share == 0:
		return fmt.Sprintf("None of %s is less suspicious; %s: so many pairs alike are the nature of the problem, or a large group.", others, typical)
	case h.Median >= 0.5:
		return fmt.Sprintf("It is more suspicious than %s of %s; %s: so many pairs alike are the nature of the problem, or a large group.", lessSuspicious(share, among), others, typical)
	default:
		return fmt.Sprintf("It is more suspicious than %s of %s; %s.", lessSuspicious(share, among), others, typical)
	}
}

// Simple tells which problems are too simple to judge pairs by; "" where none is.
func TooSimple(histograms []contest.Histogram) string {
	var problems []string
	languages := make(map[string][]string)
	for _, h := range histograms {
		if !h.TooSimple || h.Pairs() == 0 {
			continue
		}
		name := problemName(h)
		if languages[name] == nil {
			problems = append(problems, name)
		}
		languages[name] = append(languages[name], FamilyName(h.Language))
	}
	if len(problems) == 0 {
		return ""
	}
	for i, name := range problems {
		problems[i] = name + " (" + strings.Join(languages[name], ", ") + ")"
	}
	return "Too simple to judge pairs by: " + strings.Join(problems, ", ") + ". Different people write such short programs alike."
}

// problemName names a problem, or all that were compared with each other.
func problemName(h contest.Histogram) string {
	if h.Problem == "" {
		return "all problems"
	}
	return text.Visible(h.Problem)
}

// typicalPair writes the suspicion of the typical pair.
func typicalPair(h contest.Histogram) string {
	if h.Sampled {
		return "about " + text.Score(h.Median)
	}
	return text.Score(h.Median)
}

// anySampled tells whether pairs of some problem were counted by a sample.
func anySampled(histograms []contest.Histogram) bool {
	return slices.ContainsFunc(histograms, func(h contest.Histogram) bool { return h.Sampled })
}

// judging tells what the pairs of a problem and language can be judged by.
func judging(h contest.Histogram) string {
	switch n := h.Pairs(); {
	case n == 0:
		return "nothing to compare"
	case h.TooSimple:
		return "too simple to judge pairs by"
	case h.Participants > 0 && n < pairs.FewestPairs:
		return "too few pairs to tell what is usual"
	}
	return ""
}

// Others is the number of pairs that a pair's percentile is a share of: the other
// ones of its problem and language, of which one with an earlier contest is none.
func OtherPairs(p contest.Pair, h contest.Histogram) int64 {
	if p.Earlier() {
		return h.Pairs()
	}
	return max(0, h.Pairs()-1)
}

// fewOthers is the number of other pairs below which a percentile is no use: they
// are counted.
const fewOthers = 20

// Percentile writes the share of a number of other pairs that are less suspicious,
// from 0 to 1, as per cent with as many decimals as so many pairs carry: 66%
// of 10, 99.98% of 22,791. It is rounded down, so that 100% are all.
func Percentile(share float64, others int64) string {
	if others < fewOthers {
		return lessSuspicious(share, others) + " of " + text.Thousands(others)
	}
	if share >= 1 {
		return "100%"
	}
	places := decimalsOf(others + 1)
	return strconv.FormatFloat(perCent(share, places), 'f', places, 64) + "%"
}

// fewPairs is the number of pairs below which a share of them has no decimals,
// and they are rather counted: "66.66% of the other 9" would feign a precision
// that is not there.
const fewPairs = 1000

// decimalsOf is the number of decimals that a share of so many pairs carries.
func decimalsOf(pairs int64) int {
	switch {
	case pairs < fewPairs:
		return 0
	case pairs < 10*fewPairs:
		return 1
	}
	return 2
}

// lessSuspicious tells how many a share of so many other pairs is: by number
// where they are few, else as a percentile without zeros at its end.
func lessSuspicious(share float64, others int64) string {
	if others+1 < fewPairs {
		return text.Thousands(int64(math.Round(share * float64(others))))
	}
	return strconv.FormatFloat(perCent(share, decimalsOf(others+1)), 'f', -1, 64) + "%"
}

// perCent turns a share into per cent with so many decimals, rounded down but
// for the error of floating point.
func perCent(share float64, places int) float64 {
	scale := math.Pow10(places)
	return math.Floor(float64(share*100*scale)+1e-7) / scale
}

// ZScore writes a modified z-score with one decimal: 33.7.
func ZScore(z float64) string { return strconv.FormatFloat(z, 'f', 1, 64) }
