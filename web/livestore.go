package web

import (
	"context"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Live reads what is known of contests while they run. Visible is that of
// contest.PairFilter.
type Live interface {
	// Watch returns how far a contest has been followed, or an error that is
	// contest.ErrNotFound where it never was.
	Watch(ctx context.Context, contestID int64) (contest.Watch, error)
	// Watches returns those of all contests that have one, by contest.
	Watches(ctx context.Context) (map[int64]contest.Watch, error)
	// Alerts returns the alerts of a contest after one of them, the oldest first;
	// limit 0 is no limit.
	Alerts(ctx context.Context, contestID, after int64, limit int) ([]contest.Alert, error)
	// NewestAlerts returns those that a filter lets through, the newest first unless
	// it asks for another order.
	NewestAlerts(ctx context.Context, contestID int64, filter contest.AlertFilter) ([]contest.Alert, error)
	// AlertProblems lists the problems that there are alerts of.
	AlertProblems(ctx context.Context, contestID int64, visible []int64) ([]string, error)
	Alert(ctx context.Context, id int64) (contest.Alert, error)
	AlertCounts(ctx context.Context, contestID int64, visible []int64) (contest.AlertCounts, error)
	// LiveVersions returns the marks of contests, by contest.
	LiveVersions(ctx context.Context, contests []int64) (map[int64]contest.LiveVersion, error)
}
