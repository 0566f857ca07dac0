package intake

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/text"
)

// formatManifest is the format of a CSV table that somebody wrote for ojcheck.
const formatManifest = "manifest"

var manifestFormat = manifestTable.format(formatManifest, "a CSV manifest, submissions.csv")

var manifestTable = tableFormat{
	file: "submissions.csv",
	// Nothing reads the score. It is here because a table of a judge system may have it.
	columns: []string{
		"path", "participant", "problem", "id", "language", "verdict", "score", "time", "attempt", "kind", "affiliation", "site",
	},
	required: "path", parseRows: manifestRows,
}

// doubtManifest says why a submissions.csv is no manifest; zero if it is one, or if there is none.
func doubtManifest(l *listing) i18n.Text {
	_, wrong, err := manifestTable.tables(l)
	if err == nil {
		return noText
	}
	return i18n.Textf("%s is no manifest: %s", wrong, err)
}

// manifestRows reads the rows of a manifest. Without a column for it, the participant is the name of the file
// or folder.
func manifestRows(m *manifest, t *table) {
	hasParticipant := slices.Contains(t.columns, "participant")
	unread, first := 0, 0 // times, and the line of the first one
	for _, r := range t.rows {
		e := tableEntry{
			line: r.line, path: r.values["path"], problem: cmp.Or(r.text("problem"), m.problem), participant: r.text("participant"),
			id: r.text("id"), language: r.text("language"), verdict: r.text("verdict"), time: r.text("time"),
			attempt: r.text("attempt"),
		}
		if !hasParticipant && e.path != "" {
			e.participant = stem(path.Base(printable(slashes(e.path))))
		}
		if e.participant == "" {
			e.refusal = "it names no participant"
			m.add(e)
			continue
		}
		switch e.kind = contest.ParticipantKind(strings.ToLower(r.values["kind"])); e.kind {
		case contest.Official, contest.Virtual, contest.Staff, "":
		default:
			m.note(r.line, "the kind must be official, virtual or staff: it was read as official")
			e.kind = contest.Official
		}
		if _, ok := parseTime(e.time); !ok && e.time != "" && !elapsedTime.MatchString(e.time) {
			if unread++; unread == 1 {
				first = r.line
			}
		}
		m.addParticipant(r.line, contest.Participant{
			Name: e.participant, Affiliation: r.text("affiliation"), Site: r.text("site"),
		})
		m.add(e)
	}
	if unread > 0 {
		m.note(first, "%d times from here on were not read: write them as 2024-05-01T10:00:00Z", unread)
	}
}

// elapsedTime matches a time since the start, such as 35 or 1:30:05.2, which only sorts attempts.
var elapsedTime = regexp.MustCompile(`^[0-9]+(:[0-9]+)*([.,][0-9]+)?$`)

// readManifest reads the manifest that Options.Manifest names.
func readManifest(name string, paths []string, limits Limits) (*manifest, error) {
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, i18n.Errorf("manifest: there is no file %s", name)
	}
	if err != nil {
		return nil, i18n.Errorf("manifest %s: %s", name, errorReason(err))
	}
	defer f.Close()
	limit := limits.withDefaults().Record
	content, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, i18n.Errorf("manifest %s: %s", name, errorReason(err))
	}
	if tooLarge := oversize(int64(len(content)), limit); !tooLarge.IsZero() {
		return nil, i18n.Errorf("manifest %s: %s", name, tooLarge)
	}
	content = bytes.TrimPrefix(text.DecodeUTF16(content), []byte(bom))
	if inside, ok := pathInside(paths[0], name); ok && len(paths) == 1 {
		inside = printable(filepath.ToSlash(inside))
		return &manifest{path: inside, folder: path.Dir(inside), content: content}, nil
	}
	return &manifest{path: printable(filepath.Base(name)), isOutside: true, folder: ".", content: content}, nil
}

// pathInside returns the path of a file relative to a folder. ok is false if the folder does not hold the
// file.
func pathInside(folder, name string) (inside string, ok bool) {
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return "", false
	}
	folder, err1 := filepath.Abs(folder)
	name, err2 := filepath.Abs(name)
	inside, err3 := filepath.Rel(folder, name)
	return inside, err1 == nil && err2 == nil && err3 == nil && filepath.IsLocal(inside)
}
