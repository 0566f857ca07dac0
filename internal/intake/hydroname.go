package intake

import (
	"encoding/hex"
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/lexer"
)

// hydroName is what the path of a submission in Hydro's code zip tells.
type hydroName struct {
	user, problem string // their numbers
	record        string // of the submission: an ObjectId, 24 hexadecimal digits
	verdict       contest.Verdict
	// suffix is Hydro's name of the language, which may hold a point (cc.cc17o2),
	// or of a file that was handed in.
	suffix string
	file   string // the path of the file that is called so
	inside string // the path within that, where it is an archive; "" of itself
}

var hydroFile = regexp.MustCompile(`^U(-?[0-9]{1,15})_P([0-9A-Za-z-]{1,40})_R([0-9a-f]{24})(?:_S([0-9]{1,3})@-?[0-9]{1,15}(?:\.[0-9]{1,20})?)?\.(.+)$`)

func parseHydroName(name string) (hydroName, bool) {
	before, rest := "", name
	for {
		element, after, more := strings.Cut(rest, "/")
		if m := hydroFile.FindStringSubmatch(element); m != nil {
			return hydroName{
				user: m[1], problem: m[2], record: m[3], verdict: hydroVerdicts[m[4]], suffix: m[5],
				file: before + element, inside: after,
			}, true
		}
		if !more {
			return hydroName{}, false
		}
		before, rest = before+element+"/", after
	}
}

// hydroVerdicts are Hydro's numbers of what became of a submission. Others are
// of those that are not judged yet.
var hydroVerdicts = map[string]contest.Verdict{
	"1": contest.VerdictAccepted, "2": "WA", "3": "TLE", "4": "MLE", "5": "OLE", "6": "RE", "7": contest.VerdictCompileError,
	"8": "SE", "9": "IGN", "10": "ETC", "11": "HK", "30": "IGN", "31": "FE",
}

// time is when it was handed in: an ObjectId begins with the seconds since 1970.
func (n hydroName) time() time.Time {
	seconds, err := strconv.ParseUint(n.record[:8], 16, 32)
	if err != nil || seconds == 0 {
		return time.Time{}
	}
	return time.Unix(int64(seconds), 0).UTC()
}

// number orders the submissions of one second: an ObjectId ends with a counter.
func (n hydroName) number() string {
	b, err := hex.DecodeString(n.record[18:])
	if err != nil {
		return ""
	}
	return fmt.Sprint(int(b[0])<<16 | int(b[1])<<8 | int(b[2]))
}

// archive tells whether what was handed in is a zip of several files.
func (n hydroName) archive() bool { return strings.EqualFold(path.Ext(n.suffix), ".zip") }

// language is that of the submission, with Hydro's name of it; nil where the name
// does not tell, and version is "" where it is of a file.
func (n hydroName) language() (l *lexer.Language, version string) {
	key, _, dotted := strings.Cut(n.suffix, ".")
	byKey, isKey := lexer.ByName(key)
	byPath, isPath := lexer.ByPath(n.suffix)
	switch {
	case isKey && (!dotted || !isPath || byKey == byPath):
		return byKey, n.suffix
	case isPath:
		return byPath, ""
	}
	return nil, ""
}

// hydroAnswers is the language of answers to questions, which are no program.
const hydroAnswers = "_"
