package evidence

import (
	"strings"

	"github.com/ojcheck/ojcheck/internal/text"
)

// elsewhere tells with how many other participants a match is found; "" where
// that was not counted.
func (m Match) elsewhere() string {
	switch {
	case m.OtherParticipants == nil:
		return ""
	case *m.OtherParticipants == 0:
		return "only in these two"
	}
	return "also in " + text.Count(*m.OtherParticipants, "other")
}

// othersMeaning says what those labels mean that some match has; "" where none
// has any.
func (v View) othersMeaning() string {
	var others, alone bool
	for _, m := range v.Matches {
		if m.OtherParticipants != nil {
			others = others || *m.OtherParticipants > 0
			alone = alone || *m.OtherParticipants == 0
		}
	}
	var list []string
	if others {
		list = append(list, "“Also in N others” (+N in the programs): the rarest passage of the match is found with N other participants "+v.OthersAmong+
			", and every other passage of it with at least as many, not always with the same ones.")
	}
	if alone {
		list = append(list, "“Only in these two”: some passage of the match is found with no other participant "+v.OthersAmong+".")
	}
	return strings.Join(list, " ")
}

// Outdated says that the check was made by another algorithm than the one that
// found these matches; "" where it was not.
func (v View) Outdated() string {
	if v.CheckAlgorithm == "" {
		return ""
	}
	return "This check was made by another version of the comparison (" + text.Visible(v.CheckAlgorithm) + "; now " + text.Visible(v.ViewAlgorithm) +
		"). The matches shown may differ from those that its scores count. Check the contest again to have both alike."
}
