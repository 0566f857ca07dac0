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
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"github.com/ojcheck/ojcheck/internal/apitypes"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/web/httperr"
	"github.com/ojcheck/ojcheck/web/request"
)

// checkQuery refuses unknown parameters, which huma ignores, and values that the database does not take.
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

// PairQuery is the filters of a ranking. It is exported because huma ignores other embedded structs.
type PairQuery struct {
	Threshold   optional[float64] `query:"threshold" minimum:"0" maximum:"1" doc:"Suspicion from which pairs are listed. By default that of the check."`
	Problem     string            `query:"problem" doc:"Exactly."`
	Language    string            `query:"language" doc:"A family of languages, exactly, such as c++."`
	Participant string            `query:"participant" doc:"A part of either participant's name, in any case; in blind contests their number."`
	Number      int               `query:"number" minimum:"0" maximum:"2147483647" doc:"The number of either participant in the contest."`
	Verdict     string            `query:"verdict" doc:"Of either submission, in any case."`
	Sides       string            `query:"sides" enum:"own,earlier" doc:"Pairs within the contest alone, or with earlier contests alone."`
	Contest     string            `query:"contest" doc:"The name of the earlier contest, or its ID."`
	Cluster     int               `query:"cluster" minimum:"0" maximum:"2147483647" doc:"The number of a cluster that the pairs tie."`
	State       string            `query:"state" enum:"open,pending,conflict,confirmed,dismissed,unclear,waiting,mine" doc:"Where the case stands; waiting stands for all in which the jury still has something to do, mine for those that wait for you."`
	Reviewer    int64             `query:"reviewer" minimum:"0" doc:"The ID of a user who has decided it."`
	Assigned    int64             `query:"assigned" minimum:"0" doc:"The ID of the user whom it is assigned to."`
}

// ranking is the ranking that the query asks for.
func (q PairQuery) ranking(check contest.Check) (request.PairQuery, error) {
	r := request.PairQuery{
		Problem: q.Problem, Language: q.Language, Participant: request.OneLine(q.Participant), Number: q.Number,
		Verdict: contest.Verdict(request.OneLine(q.Verdict)), Sides: contest.PairSides(q.Sides), Contest: request.OneLine(q.Contest),
		Cluster: q.Cluster, State: q.State, Reviewer: q.Reviewer, Assigned: q.Assigned,
		Threshold: check.Parameters.Threshold, Sort: contest.SortRank, Page: 1, DefaultThreshold: check.Parameters.Threshold,
	}
	if q.Threshold.set {
		r.Threshold = q.Threshold.Value
	}
	if math.IsNaN(r.Threshold) {
		return r, &httperr.Error{Status: http.StatusUnprocessableEntity, Message: "The threshold is no number.", Advice: "Give one from 0 to 1."}
	}
	return r, nil
}

// optional is a parameter that may be missing. Huma documents it by the type of its value.
type optional[T any] struct {
	Value T
	set   bool
}

// Receiver returns the value that is read into.
func (o *optional[T]) Receiver() reflect.Value { return reflect.ValueOf(o).Elem().Field(0) }

// OnParamSet records whether the parameter was sent.
func (o *optional[T]) OnParamSet(set bool, _ any) { o.set = set }

// Schema is that of the value.
func (o optional[T]) Schema(r huma.Registry) *huma.Schema {
	return huma.SchemaFromType(r, reflect.TypeFor[T]())
}

// Lists come page by page. A cursor says after which row the next page begins,
// and of which list: the address with its filters. So rows that come or go do not
// shift the others from one page to the next, and a cursor that is sent with
// other filters is refused.

// listOutput is the answer of an operation that lists.
type listOutput[T any] struct{ Body apitypes.List[T] }

// Page is the page of a list that a query asks for. It is exported for the reason of PairQuery.
type Page struct {
	Cursor string `query:"cursor" doc:"The next of the page before."`
	Limit  int    `query:"limit" default:"100" minimum:"1" maximum:"1000"`
}

// listPage answers with a page of rows. Read returns at most limit rows after one, whose key is at most most; it is
// asked for one more, which tells whether a page follows. A nil key stands for the position in the list.
func listPage[T any](c apiRequest, p Page, most int64, read func(after int64, limit int) ([]T, error), key func(T) int64) (*listOutput[T], error) {
	after, err := parseCursor(c.r, p.Cursor, most)
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

// rowsOf converts a list to rows; they are never nil.
func rowsOf[K, T any](list []K, row func(K) T) []T {
	rows := make([]T, len(list))
	for i, k := range list {
		rows[i] = row(k)
	}
	return rows
}

var errCursor = &httperr.Error{
	Status:  http.StatusUnprocessableEntity,
	Message: "The cursor is not one of this list.",
	Advice:  "Send the cursor that the page before has as next, with the same filters, or none for the first page.",
}

// newCursor says after which row of a list the next page begins.
func newCursor(r *http.Request, after int64) string {
	return base64.RawURLEncoding.EncodeToString(binary.BigEndian.AppendUint64(listKey(r), uint64(after)))
}

// parseCursor returns the row before the page, up to most; 0 is before the first.
func parseCursor(r *http.Request, cursor string, most int64) (after int64, err error) {
	if cursor == "" {
		return 0, nil
	}
	b, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil || len(b) != 16 {
		return 0, errCursor
	}
	after = int64(binary.BigEndian.Uint64(b[8:]))
	if after < 0 || after > most || newCursor(r, after) != cursor {
		return 0, errCursor
	}
	return after, nil
}

// listKey names a list: its address and filters, in eight bytes.
func listKey(r *http.Request) []byte {
	q := r.URL.Query()
	q.Del("cursor")
	q.Del("limit")
	sum := sha256.Sum256([]byte(r.URL.Path + "?" + q.Encode()))
	return sum[:8]
}
