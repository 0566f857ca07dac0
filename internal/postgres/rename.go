package postgres

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// A judge system may rename teams and relabel problems during a contest. Its IDs stay. So before an import finds participants
// and problems by name, the stored ones get the names that the judge system gives to their IDs now.

// labelled is a participant or a problem with its name and its ID in the judge system, which may be "".
type labelled struct{ Name, SystemID string }

// renames returns the new names of stored participants or problems, by their old names. stored is ordered by ID in the archive. A
// stored one whose ID is given gets the given name. One that has the given name of another ID gets its own ID behind the name. One
// without an ID never changes, and nobody else gets its name. If given IDs or names occur twice, nothing changes.
func renames(stored, given []labelled) map[string]string {
	names, ids := make(map[string]string), make(map[string]string) // of the given ones: names by ID, and IDs by name
	for _, g := range given {
		if g.SystemID == "" || g.Name == "" {
			continue
		}
		name, hasID := names[g.SystemID]
		id, hasName := ids[g.Name]
		if hasID && name != g.Name || hasName && id != g.SystemID {
			return nil
		}
		names[g.SystemID], ids[g.Name] = g.Name, g.SystemID
	}
	taken := make(map[string]bool)
	owners := make(map[string]labelled) // by system ID; an earlier version of ojcheck may have stored two with an ID
	for _, s := range stored {
		taken[s.Name] = true
		if s.SystemID == "" {
			delete(names, ids[s.Name])
			delete(ids, s.Name)
		} else if _, ok := owners[s.SystemID]; !ok || s.Name == names[s.SystemID] {
			owners[s.SystemID] = s
		}
	}
	changed := make(map[string]string)
	for _, s := range stored {
		name := s.Name
		if given, ok := names[s.SystemID]; ok && owners[s.SystemID] == s {
			name = given
		} else if ids[name] != "" {
			for taken[name] || ids[name] != "" {
				name += " (" + s.SystemID + ")"
			}
			taken[name] = true
		}
		if name != s.Name {
			changed[s.Name] = name
		}
	}
	return changed
}

// judgeSystem is the name of a contest's judge system and the system's ID of the contest; "" if unknown.
type judgeSystem struct{ System, SystemID string }

// renameAll locks a contest for changes of names, and renames the participants and problems that its judge system has renamed.
// It returns the stored system. It renames nobody by the IDs of another system.
func renameAll(ctx context.Context, tx pgx.Tx, contestID int64, about contest.About) (stored judgeSystem, err error) {
	contests, err := list[judgeSystem](ctx, tx, "SELECT system, system_id FROM contests WHERE id = $1 FOR NO KEY UPDATE", contestID)
	if err != nil || len(contests) == 0 {
		return stored, err
	}
	stored = contests[0]
	given := about.Metadata
	isSame := stored.SystemID != "" && stored.SystemID == given.SystemID
	if isSame || given.PersonalIDs && stored.SystemID == given.SystemID && stored.System == given.System {
		err = renameParticipants(ctx, tx, contestID, about.Participants)
	}
	if err == nil && isSame {
		err = renameProblems(ctx, tx, contestID, about.Metadata.Problems)
	}
	return stored, err
}

// changedNames returns renames of the participants or problems of a contest that a table has.
func changedNames(ctx context.Context, tx pgx.Tx, table string, contestID int64, given []labelled) (map[string]string, error) {
	stored, err := list[labelled](ctx, tx, "SELECT name, system_id FROM "+table+" WHERE contest_id = $1 ORDER BY id", contestID)
	return renames(stored, given), err
}

// lockNames prevents changes of names in a contest. A transaction that changes submissions and then the contest calls it first,
// because renameAll locks the contest before submissions change.
func lockNames(ctx context.Context, tx pgx.Tx, contestID int64) error {
	return execOne(ctx, tx, "SELECT FROM contests WHERE id = $1 FOR NO KEY UPDATE", contestID)
}

