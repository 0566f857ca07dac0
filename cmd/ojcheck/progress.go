package main

import (
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/ojcheck/ojcheck/internal/check"
)

// newProgress returns what shows a check's progress: a bar on a terminal,
// nothing elsewhere. The second function removes the bar.
func newProgress(w io.Writer, quiet bool) (check.Progress, func()) {
	file, ok := w.(*os.File)
	if quiet || !ok || !term.IsTerminal(int(file.Fd())) {
		return func(check.Stage, int, int) {}, func() {}
	}
	var bar *progressbar.ProgressBar
	var current check.Stage
	hide := func() {
		if bar != nil {
			_ = bar.Clear()
		}
	}
	return func(stage check.Stage, done, total int) {
		if bar == nil || stage != current {
			hide()
			current = stage
			bar = progressbar.NewOptions(max(total, 1),
				progressbar.OptionSetWriter(file),
				progressbar.OptionSetDescription(string(stage)),
				progressbar.OptionThrottle(100*time.Millisecond),
				progressbar.OptionClearOnFinish(),
				progressbar.OptionFullWidth(),
				progressbar.OptionSetPredictTime(false),
				progressbar.OptionShowCount(),
			)
		}
		_ = bar.Set(min(done, max(total, 1)))
	}, hide
}
