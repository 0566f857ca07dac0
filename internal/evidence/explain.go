package evidence

import (
	"math"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/program"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/pairs"
)

// Explain gives the reasons for the suspicion of a pair in plain sentences. The sentences state figures, and
// accuse nobody. h is the histogram of the pair's pool. If h is zero, a sentence says that rarity was not
// counted.
func Explain(p *i18n.Printer, pair contest.Pair, h contest.Histogram, params contest.Parameters) []string {
	var sentences []string
	if pair.Earlier() {
		sentences = append(sentences, p.T("The right program was submitted to an earlier contest: problem %s of %s.",
			text.Visible(pair.Right.Problem), text.Visible(pair.Right.Contest)))
	}
	if pair.AcrossLanguages() {
		sentences = append(sentences, p.T("The programs are in two languages, %s and %s. "+
			"Only names, literals, operators and a few keywords were compared.",
			LanguageName(pair.Left.Language), LanguageName(pair.Right.Language)))
	}
	sentences = append(sentences, coverageSentence(p, pair, params))
	if h.Participants == 0 {
		sentences = append(sentences, p.T("This check did not count how rare and how unusual that is: run a new check."))
	} else {
		if pair.SharedPassages > 0 {
			sentences = append(sentences, raritySentence(p, pair, h, params))
		}
		sentences = append(sentences, percentileSentence(p, pair, h))
		if pair.Chance != nil && !hasShortPrograms(h) {
			sentences = append(sentences, chanceSentence(p, pair, h))
		}
	}
	if pair.Known != nil {
		sentences = append(sentences, KnownCode(p, pair))
	}
	if pair.SharedTemplate > 0 {
		sentences = append(sentences, templateSentence(p, pair))
	}
	return sentences
}

func coverageSentence(p *i18n.Printer, pair contest.Pair, params contest.Parameters) string {
	hasBase := len(params.Base) > 0
	high := p.Percent(max(pair.CoverageLeft, pair.CoverageRight))
	low := p.Percent(min(pair.CoverageLeft, pair.CoverageRight))
	if pair.CoverageLeft == 0 && pair.CoverageRight == 0 {
		if hasBase {
			return p.T("The programs have no long match (base code set aside): what they share is scattered in short passages.")
		}
		return p.T("The programs have no long match: what they share is scattered in short passages.")
	}
	code := p.T("own code")
	switch {
	case pair.AcrossLanguages() && hasBase:
		code = p.T("own names, literals and operators (base code set aside)")
	case pair.AcrossLanguages():
		code = p.T("own names, literals and operators")
	case hasBase:
		code = p.T("own code (base code set aside)")
	}
	switch {
	case high == low:
		return p.T("%s of each program's %s is also in the other.", high, code)
	case pair.CoverageRight > pair.CoverageLeft:
		return p.T("%s of the right program's %s is also in the left one, and %s the other way round.", high, code, low)
	}
	return p.T("%s of the left program's %s is also in the right one, and %s the other way round.", high, code, low)
}

// raritySentence counts the shared passages, those that no other participant of the contest has, and those
// with equal names.
func raritySentence(p *i18n.Printer, pair contest.Pair, h contest.Histogram, params contest.Parameters) string {
	length := params.ShingleLength
	if pair.AcrossLanguages() {
		length = program.AcrossLength
	}
	words := p.T("They share %s; %s.",
		p.T("%d passages of %s", pair.SharedPassages, p.T("%d tokens", length)), rarityText(p, pair, h))
	if pair.SameNamePassages > 0 {
		words = p.Sentences(words, p.T("With names kept: %s.",
			p.T("%d shared passages of %s", pair.SameNamePassages, p.T("%d tokens", program.WordingLength))))
	}
	return words
}

func rarityText(p *i18n.Printer, pair contest.Pair, h contest.Histogram) string {
	others := h.RarityParticipants - 2
	if pair.Earlier() {
		others = h.RarityParticipants - 1 // the right participant is not in the pool
	}
	family := FamilyName(p, h.Language)
	switch {
	case h.RarityParticipants > 0 && others <= 0 && pair.AcrossLanguages():
		return p.T("nobody else took part here, so there is no baseline")
	case h.RarityParticipants > 0 && others <= 0:
		return p.T("nobody else submitted %s here, so there is no baseline", family)
	case pair.UniquePassages == 0 && pair.SharedPassages == 1:
		return p.T("it is not unique to this pair: the code is common, or a larger group shares it")
	case pair.UniquePassages == 0:
		return p.T("none of them is unique to this pair: the code is common, or a larger group shares it")
	}
	isContestWide := h.RarityParticipants > h.Participants // programs for other problems were counted too
	where := p.T("in no other %s program", family)
	switch {
	case pair.AcrossLanguages() && isContestWide:
		where = p.T("in no other program of the contest")
	case pair.AcrossLanguages():
		where = p.T("in no other program")
	case isContestWide:
		where = p.T("in no other %s program of the contest", family)
	}
	if h.RarityParticipants > 0 {
		where = p.T("%s (%s)", where, p.T("%d other participants", others))
	}
	switch {
	case pair.SharedPassages == 1:
		return p.T("it occurs %s", where)
	case pair.UniquePassages < pair.SharedPassages:
		return p.T("%d of them occur %s", pair.UniquePassages, where)
	}
	return p.T("all of them occur %s", where)
}

