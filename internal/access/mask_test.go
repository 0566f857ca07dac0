package access

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/blind"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// alertStore has one alert of contest 1, in which blind review hides quxley.
type alertStore struct {
	Store
	alert   contest.Alert
	isBlind bool
}

func (s alertStore) Alert(context.Context, int64) (contest.Alert, error) { return s.alert, nil }

func (s alertStore) Contest(_ context.Context, id int64) (contest.Contest, error) {
	return contest.Contest{ID: id, Blind: s.isBlind}, nil
}

func (s alertStore) Participants(context.Context, int64) ([]contest.Participant, error) {
	return []contest.Participant{{ID: 3, Number: 3, Name: "quxley", Hidden: s.isBlind}}, nil
}

// The known source of an alert is a number beside a hidden side, and has no hidden name beside two visible ones.
func TestSourceOfAlert(t *testing.T) {
	t.Parallel()
	known := &contest.KnownCode{Number: 2, Kind: contest.Leaked, Name: "by quxley"}
	for _, test := range []struct {
		name           string
		isBlind, right bool // right: whether the right side is hidden
		known          *contest.KnownCode
		want           string
	}{
		{"no source", true, false, nil, ""},
		{"beside a hidden side", true, true, known, "source 2"},
		{"beside two visible sides", true, false, known, "by Somebody"},
		{"without blind review", false, false, known, "by quxley"},
	} {
		alert := contest.Alert{ID: 7, ContestID: 1, Known: test.known}
		alert.Left.ContestID, alert.Right.ContestID, alert.Right.Hidden = 1, 1, test.right
		ctx := WithViewer(t.Context(), Viewer{User: account.User{Administrator: true}})
		got, err := New(Parts{Store: alertStore{alert: alert, isBlind: test.isBlind}}).Reader(ctx).Alert(ctx, 1, 7)
		if err != nil {
			t.Fatal(err)
		}
		var name string
		if got.Known != nil {
			name = got.Known.Name
		}
		if diff := cmp.Diff(test.want, name); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
	if known.Name != "by quxley" {
		t.Errorf("the stored source has the name %q, want it unchanged", known.Name)
	}
}

// Whoever types a list of names into a note, an appeal or a statement does not learn which number stands for whom, nor which
// of them are beside the text. Only a participant's signature in a statement is masked, also if it is a part of the name.
func TestTypedTextsHaveNoNumbers(t *testing.T) {
	t.Parallel()
	names := blind.Labels{}.NewMasker([]contest.Participant{
		{ID: 1, Number: 1, Name: "Ada Wexford", Hidden: true}, {ID: 2, Number: 2, Name: "Quxley Brindle", Hidden: true}, {ID: 3, Number: 3, Name: "zyblonka", Hidden: true},
	}).ForSides(contest.Side{ParticipantID: 1, Number: 1, Hidden: true}, contest.Side{ParticipantID: 2, Number: 2, Hidden: true})
	const list = "ada wexford, quxley brindle, zyblonka"
	c := maskTexts(review.Case{Appeal: review.Appeal{Grounds: list}, Statements: []review.Statement{{Text: list + ". Yours, Ada, myquxleylib"}}}, names)
	got := []string{c.Appeal.Grounds, c.Statements[0].Text, blind.Reviews(contest.Pair{}, []review.Review{{Note: list + "; Wexford"}}, names)[0].Note}
	const masked = "Somebody, Somebody, Somebody"
	if diff := cmp.Diff([]string{masked, masked + ". Yours, Somebody, mySomebodylib", masked + "; Wexford"}, got); diff != "" {
		t.Errorf("masked texts (-want +got):\n%s", diff)
	}
}

// logStore has one entry of the audit log.
type logStore struct {
	alertStore
	entry review.Entry
}

func (s logStore) AuditLog(context.Context, int64, review.LogFilter, int, int) ([]review.Entry, int, error) {
	return []review.Entry{s.entry}, 1, nil
}

func (s logStore) Contests(context.Context) ([]contest.Contest, error) {
	return []contest.Contest{{ID: 1, Name: "finals", Blind: s.isBlind}}, nil
}

// The name of a known source is masked in the audit log as on the pages of sources.
func TestSourcesInLog(t *testing.T) {
	t.Parallel()
	ctx := WithViewer(t.Context(), Viewer{User: account.User{Administrator: true}})
	for _, action := range []review.Action{review.ActionAddSource, review.ActionDeleteSource} {
		store := logStore{alertStore{isBlind: true}, review.Entry{Action: action, ContestID: 1, Note: "by quxley"}}
		list, _, err := New(Parts{Store: store}).Reader(ctx).AuditLog(ctx, 1, review.LogFilter{}, 0, 0)
		if err != nil || len(list) != 1 || list[0].Note != "by Somebody" {
			t.Errorf("%s: %+v, %v, want the note %q", action, list, err, "by Somebody")
		}
	}
}

// A case has no program hashes of hidden participants, also without notes: whoever has a program could compute its hash.
func TestCaseHidesHashes(t *testing.T) {
	t.Parallel()
	r := New(Parts{}).Reader(t.Context())
	pair := contest.Pair{Left: contest.Side{ParticipantID: 2, Hidden: true}, Right: contest.Side{ParticipantID: 1}}
	got, err := r.maskCase(t.Context(), pair, review.Case{Reviews: []review.Review{{Basis: review.Basis{FirstHash: "a", SecondHash: "b"}}}})
	if want := (review.Basis{FirstHash: "a"}); err != nil || len(got.Reviews) != 1 || got.Reviews[0].Basis != want {
		t.Errorf("the case is %+v, %v; want the basis %+v", got, err, want)
	}
}
