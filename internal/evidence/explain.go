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

// Explain gives the reasons for the suspicion of a pair in plain sentences: how much of either
// program is in the other, how rare the shared code is, how unusual the suspicion is for the
// problem and language, how often honest pairs are as suspicious by chance, and which template both
// repeat, and what known sources have. The sentences measure; they do not accuse. h is the histogram of the pair's pool, or zero
// if unknown: then a sentence says that rarity was not counted.
func Explain(p contest.Pair, h contest.Histogram, params contest.Parameters) []string {
	var sentences []string
	if p.Earlier() {
		sentences = append(sentences, fmt.Sprintf("The right program was submitted to an earlier contest: problem %s of %s.",
			text.Visible(p.Right.Problem), text.Visible(p.Right.Contest)))
	}
	if p.AcrossLanguages() {
		sentences = append(sentences, fmt.Sprintf("The programs are in two languages, %s and %s. Only what both write alike was "+
			"compared: names, literals, operators and a few keywords.", FamilyName(p.Left.Language), FamilyName(p.Right.Language)))
	}
	sentences = append(sentences, coverageSentence(p, params))
	if h.Participants == 0 {
		sentences = append(sentences, "This check did not count how rare and how unusual that is: run a new check.")
	} else {
		if p.SharedPassages > 0 {
			sentences = append(sentences, raritySentence(p, h, params))
		}
		sentences = append(sentences, percentileSentence(p, h))
		if p.Chance != nil && !tooShort(h) {
			sentences = append(sentences, chanceSentence(*p.Chance, h.Pairs()))
		}
	}
	if p.Known != nil {
		sentences = append(sentences, KnownCode(p))
	}
	if p.SharedTemplate > 0 {
		sentences = append(sentences, "Both repeat a template of "+text.Count(p.SharedTemplate, "token")+
			" in their other problems, which "+templateOwners(p.SharedTemplateOthers)+"; it is no part of the suspicion.")
	}
	return sentences
}

// coverageSentence says how much of either program is in matches.
func coverageSentence(p contest.Pair, params contest.Parameters) string {
	aside := ""
	if len(params.Base) > 0 {
		aside = " (base code set aside)"
	}
	larger, smaller := "left", "right" // the sides with the larger and the smaller coverage
	if p.CoverageRight > p.CoverageLeft {
		larger, smaller = smaller, larger
	}
	high, low := max(p.CoverageLeft, p.CoverageRight), min(p.CoverageLeft, p.CoverageRight)
	code := "own code"
	if p.AcrossLanguages() {
		code = "own names, literals and operators"
	}
	switch {
	case high == 0:
		return "Nothing of the two programs" + aside + " matches over a longer stretch: what they share is scattered in short passages."
	case text.Percent(high) == text.Percent(low):
		return fmt.Sprintf("%s of either program's %s%s is found in the other.", text.Percent(high), code, aside)
	}
	return fmt.Sprintf("%s of the %s program's %s%s is found in the %s one, and %s of the %s one's in the %s.",
		text.Percent(high), larger, code, aside, smaller, text.Percent(low), smaller, larger)
}

// raritySentence says how many of the shared passages no other participant of the contest
// has, and how many are equal including names.
func raritySentence(p contest.Pair, h contest.Histogram, params contest.Parameters) string {
	length, kind, who := params.ShingleLength, FamilyName(h.Language)+" program", "submitted "+FamilyName(h.Language)
	if p.AcrossLanguages() {
		length, kind, who = program.AcrossLength, "program", "took part"
	}
	words := "They share " + text.Count(p.SharedPassages, "passage") + " of " + text.Count(length, "token")
	these, occur := "; all of them", " occur"
	switch {
	case p.SharedPassages == 1:
		these, occur = "; it", " occurs"
	case 0 < p.UniquePassages && p.UniquePassages < p.SharedPassages:
		these = "; " + text.Thousands(p.UniquePassages) + " of them"
		if p.UniquePassages == 1 {
			occur = " occurs"
		}
	}
	inNoOther := occur + " in no other " + kind
	if h.RarityParticipants > h.Participants {
		inNoOther += " of the contest"
	}
	others := h.RarityParticipants - 2
	if p.Earlier() {
		others = h.RarityParticipants - 1 // the right participant is not in the pool
	}
	switch {
	case h.RarityParticipants > 0 && others <= 0:
		words += "; nobody else " + who + " here, so there is no baseline"
	case p.UniquePassages == 0:
		words += these + occur + " with other participants too: common code, or that of a larger group"
	case h.RarityParticipants == 0:
		words += these + inNoOther
	default:
		words += these + inNoOther + " (" + text.Count(others, "other participant") + ")"
	}
	if p.NamedPassages > 0 {
		words += fmt.Sprintf(". With names kept: %s of %d tokens", text.Count(p.NamedPassages, "shared passage"), program.WordingLength)
	}
	return words + "."
}