// renameParticipants renames stored participants of a contest whom the judge system has renamed. They keep their numbers and
// cases.
func renameParticipants(ctx context.Context, tx pgx.Tx, contestID int64, participants []contest.Participant) error {
	given := make([]labelled, len(participants))
	for i, p := range participants {
		given[i] = labelled{p.Name, p.SystemID}
	}
	changed, err := changedNames(ctx, tx, "participants", contestID, given)
	if err != nil {
		return err
	}
	return changeParticipants(ctx, tx, contestID, changed)
}

// changeParticipants gives new names to stored participants, by their old names.
func changeParticipants(ctx context.Context, tx pgx.Tx, contestID int64, changed map[string]string) error {
	if len(changed) == 0 {
		return nil
	}
	if err := forgetIdentities(ctx, tx, "participant", contestID, changed); err != nil {
		return err
	}
	err := execOne(ctx, tx, "UPDATE participants SET former_names = array_append(array_remove(former_names, name), name) WHERE contest_id = $1 AND name = ANY ($2)",
		contestID, slices.Collect(maps.Keys(changed)))
	if err != nil {
		return err
	}
	if err := replaceTexts(ctx, tx, "participants", "name", ofContest, contestID, changed); err != nil {
		return err
	}
	return rewriteSummaries(ctx, tx, func(s contest.Summary) contest.Summary { return renameSummary(s, nil, changed) }, []int64{contestID})
}

// renameProblems renames stored problems of a contest that the judge system has relabelled, also in cases, alerts, known
// sources and checks. So decisions stay with their programs.
func renameProblems(ctx context.Context, tx pgx.Tx, contestID int64, problems []contest.Problem) error {
	given := make([]labelled, len(problems))
	for i, p := range problems {
		given[i] = labelled{p.Name, p.SystemID}
	}
	changed, err := changedNames(ctx, tx, "problems", contestID, given)
	if err != nil || len(changed) == 0 {
		return err
	}
	if err := forgetIdentities(ctx, tx, "problem", contestID, changed); err != nil {
		return err
	}
	names, err := list[string](ctx, tx, "SELECT name FROM problems WHERE "+ofContest, contestID)
	if err != nil {
		return err
	}
	pairs, err := list[string](ctx, tx, `
		SELECT problem FROM cases WHERE `+ofContest+`
		UNION SELECT problem FROM alerts WHERE `+ofContest+`
		UNION SELECT problem FROM pairs WHERE `+ofCheck, contestID)
	if err != nil {
		return err
	}
	if err := replaceTexts(ctx, tx, "problems", "name", ofContest, contestID, changed); err != nil {
		return err
	}
	addJoinedLabels(changed, names, pairs)
	for _, table := range []string{"cases", "alerts", "known_sources"} {
		if err := replaceTexts(ctx, tx, table, "problem", ofContest, contestID, changed); err != nil {
			return err
		}
	}
	if err := relabelChecks(ctx, tx, ofCheck, contestID, changed); err != nil {
		return err
	}
	return rewriteSummaries(ctx, tx, func(s contest.Summary) contest.Summary { return renameSummary(s, changed, nil) }, []int64{contestID})
}

// addJoinedLabels adds to the changed labels of problems those of pairs whose sides have different problems: "A + B". names are all
// labels.
func addJoinedLabels(changed map[string]string, names, pairs []string) {
	for _, text := range pairs {
		for _, a := range names {
			if b, ok := strings.CutPrefix(text, a+" + "); ok && slices.Contains(names, b) {
				a, b = cmp.Or(changed[a], a), cmp.Or(changed[b], b)
				if renamed := min(a, b) + " + " + max(a, b); renamed != text {
					changed[text] = renamed
				}
			}
		}
	}
}

// relabelChecks changes labels of problems in the results of the checks that meet a condition on $1.
func relabelChecks(ctx context.Context, tx pgx.Tx, condition string, id int64, changed map[string]string) error {
	for _, table := range []string{"check_sources", "check_frequencies", "histograms", "pairs", "clusters"} {
		if err := replaceTexts(ctx, tx, table, "problem", condition, id, changed); err != nil {
			return err
		}
	}
	from, to := columnsOf(changed)
	return execOne(ctx, tx, `
		UPDATE check_templates SET problems = ARRAY(
			SELECT coalesce(new.name, p.name) COLLATE "C"
			FROM unnest(problems) p (name)
			LEFT JOIN unnest($2::text[], $3::text[]) new (old, name) ON new.old = p.name
			ORDER BY 1)
		WHERE `+condition+` AND problems && $2`, id, from, to)
}

