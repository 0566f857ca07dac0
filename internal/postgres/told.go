package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// judgement is a [contest.Judgement] as it is stored.
type judgement struct {
	Verdict contest.Verdict `json:"verdict"`
	Solved  bool            `json:"solved"`
	At      *time.Time      `json:"at"` // null where it is not known
	Current bool            `json:"current"`
}

// judgementsOf are those of a submission as they are stored; nil for none.
func judgementsOf(s *contest.Submission) []judgement {
	var list []judgement
	for _, j := range s.Judgements {
		list = append(list, judgement{j.Verdict, j.Solved, nullTime(j.At.UTC()), j.Current})
	}
	return list
}

// judgements reads what judgementsOf has made.
func judgements(stored []judgement) []contest.Judgement {
	var list []contest.Judgement
	for _, j := range stored {
		list = append(list, contest.Judgement{Verdict: j.Verdict, Solved: j.Solved, At: fromNullTime(j.At), Current: j.Current})
	}
	return list
}

// updateMetadata brings up to date what a judge system tells of those submissions that are
// stored already. What is not told now stays as it was.
func updateMetadata(ctx context.Context, tx pgx.Tx, batch []contest.Submission, identities []identity, known map[identity]int64) error {
	var ids []int64
	var systemIDs, versions []string
	var judged []*string // JSON
	for i := range batch {
		s := &batch[i]
		id, ok := known[identities[i]]
		if !ok || s.SystemID == "" && s.LanguageVersion == "" && len(s.Judgements) == 0 {
			continue
		}
		var list *string
		if len(s.Judgements) > 0 {
			text, err := json.Marshal(judgementsOf(s))
			if err != nil {
				return err
			}
			list = new(string(text))
		}
		ids = append(ids, id)
		systemIDs = append(systemIDs, s.SystemID)
		versions = append(versions, s.LanguageVersion)
		judged = append(judged, list)
	}
	if len(ids) == 0 {
		return nil
	}
	_, err := tx.Exec(ctx, `
		UPDATE submissions s
		SET system_id = new.system_id, language_version = new.language_version, judgements = new.judgements
		FROM (
			SELECT o.id, coalesce(nullif(n.system_id, ''), o.system_id) AS system_id,
				coalesce(nullif(n.language_version, ''), o.language_version) AS language_version,
				coalesce(n.judgements::jsonb, o.judgements) AS judgements
			FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) n (id, system_id, language_version, judgements)
			JOIN submissions o ON o.id = n.id
		) new
		WHERE s.id = new.id
		  AND (s.system_id, s.language_version, s.judgements) IS DISTINCT FROM (new.system_id, new.language_version, new.judgements)`,
		ids, systemIDs, versions, judged)
	return err
}

// JudgeMetadata returns what judge systems say of submissions, by their IDs. Those that
// are not there are left out.
func (db *DB) JudgeMetadata(ctx context.Context, submissions []int64) (map[int64]contest.JudgeMetadata, error) {
	rows, err := db.pool.Query(ctx, "SELECT id, kind, system_id, language_version, judgements FROM submissions WHERE id = ANY ($1)", submissions)
	if err != nil {
		return nil, fmt.Errorf("what is told of submissions: %w", explain(err))
	}
	all := make(map[int64]contest.JudgeMetadata, len(submissions))
	var id int64
	var t contest.JudgeMetadata
	var judged []judgement
	_, err = pgx.ForEachRow(rows, []any{&id, &t.Kind, &t.SystemID, &t.LanguageVersion, &judged}, func() error {
		t.Judgements = judgements(judged)
		all[id] = t
		judged = nil
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("what is told of submissions: %w", explain(err))
	}
	return all, nil
}