// templateOwners says how many other participants have a template that both participants of a pair
// repeat.
func templateOwners(others int) string {
	switch others {
	case 0:
		return "nobody else here has"
	case 1:
		return "1 other participant has too"
	}
	return text.Count(others, "other participant") + " have too"
}

// percentileSentence says how many of the pairs of the same problem and language are less
// suspicious than this pair, or why such a number would mean little.
func percentileSentence(p contest.Pair, h contest.Histogram) string {
	where := inLanguage(h.Language)
	if h.Problem != "" {
		where = "of " + text.Visible(h.Problem) + " " + where
	}
	if tooShort(h) {
		return fmt.Sprintf("The problem is too simple to judge pairs by: the typical program %s has %s, "+
			"so few that different people write the same.", where, text.Count(h.TypicalSize, "distinct passage"))
	}
	n := h.Pairs()
	if p.Percentile == nil {
		if n == 1 && !p.Earlier() {
			return fmt.Sprintf("It is the only pair %s, so there is no baseline.", where)
		}
		if p.Earlier() {
			where += " in this contest"
		}
		are := "are only " + text.Thousands(n) + " pairs"
		if n < 2 {
			are = map[int64]string{0: "are no pairs", 1: "is only 1 pair"}[n]
		}
		return fmt.Sprintf("There %s %s, too few for a baseline: it needs %d.", are, where, pairs.MinPairs)
	}
	others, among := fmt.Sprintf("the other %s pairs %s", text.Thousands(n-1), where), n-1
	if p.Earlier() {
		others, among = fmt.Sprintf("the %s pairs %s in this contest", text.Thousands(n), where), n
	}
	typical := "the typical pair has a suspicion of " + typicalPair(h)
	if h.TooSimple {
		typical += ": different people write programs for this problem alike"
	}
	const many = ": the problem makes programs alike, or a large group shares code"
	switch share := *p.Percentile; {
	case share == 1:
		return fmt.Sprintf("It is more suspicious than all of %s; %s.", others, typical)
	case share == 0:
		return fmt.Sprintf("None of %s is less suspicious; %s%s.", others, typical, many)
	case h.Median >= 0.5:
		typical += many
	}
	return fmt.Sprintf("It is more suspicious than %s of %s; %s.", formatShare(*p.Percentile, among), others, typical)
}

// tooShort reports whether the problem is too simple because its programs are short.
func tooShort(h contest.Histogram) bool { return h.TooSimple && h.Simplicity >= pairs.TooSimple }

// TooSimple lists the problems that are too simple to judge pairs by, in a sentence; "" if
// there are none.
func TooSimple(histograms []contest.Histogram) string {
	var problems []string
	languages := make(map[string][]string) // by problem
	for _, h := range histograms {
		if h.TooSimple && h.Pairs() > 0 {
			name := problemName(h)
			languages[name] = append(languages[name], FamilyName(h.Language))
			if len(languages[name]) == 1 {
				problems = append(problems, name)
			}
		}
	}
	if len(problems) == 0 {
		return ""
	}
	for i, name := range problems {
		problems[i] = name + " (" + strings.Join(languages[name], ", ") + ")"
	}
	return "Too simple to judge pairs by: " + strings.Join(problems, ", ") + ". Different people write such programs alike."
}

