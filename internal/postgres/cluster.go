package postgres

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// SaveClusters stores the groups of the check, with their members: of these the
// IDs of the submissions, which are the check's own. It is called once at most.
func (r *Run) SaveClusters(ctx context.Context, clusters []contest.Cluster) error {
	return r.do("save clusters", func(s *session) error {
		participants, err := r.participantsOf(ctx, s)
		if err != nil {
			return err
		}
		return pgx.BeginFunc(ctx, s, func(tx pgx.Tx) error {
			_, err := tx.CopyFrom(ctx, pgx.Identifier{"clusters"},
				[]string{"check_id", "number", "problem", "language", "size", "pairs", "highest", "cohesion", "chain", "weakest", "holds", "bridges"},
				pgx.CopyFromSlice(len(clusters), func(i int) ([]any, error) {
					c := &clusters[i]
					return []any{r.id, c.Number, c.Problem, c.Language, c.Size, c.Pairs, c.Highest, c.Cohesion, c.Chain, c.WeakestPair, c.BreakThreshold, c.Bridges}, nil
				}))
			if err != nil {
				return err
			}
			var members [][]any
			for _, c := range clusters {
				for _, m := range c.Members {
					whose := participants[m.Earliest.SubmissionID]
					if whose == 0 || whose != participants[m.Similar.SubmissionID] {
						return fmt.Errorf("cluster %d: a member's submissions are not of one participant of the check: %w", c.Number, contest.ErrNotFound)
					}
					members = append(members, []any{r.id, c.Number, whose, m.Pairs, m.Earliest.SubmissionID, m.Similar.SubmissionID, m.First})
				}
			}
			_, err = tx.CopyFrom(ctx, pgx.Identifier{"cluster_members"},
				[]string{"check_id", "number", "participant_id", "pairs", "earliest_submission", "similar_submission", "first"},
				pgx.CopyFromRows(members))
			return err
		})
	})
}

// Clusters returns those groups of a complete check that a filter asks for, by
// number, from an offset on, and how many there are in all; limit 0 is no limit.
// Of their members they have those alone who were first.
func (db *DB) Clusters(ctx context.Context, checkID int64, filter contest.ClusterFilter, offset, limit int) (clusters []contest.Cluster, total int, err error) {
	clusters, total, err = db.clusters(ctx, checkID, filter, offset, limit)
	if err != nil {
		return nil, 0, fmt.Errorf("clusters of check %d: %w", checkID, explain(err))
	}
	return clusters, total, nil
}

func (db *DB) clusters(ctx context.Context, checkID int64, filter contest.ClusterFilter, offset, limit int) ([]contest.Cluster, int, error) {
	if _, err := db.requireComplete(ctx, checkID); err != nil {
		return nil, 0, err
	}
	if checkText("problem", filter.Problem) != nil || checkText("language", filter.Language) != nil {
		return nil, 0, nil // nothing stored is like that
	}
	const where = ` FROM clusters WHERE check_id = $1 AND ($2 = '' OR problem = $2) AND ($3 = '' OR language = $3) AND size >= $4`
	args := []any{checkID, filter.Problem, filter.Language, filter.MinSize}
	var total int
	if err := db.pool.QueryRow(ctx, "SELECT count(*)"+where, args...).Scan(&total); err != nil {
		return nil, 0, err
	}
	rows, err := db.pool.Query(ctx, selectCluster+where+" ORDER BY number LIMIT nullif($5::bigint, 0) OFFSET $6", append(args, limit, offset)...)
	if err != nil {
		return nil, 0, err
	}
	clusters, err := pgx.CollectRows(rows, scanCluster)
	if err != nil {
		return nil, 0, err
	}
	numbers := make([]int, len(clusters))
	places := make(map[int]int) // by number
	for i, c := range clusters {
		numbers[i], places[c.Number] = c.Number, i
	}
	members, err := db.clusterMembers(ctx, checkID, numbers, "AND m.first")
	for _, m := range members {
		c := &clusters[places[m.cluster]]
		c.Members = append(c.Members, m.ClusterMember)
	}
	return clusters, total, err
}

// Cluster returns a group of a complete check with all its members and pairs.
func (db *DB) Cluster(ctx context.Context, checkID int64, number int) (contest.Cluster, error) {
	c, err := db.cluster(ctx, checkID, number)
	if err != nil {
		return contest.Cluster{}, fmt.Errorf("cluster %d of check %d: %w", number, checkID, explain(err))
	}
	return c, nil
}

func (db *DB) cluster(ctx context.Context, checkID int64, number int) (c contest.Cluster, err error) {
	if _, err := db.requireComplete(ctx, checkID); err != nil {
		return c, err
	}
	rows, err := db.pool.Query(ctx, selectCluster+" FROM clusters WHERE check_id = $1 AND number = $2", checkID, number)
	if err != nil {
		return c, err
	}
	if c, err = one(rows, scanCluster); err != nil {
		return c, err
	}
	members, err := db.clusterMembers(ctx, checkID, []int{number}, "")
	if err != nil {
		return c, err
	}
	for _, m := range members {
		c.Members = append(c.Members, m.ClusterMember)
	}
	rows, err = db.pool.Query(ctx, `
		SELECT id, rank, left_participant, right_participant, suspicion
		FROM pairs WHERE check_id = $1 AND cluster = $2 ORDER BY rank`, checkID, number)
	if err != nil {
		return c, err
	}
	c.Edges, err = pgx.CollectRows(rows, pgx.RowToStructByPos[contest.ClusterEdge])
	return c, err
}

