package postgres

import (
	"context"
	"fmt"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// numberAttempts numbers those submissions that are to be the next attempt. The
// caller holds the lock of the contest, so that two of them do not get one number.
func (s *session) numberAttempts(ctx context.Context, contestID int64, submissions []contest.Submission) error {
	type series struct{ problem, participant string }
	numbered := make(map[series]int) // of those here
	for i := range submissions {
		one := &submissions[i]
		if one.Attempt != contest.NextAttempt {
			continue
		}
		var own, last int
		err := s.QueryRow(ctx, `
			SELECT coalesce(max(s.attempt) FILTER (WHERE s.path = $4), 0), coalesce(max(s.attempt), 0)
			FROM submissions s
			JOIN imports i ON i.id = s.import_id AND i.state = 'complete'
			JOIN participants a ON a.id = s.participant_id
			JOIN problems b ON b.id = s.problem_id
			WHERE s.contest_id = $1 AND NOT s.superseded AND b.name = $2 AND a.name = $3`,
			contestID, one.Problem, one.Participant, one.Path).Scan(&own, &last)
		if err != nil {
			return fmt.Errorf("number the attempts: %w", err)
		}
		key := series{one.Problem, one.Participant}
		if own == 0 {
			numbered[key]++
			own = last + numbered[key]
		}
		one.Attempt = own
	}
	return nil
}
