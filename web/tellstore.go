package web

import (
	"context"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Tellings reads what judge systems say of contests, beside the programs.
type Tellings interface {
	// Problems returns the problems of a contest in its order.
	Problems(ctx context.Context, contestID int64) ([]contest.Problem, error)
	// JudgeMetadata returns what is said of submissions, by their IDs.
	JudgeMetadata(ctx context.Context, submissions []int64) (map[int64]contest.JudgeMetadata, error)
}
