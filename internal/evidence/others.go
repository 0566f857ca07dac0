package evidence

// elsewhere tells with how many other participants a match is found; "" where
// that was not counted.
func (m Match) elsewhere() string {
	switch {
	case m.Others == nil:
		return ""
	case *m.Others == 0:
		return "only in these two"
	}
	return "also in " + Count(*m.Others, "other")
}

// othersMeaning says what the labels of the matches mean; "" where there is none.
func (v View) othersMeaning() string {
	for _, m := range v.Matches {
		if m.Others != nil {
			return "“Also in 14 others” (+14 in the programs): the rarest passage of the match is found with 14 other participants " + v.Among +
				", and every other passage of it with at least as many, not always with the same ones. “Only in these two”: some passage of it with nobody else."
		}
	}
	return ""
}

// Outdated says that the check was made by another algorithm than the one that
// found these matches; "" where it was not.
func (v View) Outdated() string {
	if v.MadeBy == "" {
		return ""
	}
	return "This check was made by another version of the comparison (" + Visible(v.MadeBy) + "; now " + Visible(v.ShownBy) +
		"). The matches shown may differ from those that its scores count. Check the contest again to have both alike."
}
