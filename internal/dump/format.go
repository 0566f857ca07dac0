package dump

import (
	"fmt"
	"slices"

	"github.com/ojcheck/ojcheck/migrations"
)

// format is the version of the file's layout.
const format = 1

// The names of the two entries that have no rows of tables.
const (
	headerName   = "ojcheck.json"
	manifestName = "manifest.json"
)

// header is the first entry. A restore needs the header before the rows.
type header struct {
	Format int     `json:"format"`
	Schema int64   `json:"schema"`
	Tool   string  `json:"tool_version"`
	Tables []table `json:"tables"` // in the order of the parts in the file
}

// checkBaseline returns an error for a dump of a schema before the baseline, see [migrations.ErrBeforeBaseline].
func (h *header) checkBaseline() error {
	hasTable := func(name string) bool {
		return slices.ContainsFunc(h.Tables, func(t table) bool { return t.Name == name })
	}
	if hasTable("contests") && !hasTable("index_entries") { // the baseline creates index_entries
		return fileError(fmt.Sprintf("the dump is older than the first release of ojcheck (schema %d): restore it with \"ojcheck db restore\" of commit %s, and continue with that database or with a dump of it",
			h.Schema, migrations.LastBeforeBaseline))
	}
	return nil
}

// table has the name of a table, and its columns in the order of the values in a row.
type table struct {
	Name    string   `json:"name"`
	Columns []string `json:"columns"`
}

// part describes an entry with rows.
type part struct {
	Name   string `json:"name"`
	Table  string `json:"table"`
	Rows   int64  `json:"rows"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"` // hexadecimal
}

// sequence is the state of the sequence that numbers the rows of a table in a column.
type sequence struct {
	Table  string `json:"table"`
	Column string `json:"column"`
	Last   int64  `json:"last"`
	Called bool   `json:"called"` // whether the sequence has returned Last
}

// manifest is the last entry. It lists everything between the header and the manifest.
type manifest struct {
	Parts     []part     `json:"parts"`
	Sequences []sequence `json:"sequences"`
}

// partName returns the name of the n-th part of a table; n starts at 1.
func partName(table string, n int) string { return fmt.Sprintf("tables/%s/%06d", table, n) }

func (m manifest) summary(h header) Summary {
	s := Summary{Schema: h.Schema, Tool: h.Tool, Tables: len(h.Tables)}
	for _, p := range m.Parts {
		s.Rows += p.Rows
		if p.Table == "contests" {
			s.Contests += p.Rows
		}
	}
	return s
}
