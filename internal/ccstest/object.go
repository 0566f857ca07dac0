package ccstest

import (
	"archive/zip"
	"bytes"
	"cmp"
	"crypto/md5"
	"fmt"
	"time"
)

// object is an object as an endpoint returns it.
type object = map[string]any

// collections are the endpoints of collections in the order of the feed: referenced
// objects come first.
var collections = []string{"judgement-types", "languages", "problems", "groups", "organizations", "teams", "accounts",
	"submissions", "judgements"}

// id returns the ID of an object; "" if it has none.
func id(o object) string { s, _ := o["id"].(string); return s }

// setIf sets properties, given as keys and values, if a condition holds.
func setIf(o object, condition bool, properties ...any) {
	for i := 0; condition && i < len(properties); i += 2 {
		o[properties[i].(string)] = properties[i+1]
	}
}

// formatTime writes a contest time as a TIME. The specification allows offsets without minutes.
func (s *Scenario) formatTime(at time.Duration) string {
	layout := "2006-01-02T15:04:05.000-07"
	if s.DOMjudge {
		layout = "2006-01-02T15:04:05.000-07:00"
	}
	return s.Start.Add(at).Format(layout)
}

// formatDuration writes a RELTIME.
func formatDuration(d time.Duration) string {
	sign := ""
	if d < 0 {
		sign, d = "-", -d
	}
	return fmt.Sprintf("%s%d:%02d:%02d.%03d", sign, d/time.Hour, d/time.Minute%60, d/time.Second%60, d/time.Millisecond%1000)
}

func (s *Scenario) contest() object {
	o := object{
		"id": s.ID, "name": s.Name, "formal_name": s.Name, "start_time": s.formatTime(0),
		"duration": formatDuration(s.Duration), "scoreboard_freeze_duration": formatDuration(s.Duration / 5),
	}
	setIf(o, s.Version < V2026, "penalty_time", 20)
	setIf(o, s.Version >= V2026, "penalty_time", "0:20:00")
	setIf(o, s.DOMjudge, "shortname", s.ID, "external_id", s.ID, "allow_submit", true)
	return o
}

func (s *Scenario) state() object {
	o := object{"started": s.formatTime(0), "frozen": nil, "ended": nil, "thawed": nil, "finalized": nil, "end_of_updates": nil}
	if s.Ended {
		for i, key := range []string{"ended", "finalized", "end_of_updates"} {
			o[key] = s.formatTime(s.Duration + time.Duration(i)*time.Hour)
		}
	}
	return o
}

// inVersion returns an object of Scenario.others in the version of the server; nil if the version does not have it.
func (s *Scenario) inVersion(kind string, o object) object {
	if s.Version >= V2021 || kind != "languages" && kind != "accounts" {
		return o
	}
	if kind == "accounts" {
		return nil
	}
	return object{"id": o["id"], "name": o["name"]}
}

func (s *Scenario) problem(p Problem, ordinal int) object {
	o := object{
		"id": p.ID, "label": p.Label, "name": p.Name, "ordinal": ordinal, "rgb": "#00f", "color": "blue",
		"time_limit": 2, "test_data_count": 10,
	}
	setIf(o, s.DOMjudge, "short_name", p.Label, "probid", fmt.Sprint(ordinal+1), "externalid", p.ID)
	return o
}

func (s *Scenario) team(t Team) object {
	o := object{"id": t.ID, "name": t.Name, "group_ids": t.Groups}
	setIf(o, t.Organization != "", "organization_id", t.Organization)
	setIf(o, t.DisplayName != "", "display_name", t.DisplayName)
	setIf(o, t.Label != "" && s.Version >= V2022, "label", t.Label)
	setIf(o, t.Hidden, "hidden", true)
	setIf(o, s.DOMjudge, "teamid", t.ID, "affiliation", t.Organization)
	return o
}

func (s *Scenario) submission(sub Submission) object {
	o := object{
		"id": sub.ID, "team_id": sub.Team, "problem_id": sub.Problem, "language_id": sub.Language,
		"time": s.formatTime(sub.ContestTime), "contest_time": formatDuration(sub.ContestTime), "entry_point": nil,
		"files": []object{s.archive(sub)},
	}
	setIf(o, s.DOMjudge, "submitid", sub.ID, "import_error", nil, "external_id", nil)
	return o
}

// archive returns the reference to the archive of a submission.
func (s *Scenario) archive(sub Submission) object {
	o := object{"href": "contests/" + s.ID + "/submissions/" + sub.ID + "/files", "mime": "application/zip"}
	if s.Href != nil {
		o["href"] = s.Href(sub.ID)
	}
	hash := cmp.Or(sub.Hash, fmt.Sprintf("%x", md5.Sum(sub.zip())))
	setIf(o, s.Version >= V2022, "filename", "files.zip", "hash", hash)
	return o
}

func (s *Scenario) judgement(j Judgement) object {
	o := object{
		"id": j.ID, "submission_id": j.Submission, "judgement_type_id": nil, "end_time": nil, "end_contest_time": nil,
		"start_time": s.formatTime(j.Start), "start_contest_time": formatDuration(j.Start),
	}
	setIf(o, j.Type != "", "judgement_type_id", j.Type, "end_time", s.formatTime(j.End), "end_contest_time", formatDuration(j.End))
	setIf(o, s.Version >= V2026, "current", true)
	setIf(o, s.DOMjudge, "valid", true, "max_run_time", 0.25, "judgehost", "judge-1")
	return o
}

// zip returns the archive of the submission.
func (s Submission) zip() []byte {
	if s.Archive != nil {
		return s.Archive
	}
	return Zip(s.Files...)
}

// Zip packs files; equal files give equal bytes.
func Zip(files ...File) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		entry, err := w.Create(f.Name)
		if err != nil {
			panic(err) // writing to a buffer does not fail
		}
		_, _ = entry.Write([]byte(f.Content))
	}
	_ = w.Close()
	return b.Bytes()
}
