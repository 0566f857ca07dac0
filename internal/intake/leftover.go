package intake

import (
	"path"
	"strings"
)

// Folders and files that systems and tools leave behind. They are never
// submissions, and listing them would bury what matters.
var (
	leftoverFolders = map[string]bool{
		"__macosx": true, ".git": true, ".svn": true, ".hg": true, ".idea": true, ".vscode": true, ".vs": true,
		".trash": true, ".spotlight-v100": true, ".fseventsd": true, "$recycle.bin": true,
	}
	leftoverFiles = map[string]bool{
		".ds_store": true, "thumbs.db": true, "desktop.ini": true, ".directory": true,
		".gitignore": true, ".gitattributes": true, ".gitkeep": true, ".keep": true,
	}
	labelFiles = map[string]bool{"pairs.csv": true, "labels.csv": true}
)

// isLeftover tells whether a path is passed over in silence: what systems and
// tools leave behind, and the label files of test data.
func isLeftover(p string) bool {
	p = strings.ToLower(p)
	base := path.Base(p)
	if leftoverFiles[base] || labelFiles[base] || strings.HasPrefix(base, "._") {
		return true
	}
	for element := range strings.SplitSeq(p, "/") {
		if leftoverFolders[element] {
			return true
		}
	}
	return false
}
