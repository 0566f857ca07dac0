package intake

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/lexer"
)

// hustojFormat reads the log of submissions that HUSTOJ exports for a contest. The log is in the order of
// time, but has neither times nor languages.
var hustojFormat = &format{
	name: "hustoj", title: "HUSTOJ's log of a contest (logs-<id>.txt)", peek: isTxt,
	detect: func(l *listing) (reason, resemblance i18n.Text) {
		for _, name := range l.withoutParticipantFiles() {
			records, _, ok := parseHustojLog(l.heads[name])
			if !isTxt(name) || !ok {
				return noText, noText
			}
			if _, known := hustojVerdict(records[0].result); !known && !hustojLog.MatchString(path.Base(name)) {
				return noText, noText
			}
			reason = i18n.Textf("its text begins with a user, a problem and a result of HUSTOJ")
		}
		return reason, noText
	},
	mode: modeIf(isTxt, modeRecord, modeByName),
	read: readHustoj,
}

// hustojLog matches HUSTOJ's name of a log, with the number of the contest.
var hustojLog = regexp.MustCompile(`^logs-([0-9]+)\.txt$`)

func isTxt(name string) bool { return strings.EqualFold(path.Ext(name), ".txt") }

func readHustoj(t *tree) (contents, error) {
	about := contest.Metadata{System: "HUSTOJ"}
	for _, f := range t.files {
		t.skip(f.path, "not a log of HUSTOJ")
	}
	var drafts []*draft
	for _, f := range t.records {
		records, doubts, ok := parseHustojLog(f.content)
		if !ok {
			t.skip(f.path, `not a log of HUSTOJ: it does not begin with "user:Problem<number>:<result>"`)
			continue
		}
		if m := hustojLog.FindStringSubmatch(path.Base(f.path)); m != nil && len(t.records) == 1 {
			about.SystemID = m[1]
		}
		if _, known := hustojVerdict(records[0].result); !known {
			doubts = append(doubts,
				i18n.Textf("its results are in an unknown language: submissions with unknown results have no verdict"))
		}
		if slices.ContainsFunc(records, func(r hustojRecord) bool { return bytes.Contains(r.source, []byte(hustojSeparator)) }) {
			doubts = append(doubts, i18n.Textf("some sources contain HUSTOJ's separator, "+
				"with which a user can fake a submission of somebody else: compare these with HUSTOJ before accusing anybody"))
		}
		for _, doubt := range doubts {
			t.skipText(f.path, doubt)
		}
		for i, r := range records {
			if d := hustojDraft(t, fmt.Sprintf("%s/%06d", f.path, i+1), r); d != nil {
				d.number = fmt.Sprint(i + 1)
				drafts = append(drafts, d)
			}
		}
	}
	return contents{submissions: numberAttempts(drafts), about: about}, nil
}

// hustojDraft makes a draft of a record, with name as its path. It returns nil if it skips the record.
func hustojDraft(t *tree, name string, r hustojRecord) *draft {
	verdict, _ := hustojVerdict(r.result)
	language, isSure := t.language, t.language != nil
	if !isSure {
		language, isSure = lexer.ByContent(r.source)
	}
	switch reason := unreadable(r.source); {
	case verdict == hustojTestRun || strings.HasPrefix(r.problem, "-"):
		t.skip(name, "a test run with the user's own input, not a submission")
	case !reason.IsZero():
		t.skipText(name, reason)
	case len(r.source) > lexer.MaxRawBytes:
		t.skipText(name, oversize(int64(len(r.source)), lexer.MaxRawBytes))
	case !isSure:
		t.skip(name, reasonContent)
	default:
		d := newDraft(r.problem, printable(r.user), name, file{path: name, content: r.source, language: language})
		d.Verdict = verdict
		return d
	}
	return nil
}

// hustojRecord is one submission of a HUSTOJ log.
type hustojRecord struct {
	user, problem string // problem is a number
	result        string // as in the log
	source        []byte
}

// hustojSeparator ends each record of a log, on its own line.
const hustojSeparator = "------------------------------------------------------"

// hustojHeader matches the first line of a record. The name of a user may contain colons. The problem of a
// test run is negative.
var hustojHeader = regexp.MustCompile(`^([^\r\n]{1,100}):Problem(-?[0-9]{1,10}):([^\r\n]{1,100})$`)

