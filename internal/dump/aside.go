package dump

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// setAside drops the foreign keys and switches off the triggers of the schema,
// so that tables can be loaded in any order and nothing is done a second time.
// The statements that it returns put them back; each foreign key is checked then.
func setAside(ctx context.Context, tx pgx.Tx) (back []string, err error) {
	type statements struct{ Away, Back string }
	rows, err := tx.Query(ctx, `
		SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
		       format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
		FROM pg_constraint
		WHERE contype = 'f' AND connamespace = `+ours+`
		UNION ALL
		SELECT format('ALTER TABLE %s DISABLE TRIGGER %I', t.tgrelid::regclass, t.tgname),
		       format('ALTER TABLE %s ENABLE %s TRIGGER %I', t.tgrelid::regclass,
		              CASE t.tgenabled WHEN 'A' THEN 'ALWAYS' WHEN 'R' THEN 'REPLICA' ELSE '' END, t.tgname)
		FROM pg_trigger t
		JOIN pg_class c ON c.oid = t.tgrelid
		WHERE NOT t.tgisinternal AND t.tgenabled <> 'D' AND c.relnamespace = `+ours+`
		ORDER BY 1`)
	if err != nil {
		return nil, err
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[statements])
	if err != nil {
		return nil, err
	}
	for _, s := range all {
		if _, err := tx.Exec(ctx, s.Away); err != nil {
			return nil, fmt.Errorf("%s: %w", s.Away, err)
		}
		back = append(back, s.Back)
	}
	return back, nil
}
