package evidence

import (
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/lexer"
)

// SourcePool returns the known sources that a check compared with a submission. ok is false if there were
// none.
func SourcePool(c contest.Check, s contest.Side) (pool contest.SourcePool, ok bool) {
	name := s.Language
	if c.Parameters.Language != "" {
		name = c.Parameters.Language
	}
	language, isKnown := lexer.ByName(name)
	for _, p := range c.Summary.Sources {
		if isKnown && p.Language == language.Family && (p.Problem == s.Problem || p.Problem == "") {
			return p, true
		}
	}
	return contest.SourcePool{}, false
}

// NearSources returns a sentence that says how near a program is to known sources.
func NearSources(p *i18n.Printer, c contest.Check, n contest.NearSources) string {
	pool, _ := SourcePool(c, n.Side)
	return pool.Sentence(p, n.Sources)
}

// NearSourcesShort is like NearSources, but returns only a few words.
func NearSourcesShort(p *i18n.Printer, c contest.Check, n contest.NearSources) string {
	pool, _ := SourcePool(c, n.Side)
	return pool.CountedNear(p, n.Sources)
}

// KnownCode returns sentences that say how much code of a pair is also in known sources; "" if pair.Known is
// nil.
func KnownCode(p *i18n.Printer, pair contest.Pair) string {
	k := pair.Known
	if k == nil {
		return ""
	}
	format := i18n.Key("Partly in a known source: without code in sources, the suspicion falls from %.3f to %.3f. " +
		"Of the shared passages, %s are in known sources, the largest part in %s (%s).")
	if k.Explained {
		format = "Explained by a known source: without code in sources, the suspicion falls from %.3f to %.3f. " +
			"Of the shared passages, %s are in known sources, the largest part in %s (%s)."
	}
	sentences := p.T(format, pair.Suspicion, k.SuspicionWithout, p.Percent(k.Share),
		text.Visible(k.Name), p.T(k.Kind.Text()))
	if k.Explained && k.SuspicionWithout > pair.Suspicion/2 {
		sentences = p.Sentences(sentences, p.T("What remains would not be listed."))
	}
	if k.BothNear {
		sentences = p.Sentences(sentences,
			p.T("Both programs are near a known source, so each participant may have had such a source."))
	}
	return sentences
}