// parseHustojLog splits a log as HUSTOJ's export_contest_code.php writes it:
//
//	user:Problem1001:Accepted
//	source
//	------------------------------------------------------
//
// A source may contain the separator too. So a separator ends a record only if the log ends there, or the first line
// of another record follows. HUSTOJ ends these lines with CR LF, and many sources do not. So the lines around a
// separator must end like the first line of the log. The first line of a record must have a known result, unless the
// first result of the log is unknown, because then the log is in another language. A source may contain a separator
// and the first line of a record. The log does not show that these are not two submissions.
//
// Each doubt is a sentence about what may be wrong. ok is false if the text does not begin like a log.
func parseHustojLog(log []byte) (records []hustojRecord, doubts []i18n.Text, ok bool) {
	end := []byte("\n")
	if line, _, _ := bytes.Cut(log, end); bytes.HasSuffix(line, []byte("\r")) {
		end = []byte("\r\n")
	}
	current, start, ok := parseHustojHeader(log, end, false)
	if !ok {
		return nil, nil, false
	}
	_, onlyKnown := hustojVerdict(current.result)
	doubt := func(text i18n.Key, args ...any) {
		doubts = append(doubts, i18n.Textf("submission %s: %s", strconv.Itoa(len(records)+1), i18n.Textf(text, args...)))
	}
	separators := 0 // separators in the current source
	addRecord := func(source []byte) {
		if separators > 0 {
			doubt("its source contains %d separators that no submission follows: read as source", separators)
		}
		current.source, separators = source, 0
		records = append(records, current)
	}
	textEnd := len(bytes.TrimRightFunc(log, unicode.IsSpace))
	for at := start; at < len(log); { // at is the start of a line
		if len(records) == defaultEntries {
			doubts = append(doubts,
				i18n.Textf("more than %d submissions: what follows was not read; split the log, and check each part", defaultEntries))
			return records, doubts, true
		}
		line, _, _ := bytes.Cut(log[at:], []byte("\n"))
		next := min(at+len(line)+1, len(log))
		if string(bytes.TrimSuffix(log[at:next], end)) == hustojSeparator && bytes.HasSuffix(log[:at], end) {
			source := log[start:max(start, at-len(end))]
			if next >= textEnd {
				addRecord(source)
				return records, doubts, true
			}
			if record, length, ok := parseHustojHeader(log[next:], end, onlyKnown); ok {
				addRecord(source)
				current, start = record, next+length
				at = start
				continue
			}
			separators++
		}
		at = next
	}
	if source := log[start:]; len(source) > 0 || len(records) == 0 {
		doubt("no separator follows it: the log may be cut off here")
		addRecord(source)
	}
	return records, doubts, true
}

// parseHustojHeader reads the first line of a record, and returns its length. With onlyKnown, an unknown
// result is no record.
func parseHustojHeader(text, end []byte, onlyKnown bool) (r hustojRecord, length int, ok bool) {
	line, _, found := bytes.Cut(text[:min(len(text), 512)], end)
	m := hustojHeader.FindSubmatch(line)
	if m == nil || !found {
		return r, 0, false
	}
	r.user, r.problem, r.result = string(m[1]), string(m[2]), string(m[3])
	if _, isKnown := hustojVerdict(r.result); onlyKnown && !isKnown {
		return hustojRecord{}, 0, false
	}
	return r, len(line) + len(end), true
}

// hustojVerdict returns the verdict of a result, which is a number or a text in some language; "" if pending.
func hustojVerdict(result string) (v contest.Verdict, known bool) {
	result = strings.TrimSpace(result)
	for _, texts := range hustojResults {
		if i := slices.Index(texts, result); i >= 0 && result != "" {
			return hustojVerdicts[i], true
		}
	}
	if i, err := strconv.Atoi(result); err == nil && 0 <= i && i < len(hustojVerdicts) {
		return hustojVerdicts[i], true
	}
	return "", result == "Unknown Result"
}

// hustojVerdicts are the verdicts by the numbers of HUSTOJ's results. "" is pending, except for 12, "compiled
// only".
var hustojVerdicts = []contest.Verdict{
	"", "", "", "", contest.VerdictAccepted, "PE", "WA", "TLE", "MLE", "OLE", "RE", contest.VerdictCompileError,
	"", hustojTestRun, "", "", "", "",
}

// hustojTestRun is the verdict of a test run with the user's own input, which is no submission.
const hustojTestRun contest.Verdict = "TR"

// hustojResults are the texts of the results in HUSTOJ's language files, in the order of their numbers:
// English, Chinese in both scripts, Korean. The last two rows are for accepted submissions on the first of
// April.
var hustojResults = [][]string{
	{"Pending", "Pending Rejudging", "Compiling", "Running & Judging", "Accepted", "Presentation Error", "Wrong Answer", "Time Limit Exceed",
		"Memory Limit Exceed", "Output Limit Exceed", "Runtime Error", "Compile Error", "Compile OK", "Test Running Done",
		"Manual Confirmation Pending...", "Submitting", "Remote Pending", "Remote Judging"},
	{"等待", "等待重判", "编译中", "运行并评判", "正确", "格式错误", "答案错误", "时间超限", "内存超限", "输出超限", "运行错误", "编译错误", "编译成功",
		"运行完成", "自动评测通过，等待人工确认", "提交中", "远程等待", "远程判题"},
	{"等待", "等待重判", "編譯中", "運行並評判", "正確", "格式錯誤", "答案錯誤", "時間超限", "內存超限", "輸出超限", "運行錯誤", "編譯錯誤", "編譯成功",
		"運行完成", "自動評測通過，等待人工確認", "提交中", "遠端等待", "遠端判題"},
	{"채점 대기중", "재채점 대기중", "컴파일중", "채점중", "모두 맞음", "출력형식 다름", "틀림", "시간제한 초과", "메모리제한 초과", "출력제한 초과",
		"실행중 에러", "컴파일 에러", "컴파일 완료", "테스트 실행 완료", "수동확인 대기중..."},
	{"", "", "", "", "<span title=愚人节快乐>似乎好像是正确</span>"},
	{"", "", "", "", "<span title=愚人節快樂>似乎好像是正確</span>"},
}