// problemName returns the name of a histogram's problem, or "all problems".
func problemName(h contest.Histogram) string {
	if h.Problem == "" {
		return "all problems"
	}
	return text.Visible(h.Problem)
}

// typicalPair formats the suspicion of the typical pair.
func typicalPair(h contest.Histogram) string {
	if h.Sampled {
		return "about " + text.Score(h.Median)
	}
	return text.Score(h.Median)
}

// anySampled reports whether the pairs of some problem were counted by a sample.
func anySampled(histograms []contest.Histogram) bool {
	return slices.ContainsFunc(histograms, func(h contest.Histogram) bool { return h.Sampled })
}

// judgeability says why pairs of a problem and language cannot be judged; "" if they can.
func judgeability(h contest.Histogram) string {
	switch n := h.Pairs(); {
	case n == 0:
		return "nothing to compare"
	case h.TooSimple:
		return "too simple to judge pairs by"
	case h.Participants > 0 && n < pairs.MinPairs:
		return "too few pairs for a baseline"
	}
	return ""
}

// OtherPairs returns the number of pairs that the percentile of p refers to: the pairs of the same
// problem and language, without p and without pairs with earlier contests.
func OtherPairs(p contest.Pair, h contest.Histogram) int64 {
	if p.Earlier() {
		return h.Pairs()
	}
	return max(0, h.Pairs()-1)
}

// minPercentilePairs is the smallest number of other pairs for which Percentile writes per cent.
// For fewer pairs, it writes a count: "6 of 9".
const minPercentilePairs = 20

// Percentile formats the share, from 0 to 1, of other pairs that are less suspicious. It writes per
// cent, with more decimals for more pairs: 66% of 100, 99.98% of 22,791. It rounds down, so that
// 100% means all.
func Percentile(share float64, others int64) string {
	if others < minPercentilePairs {
		return formatShare(share, others) + " of " + text.Thousands(others)
	}
	if share >= 1 {
		return "100%"
	}
	places := decimalsOf(others + 1)
	return strconv.FormatFloat(perCent(share, places), 'f', places, 64) + "%"
}

// minDecimalPairs is the number of pairs from which on a share has decimals. For fewer pairs,
// formatShare writes a count: "66.66% of the other 9" would claim more precision than there is.
const minDecimalPairs = 1000

// decimalsOf returns the number of decimals of a share of pairs, 0 to 2.
func decimalsOf(pairs int64) (places int) {
	for limit := int64(minDecimalPairs); places < 2 && pairs >= limit; limit *= 10 {
		places++
	}
	return places
}

// formatShare formats a share of other pairs: as a count if they are few, otherwise as per cent
// without trailing zeros.
func formatShare(share float64, others int64) string {
	if others+1 < minDecimalPairs {
		return text.Thousands(int64(math.Round(share * float64(others))))
	}
	return strconv.FormatFloat(perCent(share, decimalsOf(others+1)), 'f', -1, 64) + "%"
}

// perCent converts a share to per cent, rounded down to a number of decimals. It adds a little
// first, so that a floating-point error does not lower the result.
func perCent(share float64, places int) float64 {
	scale := math.Pow10(places)
	return math.Floor(float64(share*100*scale)+1e-7) / scale
}

// Chance formats a number of pairs that are expected by chance, to two digits: "31,000",
// "2.4", "0.03" or "<0.001".
func Chance(expected float64) string {
	if expected < minChance {
		return "<0.001"
	}
	return twoDigits(expected)
}

// minChance is the smallest chance that is written as a number.
const minChance = 0.001

