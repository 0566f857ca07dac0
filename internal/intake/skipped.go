package intake

import (
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
)

// maxSkippedPerReason bounds the items listed for a reason, because a packed table of some KB can have
// millions of lines.
const maxSkippedPerReason = 10_000

// skipReason counts the items skipped for one reason.
type skipReason struct {
	count      int
	lastListed contest.SkippedItem
}

// skip lists a path as skipped, for a reason with its arguments.
func (t *tree) skip(path string, reason i18n.Key, args ...any) {
	t.skipText(path, i18n.Textf(reason, args...))
}

func (t *tree) skipText(path string, reason i18n.Text) {
	if t.skipReasons == nil {
		t.skipReasons = map[string]*skipReason{}
	}
	key := withoutDigits(reason.Column())
	r := t.skipReasons[key]
	if r == nil {
		r = &skipReason{}
		t.skipReasons[key] = r
	}
	if r.count++; r.count <= maxSkippedPerReason {
		r.lastListed = contest.SkippedItem{Path: path, Reason: reason}
		t.skipped = append(t.skipped, r.lastListed)
	}
}

// hasSkipped reports whether a path was skipped for a reason without arguments.
func (t *tree) hasSkipped(reason i18n.Key) bool {
	return t.skipReasons[withoutDigits(i18n.Textf(reason).Column())] != nil
}

// sortedSkips returns the skipped items by path. For each reason with too many items, it adds an item that
// counts the rest.
func (t *tree) sortedSkips() []contest.SkippedItem {
	for _, r := range t.skipReasons {
		if more := r.count - maxSkippedPerReason; more > 0 {
			t.skipped = append(t.skipped, contest.SkippedItem{Path: r.lastListed.Path,
				Reason: i18n.Textf("%d more, skipped for the same reason, are not listed: %s", more, r.lastListed.Reason)})
		}
	}
	sortSkips(t.skipped)
	return t.skipped
}

func sortSkips(skipped []contest.SkippedItem) {
	slices.SortFunc(skipped, contest.SkippedItem.Compare)
}

// withoutDigits removes digits, because reasons that differ only in a line number count as one reason.
func withoutDigits(reason string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return -1
		}
		return r
	}, reason)
}