func templateSentence(p *i18n.Printer, pair contest.Pair) string {
	tokens := p.T("%d tokens", pair.SharedTemplate)
	if pair.OtherParticipantsWithTemplate == 0 {
		return p.T("Both also use a template of %s in their other problems. Nobody else here has it. It does not count in the suspicion.", tokens)
	}
	return p.T("Both also use a template of %s in their other problems. %d other participants have it too. It does not count in the suspicion.",
		tokens, pair.OtherParticipantsWithTemplate)
}

// poolText says of which problem and language a histogram is, as in "of A in C++". The words follow "pairs".
func poolText(p *i18n.Printer, h contest.Histogram, inThisContest bool) string {
	problem, family := text.Visible(h.Problem), FamilyName(p, h.Language)
	isAcross := h.Language == contest.AcrossLanguages
	words := ""
	switch {
	case problem == "" && isAcross:
		words = p.T("across languages")
	case problem == "":
		words = p.T("in %s", family)
	case isAcross:
		words = p.T("of %s across languages", problem)
	default:
		words = p.T("of %s in %s", problem, family)
	}
	if inThisContest {
		return p.T("%s in this contest", words)
	}
	return words
}

// percentileSentence says how many pairs of the pool are less suspicious, or why their number says little.
func percentileSentence(p *i18n.Printer, pair contest.Pair, h contest.Histogram) string {
	if hasShortPrograms(h) {
		return p.T("The problem is too simple to judge pairs by: the typical program %s has %s, so few that different people write the same.",
			poolText(p, h, false), p.T("%d distinct passages", h.TypicalSize))
	}
	n, where := h.Pairs(), poolText(p, h, pair.Earlier())
	if pair.Percentile == nil {
		switch {
		case n == 1 && !pair.Earlier():
			return p.T("It is the only pair %s, so there is no baseline.", where)
		case n == 0:
			return p.T("There are no pairs %s; a baseline needs %d.", where, pairs.MinPairs)
		}
		return p.T("There are only %d pairs %s; a baseline needs %s.", n, where, i18n.Number(p, pairs.MinPairs))
	}
	others, among := p.T("the other %d pairs %s", n-1, where), n-1
	if pair.Earlier() {
		others, among = p.T("the %d pairs %s", n, where), n
	}
	typical := p.T("the typical pair has a suspicion of %s", typicalPair(p, h))
	if h.TooSimple {
		typical = p.T("%s: different people write programs for this problem alike", typical)
	}
	const manyAlike i18n.Key = "%s: the problem makes programs alike, or a large group shares code"
	share := *pair.Percentile
	switch {
	case share == 1:
		return p.T("It is more suspicious than all of %s; %s.", others, typical)
	case share == 0:
		return p.T("None of %s is less suspicious; %s.", others, p.T(manyAlike, typical))
	case h.Median >= 0.5:
		typical = p.T(manyAlike, typical)
	}
	return p.T("It is more suspicious than %s of %s; %s.", formatShare(p, share, among), others, typical)
}

// hasShortPrograms reports whether the problem is too simple because its programs are short.
func hasShortPrograms(h contest.Histogram) bool {
	return h.TooSimple && h.Simplicity >= pairs.TooSimple
}

// TooSimpleSentence returns a sentence with the problems that are too simple to judge pairs; "" if there are none.
func TooSimpleSentence(p *i18n.Printer, histograms []contest.Histogram) string {
	var problems []string
	languages := make(map[string][]string) // by problem
	for _, h := range histograms {
		if h.TooSimple && h.Pairs() > 0 {
			name := problemName(p, h)
			languages[name] = append(languages[name], FamilyName(p, h.Language))
			if len(languages[name]) == 1 {
				problems = append(problems, name)
			}
		}
	}
	if len(problems) == 0 {
		return ""
	}
	for i, name := range problems {
		problems[i] = p.T("%s (%s)", name, joinTexts(p, languages[name]...))
	}
	return p.T("Too simple to judge pairs by: %s. Different people write such programs alike.", joinTexts(p, problems...))
}

