package client

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"

	"github.com/ojcheck/ojcheck/internal/apitypes"
)

// CountPairs counts over all pages of the list, up to its limit.
func TestCountPairs(t *testing.T) {
	t.Parallel()
	const stored = 2*pageSize + 500
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		limit, err := strconv.Atoi(r.FormValue("limit"))
		if err != nil || limit < 1 || limit > pageSize {
			t.Errorf("a page of %q pairs is asked for", r.FormValue("limit"))
		}
		after, _ := strconv.Atoi(r.FormValue("cursor")) // 0 for the first page
		last := min(after+limit, stored)
		page := apitypes.List[struct{}]{Items: make([]struct{}, last-after)}
		if last < stored {
			page.Next = strconv.Itoa(last)
		}
		_ = json.NewEncoder(w).Encode(page)
	}))
	defer server.Close()
	c, err := New(server.URL, "ojc_x", "test")
	if err != nil {
		t.Fatal(err)
	}
	for _, limit := range []int{1, pageSize, pageSize + 1, stored, stored + 1} {
		got, err := c.CountPairs(t.Context(), 7, limit)
		if want := min(limit, stored); err != nil || got != want {
			t.Errorf("%d of %d pairs: got %d, error %v, want %d", limit, stored, got, err, want)
		}
	}
}
