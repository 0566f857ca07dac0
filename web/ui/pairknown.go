package ui

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/text"
)

// pairSourceView is the view model of the page of a program of a pair beside a known source.
type pairSourceView struct {
	access.CheckedPair
	IsRight  bool // the program is the right one of the pair
	Evidence evidence.View
}

// PairSource shows one program of a pair beside the known source that has most of what both programs share.
func (s *Site) PairSource(w http.ResponseWriter, r *http.Request, reader loader, p access.CheckedPair) error {
	v := pairSourceView{CheckedPair: p, IsRight: r.URL.Query().Get("side") == "right"}
	var err error
	if v.Evidence, err = reader.SourceEvidence(r.Context(), p.Pair, v.IsRight); err != nil {
		return err
	}
	return s.show(w, r, http.StatusOK, pairSourcePage(i18n.From(r.Context()), v))
}

// pairSourcePath returns the address of a program of a pair beside a known source. The side is "left" or "right".
func pairSourcePath(id int64, side string) string { return pairPath(id) + "/source?side=" + side }

// participant returns the name of the program's participant.
func (v pairSourceView) participant(p *i18n.Printer) string {
	if v.IsRight {
		return evidence.ParticipantName(p, v.Pair.Right)
	}
	return evidence.ParticipantName(p, v.Pair.Left)
}

// knownHeadline says in short what known sources have of a pair.
func knownHeadline(p *i18n.Printer, k contest.KnownCode) string {
	headline := i18n.Key("Partly in a known source, %s (%s): suspicion %.3f without code in sources")
	if k.Explained {
		headline = "Explained by a known source, %s (%s): suspicion %.3f without code in sources"
	}
	return p.T(headline, text.Visible(k.Name), p.T(k.Kind.Text()), k.SuspicionWithout)
}

// offeredReasons returns all reasons for a decision on a pair, first the fitting reason if known sources explain the pair.
func offeredReasons(pair contest.Pair) []review.Reason {
	reasons := review.Reasons()
	if pair.Known == nil || !pair.Known.Explained {
		return reasons
	}
	fitting := review.Published
	if pair.Known.Kind == contest.Generated {
		fitting = review.Generated
	}
	if i := slices.Index(reasons, fitting); i > 0 {
		reasons = slices.Insert(slices.Delete(reasons, i, i+1), 0, fitting)
	}
	return reasons
}

// decisionsFor lists the decisions that a reason fits, with spaces between them.
func decisionsFor(reason review.Reason) string {
	var list []string
	for _, d := range review.Decisions() {
		if reason.Fits(d) {
			list = append(list, string(d))
		}
	}
	return strings.Join(list, " ")
}

// reasonDigit returns the key of a reason, which is the same for every pair.
func reasonDigit(reason review.Reason) string {
	return strconv.Itoa(slices.Index(review.Reasons(), reason) + 1)
}
