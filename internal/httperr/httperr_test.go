package httperr

import (
	"errors"
	"testing"
)

// A decision that is refused needs no advice: its reason says what happens now.
func TestInvalidReview(t *testing.T) {
	t.Parallel()
	const reason = "You decided this pair before its appeal, so another reviewer decides it now."
	if got := InvalidReview(errors.New(reason)).Text(); got != reason {
		t.Errorf("the text is %q, want %q", got, reason)
	}
}
