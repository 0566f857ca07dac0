package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// SaveClusters stores the clusters of the check. It stores only the IDs of the members'
// submissions, which must belong to this check. Call it at most once.
func (r *Run) SaveClusters(ctx context.Context, clusters []contest.Cluster) error {
	return r.do("save clusters", func(s *session) error {
		participants, err := r.participantsOf(ctx, s)
		if err != nil {
			return err
		}
		return pgx.BeginFunc(ctx, s, func(tx pgx.Tx) error {
			const columns = "check_id number problem language size pairs highest cohesion chain weakest holds bridges parts links"
			err := copyRows(ctx, tx, "clusters", columns, len(clusters), func(i int) []any {
				c := &clusters[i]
				return []any{r.id, c.Number, c.Problem, c.Language, c.Size, c.Pairs,
					c.Highest, c.Cohesion, c.Chain, c.WeakestPair, c.BreakThreshold, c.Bridges,
					notNil(c.Parts), notNil(c.Links)}
			})
			if err != nil {
				return err
			}
			var members [][]any
			for _, c := range clusters {
				for _, m := range c.Members {
					participant := participants[m.Earliest.SubmissionID]
					if participant == 0 || participant != participants[m.Similar.SubmissionID] {
						return fmt.Errorf("cluster %d: a member's submissions are not of one participant of the check: %w",
							c.Number, contest.ErrNotFound)
					}
					members = append(members, []any{r.id, c.Number, participant, m.Pairs, m.Earliest.SubmissionID, m.Similar.SubmissionID, m.First})
				}
			}
			return copyRows(ctx, tx, "cluster_members", "check_id number participant_id pairs earliest_submission similar_submission first",
				len(members), func(i int) []any { return members[i] })
		})
	})
}

// Clusters returns a page of the clusters of a complete check that pass a filter, and counts all such
// clusters; limit 0 means no limit. The only members that it returns are those who submitted first.
func (db *DB) Clusters(ctx context.Context, checkID int64, filter contest.ClusterFilter,
	offset, limit int) (clusters []contest.Cluster, total int, err error) {
	defer wrap(&err, "clusters of check %d", checkID)
	const where = ` FROM clusters WHERE ` + ofCompleteCheck + ` AND ($2 = '' OR problem = $2) AND ($3 = '' OR language = $3) AND size >= $4
		AND ($5 = '' OR ($5 = 'explained') = EXISTS (SELECT FROM pairs p WHERE p.check_id = clusters.check_id AND p.cluster = clusters.number AND ` + explainedPair + `))`
	args := []any{checkID, storable(filter.Problem), storable(filter.Language), filter.MinSize, filter.Explanation}
	const count = "SELECT count(*)" + where
	clusters, total, err = page[contest.Cluster](ctx, db.pool, count, args,
		selectCluster+", ("+count+")"+where+" ORDER BY number LIMIT nullif($6::bigint, 0) OFFSET $7", append(args, limit, offset)...)
	if err == nil && len(clusters) == 0 {
		err = db.requireComplete(ctx, checkID)
	}
	if err != nil || len(clusters) == 0 {
		return nil, total, err
	}
	numbers := make([]int, len(clusters))
	for i, c := range clusters {
		numbers[i] = c.Number
	}
	members, err := db.clusterMembers(ctx, checkID, numbers, "AND m.first")
	for i := range clusters {
		clusters[i].Members = members[clusters[i].Number]
	}
	return clusters, total, err
}

// Cluster returns a cluster of a complete check with all members and pairs.
func (db *DB) Cluster(ctx context.Context, checkID int64, number int) (c contest.Cluster, err error) {
	defer wrap(&err, "cluster %d of check %d", number, checkID)
	c, err = get[contest.Cluster](ctx, db.pool, selectCluster+" FROM clusters WHERE "+ofCompleteCheck+" AND number = $2", checkID, number)
	if err != nil {
		return c, err
	}
	members, err := db.clusterMembers(ctx, checkID, []int{number}, "")
	if err != nil {
		return c, err
	}
	c.Members = members[number]
	c.Edges, err = list[contest.ClusterEdge](ctx, db.pool, `
		SELECT id, rank, left_participant, right_participant, suspicion
		FROM pairs WHERE check_id = $1 AND cluster = $2 ORDER BY rank`, checkID, number)
	if err != nil || len(c.Links) == 0 {
		return c, err
	}
	c.LinkEdges, err = list[contest.ClusterLink](ctx, db.pool, `
		SELECT p.id, p.rank, p.left_participant, p.right_participant, p.suspicion, m.number, `+participantColumns+`
		FROM pairs p
		JOIN cluster_members m ON m.check_id = p.check_id AND m.number = ANY ($3) AND m.number <> $4
			AND m.participant_id IN (p.left_participant, p.right_participant)
		JOIN participant_profiles a ON a.id = m.participant_id
		WHERE p.check_id = $1 AND p.rank = ANY ($2)
		ORDER BY p.rank LIMIT $5`, checkID, c.Links, c.Parts, number, contest.MaxLinkEdges)
	return c, err
}

