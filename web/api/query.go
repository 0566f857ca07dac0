package api

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/web/httperr"
)

// checkQuery refuses parameters that an operation does not have, which it would
// pass over, and such as are no text, which the database does not take.
func checkQuery(r *http.Request, op *huma.Operation) error {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return httperr.Unprocessable("What follows the question mark of the address cannot be read.", "Write name=value, parted by &, and % followed by two hexadecimal digits for what has another meaning there.")
	}
	var known []string
	for _, p := range op.Parameters {
		if p.In == "query" {
			known = append(known, p.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(query)) {
		if !slices.Contains(known, name) {
			advice := "This operation has none."
			if len(known) > 0 {
				advice = "This operation has " + text.Join(known) + "."
			}
			return httperr.Unprocessable(fmt.Sprintf("There is no parameter %q.", name), advice)
		}
		for _, value := range query[name] {
			if !utf8.ValidString(value) || strings.ContainsRune(value, 0) {
				return httperr.Unprocessable(fmt.Sprintf("The parameter %s is no text.", name), "Send UTF-8 without NUL.")
			}
		}
	}
	return nil
}
