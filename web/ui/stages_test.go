package ui

import (
	"testing"

	"github.com/ojcheck/ojcheck/internal/check"
)

// Each stage of a check has a text.
func TestStageTexts(t *testing.T) {
	t.Parallel()
	for _, stage := range check.Stages {
		if stageTexts[string(stage)] == "" {
			t.Errorf("the stage %q has no text", stage)
		}
	}
}
