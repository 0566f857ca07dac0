package simhash

// Entry is a fingerprint with the ID of what it belongs to.
type Entry struct {
	ID          int64
	Fingerprint Fingerprint
}

// Scan returns every entry within distance k of f, in the order of
// [Index.Search], by looking at all of them. It is the oracle of every index,
// and for a few thousand entries often the quickest search. It takes any k; a
// negative one finds nothing.
func Scan(entries []Entry, f Fingerprint, k int) []Hit {
	var hits []Hit
	for _, e := range entries {
		if d := Distance(f, e.Fingerprint); d <= k {
			hits = append(hits, Hit{ID: e.ID, Distance: d})
		}
	}
	sortHits(hits)
	return hits
}
