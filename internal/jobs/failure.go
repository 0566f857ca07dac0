package jobs

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/web/httperr"
)

// failure tells the judge why a job failed; nil if it did not.
func (s Snapshot) Failure() *Failure {
	if s.Err == nil {
		return nil
	}
	var told *Failure
	page := httperr.Describe(s.Err)
	switch {
	case errors.Is(s.Err, context.Canceled):
		return &Failure{
			Message: "The check was cancelled.",
			Advice:  "Nothing was lost: upload the archive again to check it.",
		}
	case errors.As(s.Err, &told):
		f := *told
		f.Message = s.Upload.withFileNames(f.Message)
		if !s.Upload.beginsWithFile(f.Message) {
			f.Message = text.Capitalize(f.Message)
		}
		f.Advice = s.Upload.withFileNames(f.Advice)
		return &f
	case page.Status != http.StatusInternalServerError:
		return &Failure{Message: page.Message, Advice: page.Advice}
	}
	reason, _, _ := strings.Cut(s.Err.Error(), "\n") // a stack trace is for the log
	return &Failure{
		Message: "The check failed: " + s.Upload.withFileNames(reason),
		Advice:  "Nothing that was stored before is lost. Try again; the output of ojcheck serve tells more.",
	}
}

// inWords calls the uploaded files by the names that the judge knows, not by
// where they wait on the disk.
func (u Upload) withFileNames(words string) string {
	for _, f := range u.files() {
		words = strings.ReplaceAll(words, f.Path, f.Name)
	}
	return words
}

// leads reports whether the text begins with the name of an uploaded file,
// which is written as it is.
func (u Upload) beginsWithFile(words string) bool {
	return slices.ContainsFunc(u.files(), func(f UploadedFile) bool { return strings.HasPrefix(words, f.Name) })
}

func (u Upload) files() []UploadedFile {
	return slices.Concat(u.Files, u.Base)
}
