package review

import "testing"

func TestActor(t *testing.T) {
	t.Parallel()
	if got := Actor(t.Context()); got != CommandLine {
		t.Errorf("%+v, want the command line", got)
	}
	ann := Person{ID: 3, Name: "ann"}
	if got := Actor(WithActor(t.Context(), ann)); got != ann {
		t.Errorf("%+v, want %+v", got, ann)
	}
}
