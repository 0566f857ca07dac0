package postgres

import (
	"context"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/review"
)

// PersonalData returns what is stored about the participants with exactly this name in the contest contestName; "" means all
// contests. It lists a text that names several of them once.
func (db *DB) PersonalData(ctx context.Context, name, contestName string) (all []review.PersonalData, err error) {
	defer wrap(&err, "personal data of a participant")
	people, err := list[contest.Participant](ctx, db.pool,
		selectParticipant+" WHERE name = $1 AND ($2::text = '' OR contest = $2) ORDER BY contest_id", storable(name), storable(contestName))
	if err != nil {
		return nil, err
	}
	type place struct{ table, column, row string }
	seen := make(map[place]bool)
	for _, p := range people {
		contests, err := contestsAbout(ctx, db.pool, p)
		if err != nil {
			return nil, err
		}
		d := review.PersonalData{Participant: p}
		if err := db.readPersonalData(ctx, &d, contests); err != nil {
			return nil, err
		}
		err = findTexts(ctx, db.pool, p, contests, "", func(t namingText) error {
			if at := (place{t.table, t.column, t.row}); !seen[at] {
				seen[at] = true
				d.Texts = append(d.Texts, review.StoredText{Place: t.place, Text: t.text})
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return all, nil
}

// SimilarParticipants returns the other participants whose names contain this one as whole words, in any case, such as "Ann Lee
// (1002)" and groups; and those with this name in another case. They are those of the contest contestName; "" means all contests.
func (db *DB) SimilarParticipants(ctx context.Context, name, contestName string) (similar []contest.Participant, err error) {
	defer wrap(&err, "participants with similar names")
	people, err := list[contest.Participant](ctx, db.pool, selectParticipant+` WHERE name <> $1 AND strpos(lower(name), lower($1)) > 0
		AND ($2::text = '' OR contest = $2) ORDER BY contest_id, name`, storable(name), storable(contestName))
	isWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	for _, p := range people {
		before, after, found := strings.Cut(strings.ToLower(p.Name), strings.ToLower(name))
		last, _ := utf8.DecodeLastRuneInString(before)
		first, _ := utf8.DecodeRuneInString(after)
		if found && !isWord(last) && !isWord(first) {
			similar = append(similar, p)
		}
	}
	return similar, err
}

// readPersonalData fills all fields of d but Texts. contests are those of contestsAbout.
func (db *DB) readPersonalData(ctx context.Context, d *review.PersonalData, contests []int64) error {
	own, err := db.Contest(ctx, d.ContestID)
	if err != nil {
		return err
	}
	d.Contest = own.Name
	if d.Retention, err = db.Retention(ctx, d.ContestID); err != nil {
		return err
	}
	outcomes, err := db.Outcomes(ctx, d.ContestID)
	if err != nil {
		return err
	}
	d.Outcome = outcomes[d.ID]
	if d.Programs, err = db.storedPrograms(ctx, d.ID); err != nil {
		return err
	}
	d.Near, err = list[review.NearSource](ctx, db.pool, `
		SELECT e.check_id, s.problem, s.path, n.number, n.kind, n.name, e.suspicion
		FROM check_near e
		JOIN check_sources n USING (check_id, number)
		JOIN submission_sides s ON s.id = e.submission_id
		WHERE s.participant_id = $1
		ORDER BY e.check_id, s.problem COLLATE "C", e.suspicion DESC, n.number`, d.ID)
	if err != nil {
		return err
	}
	d.Pairs, err = listPairs(ctx, db.pool, selectPairs("", "pairs")+`
		WHERE $1 IN (p.left_participant, p.right_participant) AND p.check_id IN (
			SELECT e.check_id FROM check_submissions e JOIN submissions s ON s.id = e.submission_id WHERE s.participant_id = $1)
		ORDER BY p.check_id, p.rank`, d.ID)
	if err != nil {
		return err
	}
	jobs, err := jobsNaming(ctx, db.pool, d.Participant)
	if err != nil {
		return err
	}
	d.Uploads = len(jobs)
	for _, contestID := range contests {
		if err := db.readJuryData(ctx, d, contestID); err != nil {
			return err
		}
	}
	return nil
}

// storedPrograms returns the programs of a participant, with the number and size of their files.
func (db *DB) storedPrograms(ctx context.Context, participantID int64) ([]review.StoredProgram, error) {
	programs, err := list[review.StoredProgram](ctx, db.pool, "SELECT "+sideColumns+`, s.kind, s.system_id, s.language_version, s.superseded, 0, 0
		FROM submission_sides s
		WHERE s.participant_id = $1
		ORDER BY s.problem COLLATE "C", s.attempt, s.id`, participantID)
	if err != nil {
		return nil, err
	}
	files, err := listsOf[int64, storedFile](ctx, db.pool, `
		SELECT f.submission_id, f.path, f.source
		FROM submission_files f
		JOIN submissions s ON s.id = f.submission_id
		WHERE s.participant_id = $1`, participantID)
	if err != nil {
		return nil, err
	}
	sizes, err := db.sizes(ctx, slices.Concat(slices.Collect(maps.Values(files))...))
	for i := range programs {
		p := &programs[i]
		p.Files = len(files[p.SubmissionID])
		for _, f := range files[p.SubmissionID] {
			p.Bytes += int64(sizes[sourceHash(f.Source)].Size)
		}
	}
	return programs, err
}

// readJuryData adds to d what a contest stores about the participant apart from programs and pairs.
func (db *DB) readJuryData(ctx context.Context, d *review.PersonalData, contestID int64) error {
	participants, err := db.Participants(ctx, contestID)
	if err != nil {
		return err
	}
	d.Everybody = append(d.Everybody, participants...)
	cases, err := db.Cases(ctx, contestID, review.Filter{Participant: d.ID})
	if err != nil {
		return err
	}
	d.Cases = append(d.Cases, cases...)
	for _, c := range cases {
		links, err := db.Links(ctx, c.Key)
		if err != nil {
			return err
		}
		d.Links = append(d.Links, links...)
	}
	alerts, err := listAlerts(ctx, db.pool,
		"a.contest_id = $1 AND $2 IN (a.first_participant, a.second_participant) ORDER BY a.id", contestID, d.ID)
	if err != nil {
		return err
	}
	d.Alerts = append(d.Alerts, alerts...)
	log, _, err := db.AuditLog(ctx, contestID, review.LogFilter{}, 0, 0)
	if err != nil {
		return err
	}
	own := review.ParticipantRef{ContestID: d.ContestID, Number: d.Number}
	d.Log = append(d.Log, slices.DeleteFunc(log, func(e review.Entry) bool { return !e.Names(own) })...)
	return nil
}
