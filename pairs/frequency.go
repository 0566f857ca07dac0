package pairs

// Frequency is how many participants of a pool have a shingle.
type Frequency struct {
	Shingle      uint64
	Participants int32
}

// frequencies is what is told of the shingles of one part: those that at least
// so many participants have. It is nil where nothing is to be told.
type frequencies struct {
	least int
	list  []Frequency // by shingle
}

func (f *frequencies) add(shingle uint64, participants int) {
	if f != nil && participants >= f.least {
		f.list = append(f.list, Frequency{shingle, int32(participants)})
	}
}

// newFrequencies returns what is to be told of each part; least 0 is nothing.
func newFrequencies(least int) *[parts]*frequencies {
	var list [parts]*frequencies
	if least > 0 {
		for part := range list {
			list[part] = &frequencies{least: least}
		}
	}
	return &list
}

// joinFrequencies returns what is told of all parts, sorted by shingle.
func joinFrequencies(list *[parts]*frequencies) []Frequency {
	size := 0
	for _, f := range list {
		if f != nil {
			size += len(f.list)
		}
	}
	if size == 0 {
		return nil
	}
	all := make([]Frequency, 0, size)
	for _, f := range list {
		all = append(all, f.list...)
	}
	return all
}
