package dump

import (
	"fmt"
	"slices"
)

// format is the version of the file's layout.
const format = 1

// The names of the entries without rows.
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

// beforeBaseline is the last schema before the first release. The schema of the first release has the number
// 1. Both schemas have equal tables and columns, except for the name of one column.
const beforeBaseline = 31

// convert changes a header from before the first release into a header of schema 1.
func (h *header) convert() error {
	i := slices.IndexFunc(h.Tables, func(t table) bool { return t.Name == "participants" })
	if i < 0 || slices.Contains(h.Tables[i].Columns, "revealed") {
		return nil
	}
	if h.Schema != beforeBaseline {
		return fileError(fmt.Sprintf("the dump is of schema %d, from before the first release of ojcheck; "+
			"only schema %d of that time can be restored", h.Schema, beforeBaseline))
	}
	h.Schema = 1
	for j, name := range h.Tables[i].Columns {
		if name == "uncovered" {
			h.Tables[i].Columns[j] = "revealed"
		}
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

// sequence is the value of the sequence behind a column.
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
