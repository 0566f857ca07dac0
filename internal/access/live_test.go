package access

import (
	"context"
	"slices"
	"testing"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
)

// manyAlerts counts the reads of its alerts: 1000 with contest 2, then one within contest 1.
type manyAlerts struct {
	Store
	reads *int
}

func (s manyAlerts) AlertsAfter(_ context.Context, _, after int64, limit int, visible []int64) (list []contest.Alert, err error) {
	*s.reads++
	for id := after + 1; id <= 1001 && len(list) < limit; id++ {
		a := contest.Alert{ID: id, ContestID: 1}
		a.Left.ContestID, a.Right.ContestID = 1, 2
		if id == 1001 {
			a.Right.ContestID = 1
		}
		if slices.Contains(visible, a.Right.ContestID) {
			list = append(list, a)
		}
	}
	return list, nil
}

// One statement reads the alerts that a viewer may see, however many there are that the viewer may not see.
func TestAlertsAfter(t *testing.T) {
	t.Parallel()
	ctx := WithViewer(t.Context(), Viewer{Roles: map[int64]account.Role{1: account.Viewer}})
	for _, tt := range []struct {
		after int64
		want  int // number of alerts
	}{{0, 1}, {1001, 0}} {
		reads := 0
		list, last, err := New(Parts{Store: manyAlerts{reads: &reads}}).Reader(ctx).AlertsAfter(ctx, 1, tt.after, 1)
		if err != nil {
			t.Fatal(err)
		}
		if len(list) != tt.want || last != 1001 || reads != 1 {
			t.Errorf("after %d: got %d alerts, the last %d, by %d statements; want %d, the last 1001, by 1 statement", tt.after, len(list), last, reads, tt.want)
		}
	}
}
