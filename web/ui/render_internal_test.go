package ui

import (
	"context"
	"errors"
	"io"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/a-h/templ"

	"github.com/ojcheck/ojcheck/web/request"
)

// The log has the error of a page that cannot be rendered, but never the secret in the address of a link.
func TestRenderHidesSecret(t *testing.T) {
	t.Parallel()
	failing := templ.ComponentFunc(func(context.Context, io.Writer) error { return errors.New("broken") })
	r := httptest.NewRequest("GET", request.LinkPath+"secret", nil)
	err := render(httptest.NewRecorder(), r, 200, failing)
	if err == nil || !strings.Contains(err.Error(), "broken") || strings.Contains(err.Error(), "secret") {
		t.Errorf("the error is %v", err)
	}
}
