package ccstest

import (
	"archive/zip"
	"bytes"
	"crypto/md5"
	"encoding/hex"
	"fmt"
	"strings"
	"time"
)

// object is an object as an endpoint returns it.
type object = map[string]any

// collections are the endpoints of collections in the order of the feed: referenced
// objects come first.
var collections = []string{"judgement-types", "languages", "problems", "groups", "organizations", "teams", "accounts", "submissions", "judgements"}

func id(o object) string { s, _ := o["id"].(string); return s }

// formatTime writes a TIME. The specification allows offsets without minutes.
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
	if s.Version >= V2026 {
		o["penalty_time"] = "0:20:00"
	} else {
		o["penalty_time"] = 20
	}
	if s.DOMjudge {
		o["shortname"], o["external_id"], o["allow_submit"] = s.ID, s.ID, true
	}
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

func (s *Scenario) judgementType(t JudgementType) object {
	return object{"id": t.ID, "name": t.Name, "penalty": t.Penalty, "solved": t.Solved}
}

func (s *Scenario) language(l Language) object {
	o := object{"id": l.ID, "name": l.Name}
	if s.Version >= V2021 {
		o["entry_point_required"], o["extensions"] = false, l.Extensions
	}
	return o
}

func (s *Scenario) problem(p Problem, ordinal int) object {
	o := object{"id": p.ID, "label": p.Label, "name": p.Name, "ordinal": ordinal, "rgb": "#00f", "color": "blue", "time_limit": 2, "test_data_count": 10}
	if s.DOMjudge {
		o["short_name"], o["probid"], o["externalid"] = p.Label, fmt.Sprint(ordinal+1), p.ID
	}
	return o
}

func (s *Scenario) group(g Group) object {
	o := object{"id": g.ID, "name": g.Name}
	if g.Hidden {
		o["hidden"] = true
	}
	return o
}

func (s *Scenario) organization(u Organization) object {
	return object{"id": u.ID, "name": u.Name, "formal_name": u.Name, "country": u.Country}
}

func (s *Scenario) team(t Team) object {
	o := object{"id": t.ID, "name": t.Name, "group_ids": t.Groups}
	if t.Organization != "" {
		o["organization_id"] = t.Organization
	}
	if t.DisplayName != "" {
		o["display_name"] = t.DisplayName
	}
	if t.Label != "" && s.Version >= V2022 {
		o["label"] = t.Label
	}
	if t.Hidden {
		o["hidden"] = true
	}
	if s.DOMjudge {
		o["teamid"], o["affiliation"] = t.ID, t.Organization
	}
	return o
}

func (s *Scenario) account(a Account) object {
	o := object{"id": a.ID, "username": a.Username, "type": a.Type, "ip": a.IP}
	if a.Team != "" {
		o["team_id"] = a.Team
	}
	if a.Password != "" {
		o["password"] = a.Password
	}
	return o
}

func (s *Scenario) submission(sub Submission, files bool) object {
	o := object{
		"id": sub.ID, "team_id": sub.Team, "problem_id": sub.Problem, "language_id": sub.Language,
		"time": s.formatTime(sub.ContestTime), "contest_time": formatDuration(sub.ContestTime), "entry_point": nil,
	}
	if sub.Team == "" {
		o["team_id"] = nil
	}
	if sub.Account != "" && s.Version >= V2026 {
		o["account_id"] = sub.Account
	}
	if sub.EntryPoint != "" {
		o["entry_point"] = sub.EntryPoint
	}
	if files {
		o["files"] = []object{s.archive(sub)}
	}
	if s.DOMjudge {
		o["submitid"], o["import_error"], o["external_id"] = sub.ID, nil, nil
	}
	return o
}

// archive is a reference to the archive of a submission.
func (s *Scenario) archive(sub Submission) object {
	href := strings.Join([]string{"contests", s.ID, "submissions", sub.ID, "files"}, "/")
	if s.Href != nil {
		href = s.Href(sub.ID)
	}
	o := object{"href": href, "mime": "application/zip"}
	if s.Version >= V2022 {
		o["filename"] = "files.zip"
		hash := sub.Hash
		if hash == "" {
			sum := md5.Sum(sub.zip())
			hash = hex.EncodeToString(sum[:])
		}
		o["hash"] = hash
	}
	return o
}

func (s *Scenario) judgement(j Judgement) object {
	o := object{
		"id": j.ID, "submission_id": j.Submission, "judgement_type_id": nil, "end_time": nil, "end_contest_time": nil,
		"start_time": s.formatTime(j.Start), "start_contest_time": formatDuration(j.Start),
	}
	if j.Type != "" {
		o["judgement_type_id"], o["end_time"], o["end_contest_time"] = j.Type, s.formatTime(j.End), formatDuration(j.End)
	}
	if s.Version >= V2026 {
		o["current"] = !j.Replaced
	}
	if s.DOMjudge {
		o["valid"], o["max_run_time"], o["judgehost"] = !j.Replaced, 0.25, "judge-1"
	}
	return o
}

// zip is the archive of the submission.
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
		entry, err := w.CreateHeader(&zip.FileHeader{Name: f.Name, Method: zip.Deflate})
		if err == nil {
			_, err = entry.Write([]byte(f.Content))
		}
		if err != nil {
			panic(err) // writes to a buffer do not fail
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}
