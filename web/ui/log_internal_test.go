package ui

import (
	"maps"
	"slices"
	"testing"

	"github.com/ojcheck/ojcheck/internal/i18n"
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

// A sentence of the log begins with a capital letter, but a name at its beginning stays as it is.
func TestLogSentence(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		language string
		action   review.Action
		details  review.Details
		want     string
	}{
		{"en", review.ActionAssign, review.Details{User: 1, UserName: "a"}, "Assigned to a"},
		{"ja", review.ActionAssign, review.Details{User: 1, UserName: "rosa"}, "rosa に割り当て"},
		{"ja", review.ActionExport, review.Details{File: "pairs.html"}, "pairs.htmlを書き出し"},
		{"ru", review.ActionMembers, review.Details{UserName: "rosa", Role: "chief"}, "rosa: дана роль «главный судья»"},
		{"ru", review.ActionAssign, review.Details{User: 1, UserName: "rosa"}, "Назначено: rosa"},
	} {
		if got := (logEntry{Entry: review.Entry{Action: test.action, Details: test.details}}).sentence(i18n.In(test.language)); got != test.want {
			t.Errorf("%s: %q, want %q", test.language, got, test.want)
		}
	}
}