// ClusterNeighbours returns the numbers of the clusters before and after a cluster of a complete check; 0 for none. It skips
// clusters of fewer than minSize participants.
func (db *DB) ClusterNeighbours(ctx context.Context, checkID int64, number, minSize int) (previous, next int, err error) {
	defer wrap(&err, "neighbours of cluster %d of check %d", number, checkID)
	err = db.pool.QueryRow(ctx, `
		SELECT coalesce(max(number) FILTER (WHERE number < $2), 0), coalesce(min(number) FILTER (WHERE number > $2), 0)
		FROM clusters WHERE `+ofCompleteCheck+` AND size >= $3`, checkID, number, minSize).Scan(&previous, &next)
	return previous, next, err
}

// ClusterEdges returns the most suspicious pairs of clusters of a complete check, by cluster number:
// at most [contest.MaxOverviewEdges] pairs of each cluster.
func (db *DB) ClusterEdges(ctx context.Context, checkID int64, numbers []int) (_ map[int][]contest.ClusterEdge, err error) {
	defer wrap(&err, "pairs of clusters of check %d", checkID)
	return listsOf[int, contest.ClusterEdge](ctx, db.pool, `
		SELECT n.number, p.id, p.rank, p.left_participant, p.right_participant, p.suspicion
		FROM unnest($2::integer[]) n (number)
		CROSS JOIN LATERAL (
			SELECT * FROM pairs WHERE check_id = $1 AND cluster = n.number ORDER BY rank LIMIT $3
		) p
		JOIN checks k ON k.id = p.check_id AND k.state = 'complete'
		ORDER BY p.rank`, checkID, numbers, contest.MaxOverviewEdges)
}

// ofCompleteCheck is the condition that clusters are of check $1, which is complete.
const ofCompleteCheck = "check_id = (SELECT id FROM checks WHERE id = $1 AND state = 'complete')"

const selectCluster = `
	SELECT number, problem, language, size, pairs,
		(SELECT count(*) FROM pairs p WHERE p.check_id = clusters.check_id AND p.cluster = clusters.number AND ` + explainedPair + `),
		highest, cohesion, chain, weakest, holds, bridges, parts, links`

// clusterMembers returns the members of clusters of a check by cluster number, sorted by participant number. The condition
// is SQL on the members m.
func (db *DB) clusterMembers(ctx context.Context, checkID int64, numbers []int, condition string) (map[int][]contest.ClusterMember, error) {
	return listsOf[int, contest.ClusterMember](ctx, db.pool, `
		SELECT m.number, `+participantColumns+", m.pairs, "+sideColumnsOf("l")+", "+sideColumnsOf("r")+`, m.first
		FROM cluster_members m
		JOIN participant_profiles a ON a.id = m.participant_id`+lookUpSides("m.earliest_submission", "m.similar_submission")+`
		WHERE m.check_id = $1 AND m.number = ANY ($2) `+condition+`
		ORDER BY a.number`, checkID, numbers)
}

// ClusterStates counts the pairs of clusters of a complete check by cluster number and the state of their cases. Sealed
// pairs, and pairs that nobody has decided, count as open. toReview counts the pairs that wait for the user of the queue;
// see [contest.StateMine].
func (db *DB) ClusterStates(ctx context.Context, checkID int64, numbers []int, queue contest.ReviewQueue, seal contest.Seal) (
	states map[int]review.StateCounts, toReview map[int]int, err error) {
	defer wrap(&err, "cases of clusters of check %d", checkID)
	sealed := sealedCase(seal, "$3")
	type row struct {
		Cluster        int
		State          review.State
		Count, Waiting int
	}
	rows, err := list[row](ctx, db.pool, `
		WITH sides AS MATERIALIZED (
			SELECT check_id, cluster, problem, left_participant, right_participant, left_submission, right_submission
			FROM pairs WHERE check_id = $1 AND cluster = ANY ($2)
		), `+storedSides+`
		SELECT p.cluster, CASE WHEN c.id IS NULL THEN 'open' ELSE `+stateShown(sealed)+` END, count(*),
			count(*) FILTER (WHERE `+notWaitingFor("$4", "$5", sealed)+` IS NOT TRUE
				AND (`+decidedBefore(sealed)+` OR `+sidesHavePrograms+`))
		FROM sides p
		JOIN checks k ON k.id = p.check_id AND k.state = 'complete'
		LEFT JOIN cases c ON c.contest_id = k.contest_id AND c.problem = p.problem
			AND c.first_participant = least(p.left_participant, p.right_participant)
			AND c.second_participant = greatest(p.left_participant, p.right_participant)
		GROUP BY 1, 2`, checkID, numbers, seal.Viewer, queue.User, queue.ConflictsOf)
	states, toReview = make(map[int]review.StateCounts), make(map[int]int)
	for _, r := range rows {
		if states[r.Cluster] == nil {
			states[r.Cluster] = make(review.StateCounts)
		}
		states[r.Cluster][r.State] = r.Count
		toReview[r.Cluster] += r.Waiting
	}
	return states, toReview, err
}
