package api_test

import (
	"cmp"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/web/api"
)

// Every documented parameter selects pairs as the field of that name in the address of a page does. An empty one selects none.
func TestPairParameters(t *testing.T) {
	t.Parallel()
	ranking := func(query string) string {
		r, err := api.Ranking(api.PairQuery{}, httptest.NewRequest("GET", "/?"+query, nil), contest.Check{})
		if err != nil {
			t.Fatal(err)
		}
		return r.Values().Encode()
	}
	for field := range reflect.TypeFor[api.PairQuery]().Fields() {
		name := field.Tag.Get("query")
		for value := range strings.SplitSeq(cmp.Or(field.Tag.Get("enum"), "1"), ",") {
			want := name + "=" + value
			switch name {
			case "seed":
				want = "sample=2&" + want
			case "sample":
				want += "&seed=0"
			}
			if got := ranking(want); got != want {
				t.Errorf("?%s reads %q", want, got)
			}
		}
		if got := ranking(name + "="); got != "" {
			t.Errorf("?%s= reads %q", name, got)
		}
	}
	if got := ranking("reviewer=4294967296"); got != "reviewer=4294967296" {
		t.Errorf("a large ID reads %q", got)
	}
}
