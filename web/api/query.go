package api

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"github.com/ojcheck/ojcheck/internal/apitypes"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/web/request"
)

// checkQuery refuses unknown parameters and second values, which huma ignores, and values that the database cannot store.
func checkQuery(r *http.Request, op *huma.Operation) error {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return httperr.Unprocessable("What follows the question mark of the address cannot be read.",
			"Separate parameters by &, and write a character such as & or % as % with two hexadecimal digits.")
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
				advice = "This operation has " + i18n.English().Join(known) + "."
			}
			return httperr.Unprocessable(fmt.Sprintf("There is no parameter %q.", name), advice)
		}
		if len(query[name]) > 1 {
			return httperr.Unprocessable(fmt.Sprintf("The parameter %s is sent twice.", name), "Send it once: no parameter takes several values.")
		}
		for _, value := range query[name] {
			if !utf8.ValidString(value) || strings.ContainsRune(value, 0) {
				return httperr.Unprocessable(fmt.Sprintf("The parameter %s is no text.", name), "Send UTF-8 without NUL.")
			}
		}
	}
	return nil
}

// PairQuery documents and checks the parameters that select the pairs of a ranking; ranking reads them. It is exported because
// huma ignores unexported embedded structs.
type PairQuery struct {
	Threshold   float64 `query:"threshold" minimum:"0" maximum:"1" doc:"The minimum suspicion of listed pairs; by default the check's threshold."`
	MaxChance   float64 `query:"max_chance" minimum:"0" maximum:"1e15" doc:"The highest chance of a listed pair: the number of honest pairs expected by chance to be as suspicious; 0 for no limit. By default, the number of the check."`
	Problem     string  `query:"problem" doc:"The name of the problem, in full."`
	Language    string  `query:"language" doc:"The name of a family of languages, in full, such as c++."`
	Participant string  `query:"participant" doc:"A part of either participant's name, in upper or lower case; of a hidden participant, the number alone. Two numbers or names, such as 19 41, select the pairs of both."`
	Number      int     `query:"number" minimum:"0" maximum:"2147483647" doc:"The number of either participant in the contest."`
	Verdict     string  `query:"verdict" doc:"The verdict of either submission, in upper or lower case."`
	Sides       string  `query:"sides" enum:"own,earlier" doc:"own: only pairs within the contest. earlier: only pairs with earlier contests."`
	Contest     string  `query:"contest" doc:"The name of the earlier contest, or its ID."`
	Cluster     int     `query:"cluster" minimum:"0" maximum:"2147483647" doc:"The number of the cluster to which the pairs belong."`
	State       string  `query:"state" enum:"open,pending,conflict,appealed,confirmed,dismissed,unclear,waiting,mine,statement" doc:"The state of the case. waiting: all cases that need a review or a ruling. mine: the cases that need yours. statement: the cases with a statement that nobody marked as read."`
	Sources     string  `query:"sources" enum:"explained,unexplained" doc:"explained: only pairs that a known source explains. unexplained: only the others."`
	Reviewer    int64   `query:"reviewer" minimum:"0" doc:"The ID of a user who has decided on the case."`
	Assigned    int64   `query:"assigned" minimum:"0" doc:"The ID of the user to whom the case is assigned."`
	Sample      int     `query:"sample" minimum:"0" maximum:"1000" doc:"The size of a random sample of the stored pairs that the check does not list: only its pairs, whatever the thresholds are. See auditCheck."`
	Seed        int64   `query:"seed" minimum:"0" maximum:"2147483647" doc:"The seed of the sample."`
}

// ranking reads the parameters of a request as pages do. Empty ones count as missing.
func (q PairQuery) ranking(r *http.Request, check contest.Check) (request.PairQuery, error) {
	if math.IsNaN(q.Threshold) || math.IsNaN(q.MaxChance) {
		return request.PairQuery{}, httperr.Unprocessable("A threshold is not a number.", "Give a suspicion from 0 to 1, and a chance of 0 or more.")
	}
	sent := r.URL.Query()
	maps.DeleteFunc(sent, func(_ string, values []string) bool { return values[0] == "" })
	return request.ParsePairQuery(sent, check.Parameters), nil
}

// listOutput is a page of a list. Its cursor contains the key of the last row, so that new rows do not move other rows
// to another page. It also contains a hash of the address with its filters, so that no other list accepts the cursor.
type listOutput[T any] struct{ Body apitypes.List[T] }

// Page selects a page of a list. It is exported because huma ignores unexported embedded structs.
type Page struct {
	Cursor string `query:"cursor" doc:"The value of next in the answer with the page before; empty for the first page."`
	Limit  int    `query:"limit" default:"100" minimum:"1" maximum:"1000"`
}

// listPage answers with a page of rows. read returns at most limit rows after the row with the key after. listPage
// asks for one row more than the page shows, to learn whether another page follows. maxKey is the largest valid key.
// key returns the key of a row; if key is nil, the key of a row is its position in the list.
func listPage[T any](
	c apiRequest, p Page, maxKey int64, read func(after int64, limit int) ([]T, error), key func(T) int64,
) (*listOutput[T], error) {
	after, err := parseCursor(c.r, p.Cursor, maxKey)
	if err != nil {
		return nil, err
	}
	rows, err := read(after, p.Limit+1)
	if err != nil {
		return nil, err
	}
	list := apitypes.List[T]{Items: rows}
	if len(rows) > p.Limit {
		last := after + int64(p.Limit)
		if key != nil {
			last = key(rows[p.Limit-1])
		}
		list = apitypes.List[T]{Items: rows[:p.Limit], Next: newCursor(c.r, last)}
	}
	return &listOutput[T]{list}, nil
}

// rowsOf converts a list to rows; the result is never nil.
func rowsOf[S, T any](list []S, row func(S) T) []T {
	rows := make([]T, len(list))
	for i, item := range list {
		rows[i] = row(item)
	}
	return rows
}

var errCursor = httperr.Unprocessable("The cursor is not one of this list.",
	"Send the cursor that the page before has as next, with the same filters, or none for the first page.")

func newCursor(r *http.Request, after int64) string {
	return base64.RawURLEncoding.EncodeToString(binary.BigEndian.AppendUint64(listKey(r), uint64(after)))
}

// parseCursor returns the key of the row before the page, at most maxKey; 0 for the first page.
func parseCursor(r *http.Request, cursor string, maxKey int64) (after int64, err error) {
	if cursor == "" {
		return 0, nil
	}
	b, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil || len(b) != 16 {
		return 0, errCursor
	}
	after = int64(binary.BigEndian.Uint64(b[8:]))
	if after < 0 || after > maxKey || newCursor(r, after) != cursor {
		return 0, errCursor
	}
	return after, nil
}

// listKey returns eight bytes of a hash of the list's address and filters.
func listKey(r *http.Request) []byte {
	q := r.URL.Query()
	q.Del("cursor")
	q.Del("limit")
	sum := sha256.Sum256([]byte(r.URL.Path + "?" + q.Encode()))
	return sum[:8]
}