// renameSummary changes names of problems and participants in a summary.
func renameSummary(s contest.Summary, problems, participants map[string]string) contest.Summary {
	for i := range s.Sources {
		s.Sources[i].Problem = cmp.Or(problems[s.Sources[i].Problem], s.Sources[i].Problem)
	}
	for i := range s.PrivateTemplates {
		t := &s.PrivateTemplates[i]
		t.Left, t.Right = cmp.Or(participants[t.Left], t.Left), cmp.Or(participants[t.Right], t.Right)
	}
	return s
}

// renameResults gives the results of a check the names that the judge system has changed since the check was given its
// submissions, and returns the summary with them. Until the transaction ends, no name of the contest changes.
func (r *Run) renameResults(ctx context.Context, tx pgx.Tx, summary contest.Summary) (contest.Summary, error) {
	if err := lockNames(ctx, tx, r.check.ContestID); err != nil {
		return summary, err
	}
	changed := func(kind string, given map[string]int64) (map[string]string, error) {
		names, submissions := columnsOf(given)
		return mapOf[string, string](ctx, tx, `
			SELECT given.name, now.name
			FROM unnest($1::text[], $2::bigint[]) given (name, submission)
			JOIN submissions s ON s.id = given.submission
			JOIN `+kind+`s now ON now.id = s.`+kind+`_id
			WHERE now.name <> given.name`, names, submissions)
	}
	participants, err := changed("participant", r.check.Participants)
	if err != nil {
		return summary, err
	}
	problems, err := changed("problem", r.check.Problems)
	if err != nil || len(problems) == 0 {
		return renameSummary(summary, nil, participants), err
	}
	pairs, err := list[string](ctx, tx, "SELECT DISTINCT problem FROM pairs WHERE check_id = $1", r.id)
	if err != nil {
		return summary, err
	}
	addJoinedLabels(problems, slices.Collect(maps.Keys(r.check.Problems)), pairs)
	return renameSummary(summary, problems, participants), relabelChecks(ctx, tx, "check_id = $1", r.id, problems)
}

// The conditions of rows of contest $1. Run.Complete changes the names of a check that still runs.
const (
	ofContest = "contest_id = $1"
	ofCheck   = "check_id = ANY (SELECT id FROM checks WHERE contest_id = $1 AND state = 'complete')"
)

// replaceTexts replaces texts in a column of the rows that meet a condition on $1. The first statement writes texts that no
// row has, because texts may be exchanged and a column may be unique.
func replaceTexts(ctx context.Context, tx pgx.Tx, table, column, condition string, id int64, changed map[string]string) error {
	from, to := columnsOf(changed)
	between := make([]string, len(from))
	for i := range between {
		between[i] = "\x01" + strconv.Itoa(i)
	}
	for _, step := range [][2][]string{{from, between}, {between, to}} {
		err := execOne(ctx, tx, "UPDATE "+table+" SET "+column+" = new.text FROM unnest($2::text[], $3::text[]) new (old, text) WHERE "+
			condition+" AND "+column+" = new.old", id, step[0], step[1])
		if err != nil {
			return err
		}
	}
	return nil
}

// columnsOf returns the keys of a map and, in the same order, its values.
func columnsOf[V any](m map[string]V) (keys []string, values []V) {
	for k, v := range m {
		keys, values = append(keys, k), append(values, v)
	}
	return keys, values
}

// forgetIdentities gives random identities to the submissions of renamed participants or problems. An identity is a hash of
// the names, so with the old one, a submission of another participant who gets the name could be taken for this one. The next
// import stores these submissions again, as new versions, even if they are the same.
func forgetIdentities(ctx context.Context, tx pgx.Tx, kind string, contestID int64, changed map[string]string) error {
	return execOne(ctx, tx, "UPDATE submissions SET "+randomIdentity+" WHERE "+kind+"_id = ANY (SELECT id FROM "+kind+"s WHERE contest_id = $1 AND name = ANY ($2))",
		contestID, slices.Collect(maps.Keys(changed)))
}