// chanceSentence says how many of total honest pairs are expected to be as suspicious as a pair by
// chance. It does not name the problem, because the sentence before it does.
func chanceSentence(chance float64, total int64) string {
	among := float64(max(total, pairs.MinTailPairs))
	share, expected := "fewer than one in "+twoDigits(among/minChance), "fewer than 0.001"
	if chance >= minChance {
		share, expected = "one in "+twoDigits(among/chance), twoDigits(chance)
	}
	words := "By chance, " + share + " honest pairs is as suspicious, or shares as much rare code"
	if total < pairs.RoughTailPairs {
		return words + "; from so few pairs, this is a rough figure."
	}
	return words + ": of all " + text.Thousands(total) + ", " + expected + " are expected to."
}

// twoDigits formats a positive number with two significant digits.
func twoDigits(x float64) string {
	if x >= 99.5 {
		scale := math.Pow10(int(math.Log10(x)) - 1)
		return text.Thousands(int64(math.Round(x/scale) * scale))
	}
	return strconv.FormatFloat(x, 'g', 2, 64)
}

// measure is one score of a pair with its meaning.
type measure struct {
	Name    string
	Value   string
	Share   float64 // from 0 to 1, or -1 if it is not a share
	Meaning string
}

// measures lists the scores of a pair in order of importance. The percentile is a share of the
// other pairs, see OtherPairs.
func measures(s contest.Scores, others int64, left, right string) []measure {
	hamming, nearness := "none", "No distance: a program is too short for a fingerprint, or the two are in different languages."
	if s.Hamming != nil {
		hamming = text.Count(*s.Hamming, "bit")
		nearness = "Bits of 64 in which the fingerprints of the two differ; 3 or fewer mean near-duplicates."
	}
	percentile, chance, above := "–", "–", -1.
	ofPercentile := "Not available: fewer than " + strconv.Itoa(pairs.MinPairs) + " pairs to compare with, or a check by an older version."
	ofChance := "Not available: the check is by an older version."
	if s.Percentile != nil {
		percentile, above = Percentile(*s.Percentile, others), *s.Percentile
		ofPercentile = "The share of the other pairs of this problem and language that are less suspicious."
	}
	if s.Chance != nil {
		chance = Chance(*s.Chance)
		ofChance = "How many honest pairs of this problem and language are expected by chance to be as suspicious, or to share " +
			"as much rare code, whichever is less. Fewer than 100 pairs count as 100."
	}
	list := []measure{
		{"Suspicion", text.Score(s.Suspicion), s.Suspicion,
			"What the ranking sorts by: how much of both programs' own code is in both, with or without names. " +
				"Weighted by rarity; short programs and simple problems score lower."},
		{"Percentile", percentile, above, ofPercentile},
		{"Expected by chance", chance, -1, ofChance},
		{"Similarity", text.Percent(s.Similarity), s.Similarity,
			"The share of both programs' own tokens that are in matches."},
		{"Coverage of " + text.Visible(left), text.Percent(s.CoverageLeft), s.CoverageLeft,
			"The share of the left program's own tokens that the right one has too. " +
				"The larger of the two coverages is the maximum similarity: it finds a small program inside a large one."},
		{"Coverage of " + text.Visible(right), text.Percent(s.CoverageRight), s.CoverageRight,
			"The share of the right program's own tokens that the left one has too."},
		{"Longest match", text.Count(s.LongestMatch, "token"), -1,
			"The equal tokens of the longest match. Gaps inside the match are not counted."},
		{"Matched tokens", text.Thousands(s.MatchedTokens), -1,
			"The equal tokens of all matches."},
		{"Hamming distance", hamming, -1, nearness},
	}
	if s.SharedTemplate > 0 {
		list = append(list, measure{"Template of both", text.Count(s.SharedTemplate, "token"), s.SharedTemplateScore,
			"What both repeat in their other problems, and " + templateOwners(s.SharedTemplateOthers) +
				": a published library, or code that one got from the other. " +
				"It is no part of the suspicion; its own score is " + text.Score(s.SharedTemplateScore) +
				", from 0 to 1, high where it is long and few others have it."})
	}
	return list
}

// barWidth formats a share as the width of a bar: a share of 1 is 100 units wide.
func barWidth(share float64) string { return units(100 * min(max(share, 0), 1)) }
