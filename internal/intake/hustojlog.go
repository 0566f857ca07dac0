package intake

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/text"
)

// hustojRecord is one submission of a HUSTOJ log.
type hustojRecord struct {
	user, problem string // the problem by its number
	result        string // as it is written
	source        []byte
}

// hustojDash ends each record of a log, on a line of its own.
const hustojDash = "------------------------------------------------------"

// hustojHeader is the first line of a record. A user's name may hold colons, and
// the number of a problem that is only tried out is negative.
var hustojHeader = regexp.MustCompile(`^([^\r\n]{1,100}):Problem(-?[0-9]{1,10}):([^\r\n]{1,100})$`)

// parseHustojLog takes a log apart, as HUSTOJ's export_contest_code.php writes it:
//
//	user:Problem1001:Accepted
//	source
//	------------------------------------------------------
//
// A source may hold the separator, too. So it ends a record only where the end of
// the log or the first line of another record follows, and where the lines around
// it end as the log's do: with a carriage return, which many sources have not,
// unless something has converted the log. A first line must have a result that
// HUSTOJ is known to give; in a log whose own first line has none of them, for it
// is in another language, it may have any. A source that holds a separator and
// such a line behind it is taken for two: nothing tells the difference.
//
// Doubts are what may have been understood wrongly, a sentence each; ok is false
// where the log does not begin as one.
func parseHustojLog(log []byte) (records []hustojRecord, doubts []string, ok bool) {
	log = bytes.TrimPrefix(log, []byte(bom))
	end := []byte("\n")
	if line, _, _ := bytes.Cut(log, end); bytes.HasSuffix(line, []byte("\r")) {
		end = []byte("\r\n")
	}
	current, start, ok := parseHustojHeader(log, end, false)
	if !ok {
		return nil, nil, false
	}
	_, strict := hustojVerdict(current.result)
	doubt := func(format string, args ...any) {
		doubts = append(doubts, fmt.Sprintf("submission %d: ", len(records)+1)+fmt.Sprintf(format, args...))
	}
	inside := 0 // separators in the current source
	keep := func(source []byte) {
		if inside > 0 {
			doubt("it holds %s that no other submission follows: taken for a part of its source", text.Count(inside, "separator"))
		}
		current.source, inside = source, 0
		records = append(records, current)
	}
	for at := start; at < len(log); {
		if len(records) == defaultEntries {
			doubts = append(doubts, fmt.Sprintf("more than %d submissions: what follows was not read; check it in parts", defaultEntries))
			return records, doubts, true
		}
		line, _, _ := bytes.Cut(log[at:], []byte("\n"))
		next := min(at+len(line)+1, len(log))
		if string(bytes.TrimSuffix(log[at:next], end)) == hustojDash && bytes.HasSuffix(log[:at], end) {
			source := log[start:max(start, at-len(end))]
			if len(bytes.TrimSpace(log[next:])) == 0 {
				keep(source)
				return records, doubts, true
			}
			if head, length, ok := parseHustojHeader(log[next:], end, strict); ok {
				keep(source)
				current, start = head, next+length
				at = start
				continue
			}
			inside++
		}
		at = next
	}
	if source := log[start:]; len(source) > 0 || len(records) == 0 {
		doubt("no separator follows it: the log may be cut off within it")
		keep(source)
	}
	return records, doubts, true
}

// parseHustojHeader reads the first line of a record, and tells how long it is
// with its end. Where it is strict, the result must be known.
func parseHustojHeader(text, end []byte, strict bool) (r hustojRecord, length int, ok bool) {
	line, _, found := bytes.Cut(text[:min(len(text), 512)], end)
	m := hustojHeader.FindSubmatch(line)
	if m == nil || !found {
		return r, 0, false
	}
	r.user, r.problem, r.result = string(m[1]), string(m[2]), string(m[3])
	if _, known := hustojVerdict(r.result); strict && !known {
		return hustojRecord{}, 0, false
	}
	return r, len(line) + len(end), true
}

// hustojVerdict is what a result means, which is a number or a text in the
// language of whoever made the log; "" for what is still being judged.
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

// hustojVerdicts are the results of HUSTOJ by their numbers. The first four and
// the last four are still being judged; 12 is compiled only, and 13 is a try.
var hustojVerdicts = []contest.Verdict{
	"", "", "", "", contest.VerdictAccepted, "PE", "WA", "TLE", "MLE", "OLE", "RE", contest.VerdictCompileError, "", hustojTry, "", "", "", "",
}

// hustojTry is a run with an input of the user's own, which is no submission.
const hustojTry contest.Verdict = "TR"

// hustojResults are the texts of the results in HUSTOJ's language files, in the
// order of their numbers: English, Chinese in both scripts, Korean. The last rows
// are of what is accepted on the first of April.
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