const selectCluster = `
	SELECT check_id, number, problem, language, size, pairs, highest, cohesion, chain, weakest, holds, bridges`

func scanCluster(row pgx.CollectableRow) (c contest.Cluster, err error) {
	err = row.Scan(&c.CheckID, &c.Number, &c.Problem, &c.Language, &c.Size, &c.Pairs, &c.Highest, &c.Cohesion, &c.Chain, &c.WeakestPair, &c.BreakThreshold, &c.Bridges)
	return c, err
}

// clusterMember is a member of the group of a number.
type clusterMember struct {
	cluster int
	contest.ClusterMember
}

// clusterMembers returns the members of groups of a check that a condition on
// the row m lets through, by the groups' numbers, then by their own.
func (db *DB) clusterMembers(ctx context.Context, checkID int64, numbers []int, condition string) ([]clusterMember, error) {
	rows, err := db.pool.Query(ctx, `
		SELECT m.number, m.pairs, m.first,
			a.id, a.contest_id, a.number, a.name, c.blind AND NOT a.uncovered, a.affiliation, a.site, a.address, a.seat,
			`+clusterSide("e", "eb")+`,
			`+clusterSide("s", "sb")+`
		FROM cluster_members m
		JOIN participants a ON a.id = m.participant_id
		JOIN contests c ON c.id = a.contest_id
		JOIN submissions e ON e.id = m.earliest_submission
		JOIN problems eb ON eb.id = e.problem_id
		JOIN submissions s ON s.id = m.similar_submission
		JOIN problems sb ON sb.id = s.problem_id
		WHERE m.check_id = $1 AND m.number = ANY ($2) `+condition+`
		ORDER BY m.number, a.number`, checkID, numbers)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (m clusterMember, err error) {
		p := &m.Participant
		var earliest, similar sideScan
		into := []any{&m.cluster, &m.Pairs, &m.First,
			&p.ID, &p.ContestID, &p.Number, &p.Name, &p.Hidden, &p.Affiliation, &p.Site, &p.Address, &p.Seat}
		into = append(into, earliest.into()...)
		err = row.Scan(append(into, similar.into()...)...)
		m.Earliest, m.Similar = earliest.of(*p), similar.of(*p)
		return m, err
	})
}

// clusterSide lists what a side says of a submission and its problem, the rows
// of these names, in the order of sideScan.
func clusterSide(submission, problem string) string {
	return strings.NewReplacer("s.", submission+".", "b.", problem+".").Replace("s.id, b.name, s.path, s.language, s.verdict, s.attempt, s.submitted_at")
}

// sideScan reads a submission of a known participant.
type sideScan struct {
	side contest.Side
	time *time.Time
}

func (s *sideScan) into() []any {
	return []any{&s.side.SubmissionID, &s.side.Problem, &s.side.Path, &s.side.Language, &s.side.Verdict, &s.side.Attempt, &s.time}
}

func (s *sideScan) of(p contest.Participant) contest.Side {
	side := s.side
	side.ContestID, side.ParticipantID, side.Participant, side.Number, side.Hidden = p.ContestID, p.ID, p.Name, p.Number, p.Hidden
	side.Time = fromNullTime(s.time)
	return side
}

// ClusterStates counts the cases of the pairs of groups of a complete check, by
// the groups' numbers and where the cases stand. What nobody has decided is open.
func (db *DB) ClusterStates(ctx context.Context, checkID int64, numbers []int) (map[int]review.StateCounts, error) {
	rows, err := db.pool.Query(ctx, `
		SELECT p.cluster, coalesce(c.state, 'open'), count(*)
		FROM pairs p
		JOIN checks k ON k.id = p.check_id AND k.state = 'complete'
		LEFT JOIN cases c ON c.contest_id = k.contest_id AND c.problem = p.problem
			AND c.first_participant = least(p.left_participant, p.right_participant)
			AND c.second_participant = greatest(p.left_participant, p.right_participant)
		WHERE p.check_id = $1 AND p.cluster = ANY ($2)
		GROUP BY 1, 2`, checkID, numbers)
	if err != nil {
		return nil, fmt.Errorf("cases of clusters of check %d: %w", checkID, explain(err))
	}
	counts := make(map[int]review.StateCounts)
	var number, n int
	var state review.State
	_, err = pgx.ForEachRow(rows, []any{&number, &state, &n}, func() error {
		if counts[number] == nil {
			counts[number] = make(review.StateCounts)
		}
		counts[number][state] = n
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("cases of clusters of check %d: %w", checkID, explain(err))
	}
	return counts, nil
}