func problemName(p *i18n.Printer, h contest.Histogram) string {
	if h.Problem == "" {
		return p.T("all problems")
	}
	return text.Visible(h.Problem)
}

func typicalPair(p *i18n.Printer, h contest.Histogram) string {
	if h.Sampled {
		return p.T("about %s", p.Score(h.Median))
	}
	return p.Score(h.Median)
}

// judgeability says why pairs of a problem and language cannot be judged; "" if they can.
func judgeability(p *i18n.Printer, h contest.Histogram) string {
	switch n := h.Pairs(); {
	case n == 0:
		return p.T("nothing to compare")
	case h.TooSimple:
		return p.T("too simple to judge pairs by")
	case h.Participants > 0 && n < pairs.MinPairs:
		return p.T("too few pairs for a baseline")
	}
	return ""
}

// OtherPairs returns the number of pairs to which the percentile of p refers, the pairs of the pool except p.
func OtherPairs(p contest.Pair, h contest.Histogram) int64 {
	if p.Earlier() {
		return h.Pairs()
	}
	return max(0, h.Pairs()-1)
}

// Percentile formats the share, from 0 to 1, of the other pairs that are less suspicious. It writes more
// decimals for more pairs: 99.98% of 22,791. It rounds down, so that 100% means all pairs.
func Percentile(p *i18n.Printer, share float64, others int64) string {
	if share >= 1 {
		return p.T("%.0f%%", 100.0)
	}
	places := decimalsOf(others + 1)
	return p.T([...]i18n.Key{"%.0f%%", "%.1f%%", "%.2f%%"}[places], perCent(share, places))
}

// minDecimalPairs is the least number of pairs for decimals, because 66.66% of 9 would claim too much.
const minDecimalPairs = 1000

func decimalsOf(pairs int64) (places int) {
	for limit := int64(minDecimalPairs); places < 2 && pairs >= limit; limit *= 10 {
		places++
	}
	return places
}

// formatShare formats a share of the other pairs. It writes a number of pairs if they are few, or else a
// percentage without trailing zeros.
func formatShare(p *i18n.Printer, share float64, others int64) string {
	if others+1 < minDecimalPairs {
		return i18n.Number(p, int64(math.Round(share*float64(others))))
	}
	return p.T("%s%%", p.Decimal(perCent(share, decimalsOf(others+1))))
}

// perCent converts a share to per cent, rounded down. It allows for floating-point errors.
func perCent(share float64, places int) float64 {
	scale := math.Pow10(places)
	return math.Floor(float64(share*100*scale)+1e-7) / scale
}

// Chance formats a number of expected pairs to two digits: "31,000", "2.4", "0.03" or "<0.001".
func Chance(p *i18n.Printer, expected float64) string {
	if expected < minShownChance {
		return "<" + p.Decimal(minShownChance)
	}
	return twoDigits(p, expected)
}

// minShownChance is the smallest chance that texts write as a number. For a smaller one they say "fewer than" or "<".
const minShownChance = 0.001

// minChanceAsOneIn is the smallest chance that the explanation also writes as "1 in 40,000" of all pairs.
const minChanceAsOneIn = 0.1

// minOwnPairs is the number of pairs of a pool below which a chance comes mostly from other contests: the priors of
// pairs.Tail weigh as much as 30 and 50 pairs.
const minOwnPairs = 30

// chanceSentence says how many honest pairs are expected to be like a pair by chance, and how good this estimate is. h is the
// histogram of the pair's pool. No sentence says "1 in 13,000,000 honest pairs" of a pool with 12,561: that would claim more than
// anybody has measured.
func chanceSentence(p *i18n.Printer, pair contest.Pair, h contest.Histogram) string {
	total, where := h.Pairs(), poolText(p, h, pair.Earlier())
	expected := twoDigits(p, *pair.Chance)
	if !pair.Earlier() && total >= pairs.RoughTailPairs && *pair.Chance >= minChanceAsOneIn {
		oneIn := twoDigits(p, float64(total) / *pair.Chance)
		return p.T("By chance, about 1 in %s honest pairs is like this one: %s of the %s pairs here.", oneIn, expected, i18n.Number(p, total))
	}
	if *pair.Chance < minShownChance {
		expected = p.T("fewer than %s", p.Decimal(minShownChance))
	}
	sentence := p.T("Honest pairs expected by chance to be like this one: %s.", expected)
	if pair.Earlier() {
		sentence = p.T("Honest pairs with the earlier problem expected by chance to be like this one: %s.", expected)
	}
	switch {
	case total == 0:
		return p.Sentences(sentence, p.T("This is estimated from other contests, because there are no pairs %s.", where))
	case total < minOwnPairs:
		return p.Sentences(sentence, p.T("This is estimated mostly from other contests, because there are only %d pairs %s.", total, where))
	case total < pairs.RoughTailPairs:
		return p.Sentences(sentence, p.T("This is a rough figure, from few pairs."))
	}
	return sentence
}

