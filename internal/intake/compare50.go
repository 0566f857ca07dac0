package intake

import (
	"path"
	"strings"
)

// compare50Format is what compare50 reads (its README): each path is a
// submission, a folder, a zip or a file. Of a single path, what stands in it is.
// Its base code, --distro there, is --base here.
func compare50Format() format {
	return format{
		name: "compare50", title: "compare50's submissions: a folder, a zip or a file each",
		mode: func(name string) readMode {
			if !strings.Contains(name, "/") && isZip(name) {
				return modeArchive
			}
			return modeByName
		},
		read: func(t *tree) (contents, error) {
			var drafts []*draft
			if list := t.byInput(); len(list) == 1 && list[0].files[0].input == "" {
				drafts = programDrafts(t.name, unwrapAll(layoutFiles(list[0].files)), 0)
			} else {
				for i := range t.files { // the paths stand in for what would be in the one
					t.files[i].inputPath = t.files[i].path
				}
				drafts = programDrafts("submissions", layoutFiles(t.files), 0)
			}
			names := map[string]bool{}
			for _, d := range drafts {
				names[d.Participant] = true
			}
			for _, d := range drafts {
				if name := stem(d.Participant); isZip(d.Participant) && !names[name] {
					d.Participant = name
				}
			}
			return contents{submissions: numberAttempts(drafts)}, nil
		},
	}
}

func isZip(name string) bool { return strings.EqualFold(path.Ext(name), ".zip") }
