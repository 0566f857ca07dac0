package archivebench

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ojcheck/ojcheck/simhash"
)

// permutation moves blocks of bits. A table sorted by what it makes of
// fingerprints holds those that agree in the leading blocks one after another.
type permutation struct {
	blocks  []span // in their new order
	leading int    // bits in which a query and what it finds agree
}

// span is some bits of a fingerprint.
type span struct{ shift, width int }

// of moves the bits of a fingerprint.
func (p permutation) of(f simhash.Fingerprint) uint64 {
	moved := uint64(0)
	for _, s := range p.blocks {
		moved = moved<<s.width | uint64(f)>>s.shift&(1<<s.width-1)
	}
	return moved
}

// back moves them back.
func (p permutation) back(moved uint64) simhash.Fingerprint {
	f := uint64(0)
	for _, s := range slices.Backward(p.blocks) {
		f |= moved & (1<<s.width - 1) << s.shift
		moved >>= s.width
	}
	return simhash.Fingerprint(f)
}

// between are the smallest and the largest value that agree with a moved
// fingerprint in the leading bits.
func (p permutation) between(moved uint64) (low, high int64) {
	rest := uint64(1)<<(64-p.leading) - 1
	return int64(moved &^ rest), int64(moved | rest)
}

// permutedTables are the permutations of so many tables, 4, 10, 16 or 20, such
// that two fingerprints within distance 3 agree in the leading blocks of one of
// them. Three bits spoil three blocks at most:
//
//	4   four blocks, one of them leads
//	10  five blocks, two of them lead
//	16  four blocks, one leads; four parts of the rest, one of them follows
//	20  six blocks, three of them lead
func permutedTables(tables int) permuted {
	whole := []span{{0, 64}}
	switch tables {
	case 4:
		return lead(cut(whole, 4), 1)
	case 10:
		return lead(cut(whole, 5), 2)
	case 16:
		var list permuted
		for _, p := range lead(cut(whole, 4), 1) {
			for _, q := range lead(cut(p.blocks[1:], 4), 1) {
				list = append(list, permutation{append(p.blocks[:1:1], q.blocks...), p.leading + q.leading})
			}
		}
		return list
	case 20:
		return lead(cut(whole, 6), 3)
	}
	panic(fmt.Sprintf("archivebench: no %d permuted tables", tables))
}

// part is one or more spans that move together.
type part []span

func (p part) width() int {
	total := 0
	for _, s := range p {
		total += s.width
	}
	return total
}

// cut cuts spans into so many parts of about the same width, the wider ones
// first.
func cut(spans []span, parts int) []part {
	total := part(spans).width()
	var list []part
	rest := slices.Clone(spans)
	for i := range parts {
		want := total / parts
		if i < total%parts {
			want++
		}
		var p part
		for want > 0 {
			width := min(want, rest[0].width)
			p = append(p, span{rest[0].shift + rest[0].width - width, width})
			rest[0].width -= width
			want -= width
			if rest[0].width == 0 {
				rest = rest[1:]
			}
		}
		list = append(list, p)
	}
	return list
}

// lead lists the permutations that bring so many of the parts to the front.
func lead(parts []part, leading int) permuted {
	var list permuted
	for set := range 1 << len(parts) {
		var p permutation
		var rest []span
		chosen := 0
		for i, part := range parts {
			if set>>i&1 == 1 {
				p.blocks = append(p.blocks, part...)
				p.leading += part.width()
				chosen++
			} else {
				rest = append(rest, part...)
			}
		}
		if chosen == leading {
			p.blocks = append(p.blocks, rest...)
			list = append(list, p)
		}
	}
	return list
}

// leadingText tells how many bits lead.
func (p permuted) leadingText() string {
	by := func(a, b permutation) int { return cmp.Compare(a.leading, b.leading) }
	least, most := slices.MinFunc(p, by).leading, slices.MaxFunc(p, by).leading
	if least == most {
		return fmt.Sprint(least)
	}
	return fmt.Sprintf("%d to %d", least, most)
}