// twoDigits formats a positive number with two significant digits.
func twoDigits(p *i18n.Printer, x float64) string {
	if x >= 99.5 {
		scale := math.Pow10(int(math.Log10(x)) - 1)
		return i18n.Number(p, int64(math.Round(x/scale)*scale))
	}
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 2, 64), 64)
	return p.Decimal(rounded)
}

type measure struct {
	Name    string
	Value   string
	Share   float64 // from 0 to 1, or -1 if it is not a share
	Meaning string
}

// measures lists the scores of a pair in order of importance. others is the number of other pairs, see
// OtherPairs.
func measures(p *i18n.Printer, s contest.Scores, others int64, left, right string) []measure {
	hamming, nearness := p.T("none"), p.T("No distance: a program is too short for a fingerprint, or the two are in different languages.")
	if s.Hamming != nil {
		hamming = p.T("%d bits", *s.Hamming)
		nearness = p.T("ojcheck sums up each program in 64 bits, its fingerprint. This many of them differ; 3 or fewer mean near-duplicates.")
	}
	percentile, chance, percentileShare := "–", "–", -1.
	percentileMeaning := p.T("Not available: fewer than %d pairs to compare with, or a check by an older version.", pairs.MinPairs)
	chanceMeaning := p.T("Not available: the check is by an older version.")
	if s.Percentile != nil {
		percentile, percentileShare = Percentile(p, *s.Percentile, others), *s.Percentile
		percentileMeaning = p.T("The share of the other pairs of this problem and language that are less suspicious.")
	}
	if s.Chance != nil {
		chance = Chance(p, *s.Chance)
		chanceMeaning = p.T("How many honest pairs of this problem and language are expected to be like this one by chance: " +
			"as suspicious, or with as much rare code, whichever is less. Where there are fewer than 100 pairs, it is the number for 100.")
	}
	list := []measure{
		{p.T("Suspicion"), p.Score(s.Suspicion), s.Suspicion,
			p.T("How much own code the two programs share, with or without names. Rare code counts more; " +
				"short programs and simple problems score lower. The ranking sorts by it.")},
		{p.T("Percentile"), percentile, percentileShare, percentileMeaning},
		{p.T("Chance"), chance, -1, chanceMeaning},
		{p.T("Similarity"), p.Percent(s.Similarity), s.Similarity,
			p.T("The share of both programs' own tokens that are in matches.")},
		{p.T("Coverage of %s", text.Visible(left)), p.Percent(s.CoverageLeft), s.CoverageLeft,
			p.T("The share of the left program's own tokens that the right one has too. " +
				"The larger of the two coverages is the maximum similarity: it finds a small program inside a large one.")},
		{p.T("Coverage of %s", text.Visible(right)), p.Percent(s.CoverageRight), s.CoverageRight,
			p.T("The share of the right program's own tokens that the left one has too.")},
		{p.T("Longest match"), p.T("%d tokens", s.LongestMatch), -1,
			p.T("The equal tokens of the longest match. Gaps inside the match are not counted.")},
		{p.T("Matched tokens"), i18n.Number(p, s.MatchedTokens), -1,
			p.T("The equal tokens of all matches.")},
		{p.T("Hamming distance"), hamming, -1, nearness},
	}
	if s.SharedTemplate > 0 {
		score := p.Score(s.SharedTemplateScore)
		meaning := p.T("Code that both repeat in their other problems, and nobody else here has: "+
			"a published library, or code that one got from the other. "+
			"It does not count in the suspicion. Its own score is %s, from 0 to 1: long and rare code scores high.", score)
		if s.OtherParticipantsWithTemplate > 0 {
			meaning = p.T("Code that both repeat in their other problems, and %d other participants have too: "+
				"a published library, or code that one got from the other. "+
				"It does not count in the suspicion. Its own score is %s, from 0 to 1: long and rare code scores high.",
				s.OtherParticipantsWithTemplate, score)
		}
		tokens := p.T("%d tokens", s.SharedTemplate)
		list = append(list, measure{p.T("Template of both"), tokens, s.SharedTemplateScore, meaning})
	}
	return list
}
