package pairs

// PrivateTemplate is the Pair.SharedTemplate from which a template is private to
// two people.
const PrivateTemplate = 0.5

// sharedTemplate tells how much two people share of what each of them repeats
// in other problems: near 1 where the smaller template is part of the larger
// one and nobody else has it, low where many have it too, as a published
// library. It is a fact of its own, and no part of the suspicion: friends share
// a template before the contest.
func sharedTemplate(c *common, r *rarity) score {
	if c.extras == nil || c.extras.both.shingles == 0 {
		return 0
	}
	both := c.extras.both
	smaller := min(c.templates[0].count, c.templates[1].count)
	covered := float64(both.weight) / (float64(r.byOthers[0]) * float64(smaller))
	return scoreOf(covered * saturate(float64(both.shingles), structureHalf))
}
