package access_test

import (
	"context"
	"errors"
	"net/http"
	"reflect"
	"testing"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/review"
)

// foreignStore has check 7, pair 5, submission 9 and source 2 of contest 1. All other methods of it panic.
type foreignStore struct{ access.Store }

var (
	foreignSide  = contest.Side{SubmissionID: 9, ContestID: 1, ParticipantID: 4}
	foreignPair  = contest.Pair{ID: 5, CheckID: 7, Left: foreignSide, Right: foreignSide}
	foreignCheck = contest.Check{ID: 7, ContestID: 1}
)

func (foreignStore) CheckAndContest(context.Context, int64) (contest.CheckAndContest, error) {
	return contest.CheckAndContest{Check: foreignCheck, Contest: contest.Contest{ID: 1}}, nil
}

func (foreignStore) PairAndCheck(context.Context, int64) (contest.Pair, contest.CheckAndContest, error) {
	return foreignPair, contest.CheckAndContest{Check: foreignCheck, Contest: contest.Contest{ID: 1}}, nil
}

func (foreignStore) RelatedSubmissions(context.Context, []int64) ([]contest.Side, error) {
	return []contest.Side{foreignSide}, nil
}

func (foreignStore) KnownSource(context.Context, int64) (contest.KnownSource, error) {
	return contest.KnownSource{ID: 2, ContestID: 1}, nil
}

func (foreignStore) ContestByName(context.Context, string) (contest.Contest, error) {
	return contest.Contest{ID: 1}, nil
}

// own are the methods that need no role in a contest, with the reason.
var own = map[string]string{
	"ContestOfCheck": "for authorisation", "ContestOfPair": "for authorisation", "ContestOfSubmission": "for authorisation",
	"Contests": "lists what the viewer may see", "ContestsPage": "lists what the viewer may see",
	"ContestNames": "lists what the viewer may see", "Against": "lists what the viewer may see", "Watches": "lists what the viewer may see",
	"NamesSecret": "lists what the viewer may see",
	"LiveVersion": "has no names, so everybody may see it",
	"Viewer":      "the viewer", "Role": "of the viewer", "RequireUpload": "asks for a role in any contest", "HasFacts": "of the installation",
	"Rename": "the viewer's account", "SetLanguage": "the viewer's account", "EndSignIns": "the viewer's account",
	"Tokens": "the viewer's account", "AddToken": "the viewer's account", "RevokeToken": "the viewer's account",
}

// argument returns the argument of a type that names contest 1 or something in it. The int64 is the ID.
func argument(t reflect.Type, id int64) reflect.Value {
	values := []any{
		foreignSide, foreignPair, foreignCheck, contest.Contest{ID: 1, Name: "c"}, contest.Participant{ID: 4, ContestID: 1, Number: 1},
		access.Search{ContestID: 1, SubmissionID: 9}, []contest.Pair{foreignPair}, []contest.Side{foreignSide, foreignSide},
		[]int64{5}, []contest.ClusterEdge{{PairID: 5}}, []review.KeyedReview{{}}, []contest.KnownSource{{}}, id,
	}
	for _, v := range values {
		if reflect.TypeOf(v) == t {
			return reflect.ValueOf(v)
		}
	}
	return reflect.Zero(t)
}

// A member of another contest reads and changes nothing of a contest, whatever the handler asks for. This holds for each
// method of a Reader that is not in own.
func TestOnlyMembersRead(t *testing.T) {
	t.Parallel()
	ctx := access.WithViewer(t.Context(), access.Viewer{User: account.User{ID: 3}, Roles: map[int64]account.Role{2: account.Chief}})
	methods := reflect.TypeFor[*access.Reader]()
	ids := map[string]int64{ // of the methods whose first ID is not a contest's
		"Check": 7, "CompleteCheck": 7, "Pairs": 7, "PairsAndPools": 7, "PairIDs": 7, "Clusters": 7, "Cluster": 7, "Pair": 5, "Submission": 9,
	}
	for m := range methods.Methods() {
		if own[m.Name] != "" {
			continue
		}
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			defer func() {
				if failure := recover(); failure != nil {
					t.Errorf("the method reads the store before it refuses: %v", failure)
				}
			}()
			id := int64(1)
			if given, ok := ids[m.Name]; ok {
				id = given
			}
			arguments := []reflect.Value{reflect.ValueOf(access.New(access.Parts{Store: foreignStore{}}).Reader(ctx))}
			for i := 1; i < m.Type.NumIn(); i++ {
				if in := m.Type.In(i); in == reflect.TypeFor[context.Context]() {
					arguments = append(arguments, reflect.ValueOf(ctx))
				} else {
					arguments = append(arguments, argument(in, id))
				}
			}
			var results []reflect.Value
			if m.Type.IsVariadic() {
				results = m.Func.CallSlice(arguments)
			} else {
				results = m.Func.Call(arguments)
			}
			err, _ := reflect.TypeAssert[error](results[len(results)-1])
			var explained *httperr.Error
			isForbidden := errors.Is(err, httperr.ErrForbidden) || errors.As(err, &explained) && explained.Status == http.StatusForbidden
			if !isForbidden && !errors.Is(err, contest.ErrNotFound) {
				t.Errorf("got error %v, want a refusal", err)
			}
		})
	}
	for name := range own {
		if _, ok := methods.MethodByName(name); !ok {
			t.Errorf("%s is no method of a Reader any more", name)
		}
	}
}
