package intake

import (
	"fmt"
	"path"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// cms reads what cmsExportSubmissions of CMS, the system of the IOI, writes: one
// file for each file of a submission. What they are called is up to who exports
// them; read here are the template cmsTemplate, and any files that --add-info has
// put a comment on. Other templates are for a layout. There are no verdicts,
// only scores.
func cmsFormat() format {
	return format{
		name:   "cms",
		title:  "CMS's export (cmsExportSubmissions)",
		peek:   isProgram,
		detect: detectCms,
		read:   readCms,
	}
}

func detectCms(l *listing) string {
	programs := l.programs()
	templated, noted, ids, tasks := 0, 0, map[string]bool{}, map[string]bool{}
	flat := true
	for _, name := range programs {
		info, whole := parseCmsPath(name)
		if whole {
			templated++
		}
		if _, _, ok := cutCmsInfo(l.heads[name]); ok {
			noted++
		}
		flat = flat && info.id != "" && !whole && path.Dir(name) == path.Dir(programs[0])
		if m := cmsNumbered.FindStringSubmatch(name); m != nil {
			ids[m[1]], tasks[m[2]] = true, true
		}
	}
	switch {
	case len(programs) == 0:
		return ""
	case noted > 0 && 2*noted > peeked(l, programs):
		return "its programs begin with the comment of cmsExportSubmissions --add-info"
	case templated == len(programs):
		return "all its programs are called as by " + cmsTemplate
	case flat && len(programs) >= 4 && len(ids) == len(programs) && 2*len(tasks) <= len(ids):
		return "all its programs are called {id}.{file}{ext}, which is what CMS does by itself"
	}
	return ""
}

// peeked counts those of names of which the listing has the beginning.
func peeked(l *listing, names []string) int {
	n := 0
	for _, name := range names {
		if _, ok := l.heads[name]; ok {
			n++
		}
	}
	return n
}

func readCms(t *tree) (contents, error) {
	told := contents{about: contest.About{System: "CMS"}}
	type key struct{ id, user, task, path string }
	submissions := map[key][]layoutFile{}
	infos := map[key]cmsInfo{}
	var order []key
	nameless := 0
	for _, f := range t.files {
		info, _ := parseCmsPath(f.inputPath)
		if noted, program, ok := cutCmsInfo(f.content); ok {
			noted.id, f.content = info.id, program
			info = noted
		}
		reason := unreadable(f.content)
		switch {
		case info.user == "" || info.task == "":
			nameless++
			reason = "neither its path nor a comment above it tells who handed it in: have CMS call the files " + cmsTemplate
		case reason == "" && f.language == nil:
			reason = reasonLanguage
		}
		if reason != "" {
			t.skip(f.path, reason)
			continue
		}
		k := key{id: info.id, user: info.user, task: info.task}
		if info.id == "" {
			k.path = f.path
		}
		if submissions[k] == nil {
			order = append(order, k)
			infos[k] = info
		}
		submissions[k] = append(submissions[k], layoutFile{file: f})
	}
	if nameless > 0 && nameless == len(t.files) {
		return told, fmt.Errorf("nothing tells who handed in what: CMS calls the files {id}.{file}{ext} unless it is told otherwise; "+
			`export them again with --filename "%s", or explain what they are called with --layout`, cmsTemplate)
	}
	taken := map[string]bool{}
	var drafts []*draft
	for _, k := range order {
		files := submissions[k]
		d := newDraft(k.task, k.user, stablePath(taken, files[0].path, k.id), files)
		d.id, d.SystemID, d.Time = k.id, k.id, infos[k].at
		drafts = append(drafts, d)
	}
	told.submissions = numberAttempts(drafts)
	return told, nil
}
