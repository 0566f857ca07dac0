package postgres

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// SaveAbout stores what an input says about a contest, its problems and its participants. It finds them by name, after it
// has renamed those that the judge system has renamed. It ignores fields that are "" or zero, unknown participants and problems
// without submissions.
//
// Only the judge system that runs the contest gives IDs. SaveAbout ignores those of an input that does not name this system's
// contest, and the name of that input's system. It forgets the stored IDs when an input first names the contest. A contest that no
// system runs has the personal IDs of the last system that gave some, see [contest.Metadata.PersonalIDs]: SaveAbout forgets those of
// others.
func (db *DB) SaveAbout(ctx context.Context, contestID int64, about contest.About) (err error) {
	defer wrap(&err, "contest %d", contestID)
	if err := validateAbout(about); err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error { return saveAbout(ctx, tx, contestID, about) })
}

func validateAbout(about contest.About) error {
	m := about.Metadata
	texts := []string{m.System, m.SystemID, m.Title}
	for _, p := range m.Problems {
		texts = append(texts, p.Name, p.Title, p.SystemID)
	}
	for _, p := range about.Participants {
		texts = append(texts, p.Name, p.Affiliation, p.Site, p.Address, p.Seat, p.SystemID)
	}
	return validateText("what the input says about the contest", texts...)
}

func saveAbout(ctx context.Context, tx pgx.Tx, contestID int64, about contest.About) error {
	stored, err := renameAll(ctx, tx, contestID, about)
	if err != nil {
		return err
	}
	given := about.Metadata
	isFirstNamed := given.SystemID != "" || given.PersonalIDs && stored.System != given.System
	switch {
	case stored.SystemID == "" && isFirstNamed:
		for _, table := range []string{"participants", "problems"} {
			if err := execOne(ctx, tx, "UPDATE "+table+" SET system_id = '' WHERE "+ofContest+" AND system_id <> ''", contestID); err != nil {
				return err
			}
		}
	case stored.SystemID != given.SystemID:
		about.Metadata.System, about.Metadata.SystemID = "", ""
		about.Participants, about.Metadata.Problems = slices.Clone(about.Participants), slices.Clone(about.Metadata.Problems)
		for i := range about.Participants {
			about.Participants[i].SystemID = ""
		}
		for i := range about.Metadata.Problems {
			about.Metadata.Problems[i].SystemID = ""
		}
	}
	if err := saveParticipants(ctx, tx, contestID, about.Participants); err != nil {
		return err
	}
	return saveMetadata(ctx, tx, contestID, about.Metadata)
}

func saveParticipants(ctx context.Context, tx pgx.Tx, contestID int64, participants []contest.Participant) error {
	if len(participants) == 0 {
		return nil
	}
	args := columns(participants, func(p contest.Participant) []any {
		return []any{p.Name, p.Affiliation, p.Site, p.Address, p.Seat, p.SystemID}
	})
	return execOne(ctx, tx, `
		UPDATE participants a
		SET affiliation = coalesce(nullif(new.affiliation, ''), a.affiliation),
			site = coalesce(nullif(new.site, ''), a.site),
			address = coalesce(nullif(new.address, ''), a.address),
			seat = coalesce(nullif(new.seat, ''), a.seat),
			system_id = coalesce(nullif(new.system_id, ''), a.system_id)
		FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) new (name, affiliation, site, address, seat, system_id)
		WHERE a.contest_id = $1 AND a.name = new.name`, append([]any{contestID}, args...)...)
}

func saveMetadata(ctx context.Context, tx pgx.Tx, contestID int64, metadata contest.Metadata) error {
	err := execOne(ctx, tx, `
		UPDATE contests
		SET system = coalesce(nullif($2, ''), system), system_id = coalesce(nullif($3, ''), system_id), title = coalesce(nullif($4, ''), title),
			starts_at = coalesce($5, starts_at), duration = coalesce(nullif($6::interval, '0'), duration),
			-- With another end, other data may be overdue, which serve has not named in its log.
			overdue_since = CASE WHEN (starts_at, duration) IS NOT DISTINCT FROM
				(coalesce($5, starts_at), coalesce(nullif($6::interval, '0'), duration)) THEN overdue_since END
		WHERE id = $1`, contestID, metadata.System, metadata.SystemID, metadata.Title, orNull(metadata.StartsAt), metadata.Duration)
	if err != nil || len(metadata.Problems) == 0 {
		return err
	}
	problems := columns(metadata.Problems, func(p contest.Problem) []any { return []any{p.Name, p.Title, p.SystemID} })
	return execOne(ctx, tx, `
		UPDATE problems b
		SET title = coalesce(nullif(new.title, ''), b.title), system_id = coalesce(nullif(new.system_id, ''), b.system_id), ordinal = new.ordinal
		FROM unnest($2::text[], $3::text[], $4::text[]) WITH ORDINALITY new (name, title, system_id, ordinal)
		WHERE b.contest_id = $1 AND b.name = new.name`, append([]any{contestID}, problems...)...)
}
