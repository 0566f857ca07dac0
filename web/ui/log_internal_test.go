package ui

import (
	"maps"
	"slices"
	"testing"

	"github.com/ojcheck/ojcheck/internal/review"
)

// Each action is in one topic, so that no filter of the log misses it.
func TestLogTopics(t *testing.T) {
	t.Parallel()
	var inTopics []review.Action
	for _, topic := range (logView{}).topics() {
		inTopics = append(inTopics, topic.Actions...)
	}
	want := slices.Concat([]review.Action{review.ActionSettings}, slices.Collect(maps.Keys(actionTexts)), slices.Collect(maps.Keys(accountActionTexts)))
	slices.Sort(want)
	if slices.Sort(inTopics); !slices.Equal(inTopics, want) {
		t.Errorf("actions of all topics: %q, want each action once: %q", inTopics, want)
	}
}
