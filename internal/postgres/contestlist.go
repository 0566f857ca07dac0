package postgres

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// ContestsPage returns those contests that a filter asks for, the newest first,
// from an offset on, and how many there are in all; limit 0 is no limit.
func (db *DB) ContestsPage(ctx context.Context, filter contest.ContestFilter, offset, limit int) (entries []contest.ContestEntry, total int, err error) {
	wanted, err := db.contestsWanted(ctx, filter)
	if err != nil {
		return nil, 0, fmt.Errorf("contests: %w", explain(err))
	}
	rows, err := db.pool.Query(ctx, `
		SELECT page.*, i.finished_at, coalesce(k.id, 0), coalesce(k.state, ''), k.started_at
		FROM (`+selectContest+` AND c.id = ANY ($1) ORDER BY c.created_at DESC, c.id DESC LIMIT nullif($2::bigint, 0) OFFSET $3) page
		LEFT JOIN LATERAL (SELECT max(finished_at) AS finished_at FROM imports WHERE contest_id = page.id AND state = 'complete') i ON true
		LEFT JOIN LATERAL (SELECT id, state, started_at FROM checks WHERE contest_id = page.id ORDER BY state = 'complete' AND `+comparedNothing+`, id DESC LIMIT 1) k ON true
		ORDER BY page.created_at DESC, page.id DESC`, wanted, limit, offset)
	if err != nil {
		return nil, 0, fmt.Errorf("contests: %w", explain(err))
	}
	entries, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (e contest.ContestEntry, err error) {
		var imported, at *time.Time
		err = row.Scan(append(contestFields(&e.Contest), &imported, &e.LastCheck, &e.LastState, &at)...)
		e.CreatedAt, e.ImportedAt, e.LastStartedAt = e.CreatedAt.UTC(), fromNullTime(imported), fromNullTime(at)
		return e, err
	})
	if err != nil {
		return nil, 0, fmt.Errorf("contests: %w", explain(err))
	}
	ids := make([]int64, len(entries))
	for i, e := range entries {
		ids[i] = e.ID
	}
	waiting, err := db.PairsToReview(ctx, ids, filter.Visible, filter.Queue)
	for i := range entries {
		entries[i].PairsToReview = waiting[entries[i].ID]
	}
	return entries, len(wanted), err
}

// contestsWanted returns the IDs of the contests that a filter asks for. Names
// are compared here, see participantsLike.
func (db *DB) contestsWanted(ctx context.Context, filter contest.ContestFilter) ([]int64, error) {
	rows, err := db.pool.Query(ctx, `
		SELECT c.id, c.name FROM contests c
		WHERE ($1::bigint[] IS NULL OR c.id = ANY ($1))
		  AND EXISTS (SELECT FROM imports i WHERE i.contest_id = c.id AND i.state = 'complete')`, filter.Visible)
	if err != nil {
		return nil, err
	}
	wanted := []int64{}
	part := strings.ToLower(filter.Name)
	var id int64
	var name string
	_, err = pgx.ForEachRow(rows, []any{&id, &name}, func() error {
		if strings.Contains(strings.ToLower(name), part) {
			wanted = append(wanted, id)
		}
		return nil
	})
	return wanted, err
}
