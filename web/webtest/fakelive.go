package webtest

import (
	"context"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/contest"
)

// fakeMetadata has no data of a judge system.
type fakeMetadata struct{}

func (fakeMetadata) Problems(context.Context, int64) ([]contest.Problem, error) { return nil, nil }

func (fakeMetadata) JudgeMetadata(context.Context, []int64) (map[int64]contest.JudgeMetadata, error) {
	return nil, nil
}

// fakeLive has no running contest; tests with PostgreSQL cover those.
type fakeLive struct{ access.LiveStore }

func (fakeLive) Watch(context.Context, int64) (contest.Watch, error) {
	return contest.Watch{}, contest.ErrNotFound
}

func (fakeLive) Watches(context.Context) (map[int64]contest.Watch, error) { return nil, nil }

func (fakeLive) Alerts(context.Context, int64, int64, int) ([]contest.Alert, error) { return nil, nil }

func (fakeLive) NewestAlerts(context.Context, int64, contest.AlertFilter) ([]contest.Alert, error) {
	return nil, nil
}

func (fakeLive) AlertCounts(context.Context, int64, []int64) (contest.AlertCounts, error) {
	return contest.AlertCounts{}, nil
}

func (fakeLive) LiveVersions(context.Context, []int64) (map[int64]contest.LiveVersion, error) {
	return nil, nil
}
