package web

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
func (s snapshot) failure() *Failure {
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
		f.Message = s.Upload.inWords(f.Message)
		if !s.Upload.leads(f.Message) {
			f.Message = text.Capitalize(f.Message)
		}
		f.Advice = s.Upload.inWords(f.Advice)
		return &f
	case page.Status != http.StatusInternalServerError:
		return &Failure{Message: page.Message, Advice: page.Advice}
	}
	reason, _, _ := strings.Cut(s.Err.Error(), "\n") // a stack trace is for the log
	return &Failure{
		Message: "The check failed: " + s.Upload.inWords(reason),
		Advice:  "Nothing that was stored before is lost. Try again; the output of ojcheck serve tells more.",
	}
}

// inWords calls the uploaded files by the names that the judge knows, not by
// where they wait on the disk.
func (u Upload) inWords(text string) string {
	for _, f := range u.files() {
		text = strings.ReplaceAll(text, f.Path, f.Name)
	}
	return text
}

// leads reports whether the text begins with the name of an uploaded file,
// which is written as it is.
func (u Upload) leads(text string) bool {
	return slices.ContainsFunc(u.files(), func(f UploadedFile) bool { return strings.HasPrefix(text, f.Name) })
}

func (u Upload) files() []UploadedFile {
	return slices.Concat(u.Files, u.Base)
}
