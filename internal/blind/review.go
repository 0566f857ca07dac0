package blind

import (
	"slices"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// Reviews hides in what reviewers said of a case the names that text knows, and
// the hashes of the programs of its first and its second participant where they
// are hidden: whoever has a program could try whether it is this one.
func Reviews(list []review.Review, text *Masker, first, second bool) []review.Review {
	list = slices.Clone(list)
	for i := range list {
		r := &list[i]
		r.Note = text.Mask(r.Note)
		if first {
			r.Basis.FirstHash = ""
		}
		if second {
			r.Basis.SecondHash = ""
		}
	}
	return list
}

// PairReviews is Reviews of a pair's case.
func PairReviews(p contest.Pair, list []review.Review, text *Masker) []review.Review {
	if p.Left.ParticipantID > p.Right.ParticipantID {
		p.Left, p.Right = p.Right, p.Left
	}
	return Reviews(list, text, p.Left.Hidden, p.Right.Hidden)
}

// Participants returns all with those two of a pair as it has them, hidden or
// not: the one may be hidden for the other's sake.
func ParticipantsOfPair(list []contest.Participant, p contest.Pair) []contest.Participant {
	list = slices.Clone(list)
	for i := range list {
		for _, side := range []contest.Side{p.Left, p.Right} {
			if one := &list[i]; one.ID == side.ParticipantID {
				one.Hidden, one.Number = side.Hidden, side.Number
			}
		}
	}
	return list
}
