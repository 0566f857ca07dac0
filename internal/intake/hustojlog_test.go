package intake

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
)

func TestHustojLog(t *testing.T) {
	t.Parallel()
	sep := hustojDash
	tests := []struct {
		name, log       string
		records, doubts []string
	}{
		{"two submissions", "ann:Problem1:Accepted\r\nint a;\r\n" + sep + "\r\nbob:Problem2:Wrong Answer\r\nint b;\n\r\n" + sep + "\r\n",
			[]string{`ann 1 Accepted "int a;"`, `bob 2 Wrong Answer "int b;\n"`}, nil},
		{"converted to the ends of Unix", "ann:Problem1:Accepted\nint a;\n" + sep + "\nbob:Problem2:Wrong Answer\nint b;\n\n" + sep + "\n",
			[]string{`ann 1 Accepted "int a;"`, `bob 2 Wrong Answer "int b;\n"`}, nil},
		{"with a byte order mark", "\ufeffann:Problem1:Accepted\r\nint a;\r\n" + sep + "\r\n", []string{`ann 1 Accepted "int a;"`}, nil},
		{"no source", "ann:Problem1:Accepted\r\n\r\n" + sep + "\r\nbob:Problem1:Pending\r\n\r\n" + sep + "\r\n",
			[]string{`ann 1 Accepted ""`, `bob 1 Pending ""`}, nil},
		{"colons in a name", "a:Problem3:b:Problem1:Accepted\r\nx\r\n" + sep + "\r\n", []string{`a:Problem3:b 1 Accepted "x"`}, nil},
		{"a separator with another line end in a source", "ann:Problem1:Accepted\r\nx\n" + sep + "\nbob:Problem1:Accepted\ny\r\n" + sep + "\r\n",
			[]string{`ann 1 Accepted "x\n` + sep + `\nbob:Problem1:Accepted\ny"`}, nil},
		{"the separator alone in a source", "ann:Problem1:Accepted\r\nx\r\n" + sep + "\r\ny\r\n" + sep + "\r\nbob:Problem1:Accepted\r\nz\r\n" + sep + "\r\n",
			[]string{`ann 1 Accepted "x\r\n` + sep + `\r\ny"`, `bob 1 Accepted "z"`},
			[]string{"submission 1: it contains 1 separator without another submission after it: read as part of its source"}},
		{"separators one below the other", "ann:Problem1:Accepted\r\n" + sep + "\r\n" + sep + "\r\n" + sep + "\r\nbob:Problem1:Accepted\r\nz\r\n" + sep + "\r\n",
			[]string{`ann 1 Accepted "` + sep + `\r\n` + sep + `"`, `bob 1 Accepted "z"`},
			[]string{"submission 1: it contains 2 separators without another submission after it: read as part of its source"}},
		{"a first line with no result of HUSTOJ's", "ann:Problem1:Accepted\r\nx\r\n" + sep + "\r\nbob:Problem1:solved it\r\n" + sep + "\r\n",
			[]string{`ann 1 Accepted "x\r\n` + sep + `\r\nbob:Problem1:solved it"`},
			[]string{"submission 1: it contains 1 separator without another submission after it: read as part of its source"}},
		{"a dash too many", "ann:Problem1:Accepted\r\nx\r\n" + sep + "-\r\nbob:Problem1:Accepted\r\n" + sep + "\r\n",
			[]string{`ann 1 Accepted "x\r\n` + sep + `-\r\nbob:Problem1:Accepted"`}, nil},
		{"another language", "ann:Problem1:ถูกต้อง\r\nx\r\n" + sep + "\r\nbob:Problem1:ผิด\r\ny\r\n" + sep + "\r\n",
			[]string{`ann 1 ถูกต้อง "x"`, `bob 1 ผิด "y"`}, nil},
		{"cut off", "ann:Problem1:Accepted\r\nx\r\n" + sep + "\r\nbob:Problem1:Accepted\r\nint b",
			[]string{`ann 1 Accepted "x"`, `bob 1 Accepted "int b"`}, []string{"submission 2: no separator follows it: the log may be cut off here"}},
		{"the last line's end is lost", "ann:Problem1:Accepted\r\nx\r\n" + sep, []string{`ann 1 Accepted "x"`}, nil},
		{"blank lines at the end", "ann:Problem1:Accepted\r\nx\r\n" + sep + "\r\n\r\n\n", []string{`ann 1 Accepted "x"`}, nil},
		{"a name in another encoding", "\xcd\xf5:Problem1:Accepted\r\nx\r\n" + sep + "\r\nbob:Problem1:Accepted\r\ny\r\n" + sep + "\r\n",
			[]string{"\xcd\xf5" + ` 1 Accepted "x"`, `bob 1 Accepted "y"`}, nil},
		{"empty", "", nil, nil},
		{"no log", "Dear judges,\r\n" + sep + "\r\nann:Problem1:Accepted\r\n", nil, nil},
		{"no number", "ann:ProblemA:Accepted\r\nx\r\n" + sep + "\r\n", nil, nil},
		{"too long a name", strings.Repeat("a", 101) + ":Problem1:Accepted\r\nx\r\n" + sep + "\r\n", nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			records, doubts, ok := parseHustojLog([]byte(tt.log))
			var got []string
			for _, r := range records {
				got = append(got, fmt.Sprintf("%s %s %s %q", r.user, r.problem, r.result, r.source))
			}
			diff(t, "records", tt.records, got)
			diff(t, "doubts", tt.doubts, doubts)
			if ok != (tt.records != nil) {
				t.Errorf("ok is %v", ok)
			}
		})
	}
}

func TestHustojVerdict(t *testing.T) {
	t.Parallel()
	for result, want := range map[string]contest.Verdict{
		"Accepted": "AC", "4": "AC", "正确": "AC", "正確": "AC", "모두 맞음": "AC", "<span title=愚人节快乐>似乎好像是正确</span>": "AC",
		"Compile Error": "CE", "11": "CE", "编译错误": "CE", "Presentation Error": "PE", "5": "PE", "Wrong Answer": "WA", "6": "WA",
		"Time Limit Exceed": "TLE", "7": "TLE", "Memory Limit Exceed": "MLE", "8": "MLE", "Output Limit Exceed": "OLE", "9": "OLE",
		"Runtime Error": "RE", "10": "RE", "Pending": "", "Running & Judging": "", "Unknown Result": "", "17": "", "13": hustojTestRun,
	} {
		if got, known := hustojVerdict(result); got != want || !known {
			t.Errorf("%s: %q, known %v, want %q", result, got, known, want)
		}
	}
	for _, result := range []string{"", "18", "-1", "accepted", "ถูกต้อง"} {
		if got, known := hustojVerdict(result); known {
			t.Errorf("%q is known as %q", result, got)
		}
	}
}

// FuzzHustojLog splits any log: the log contains what it returns. It splits a log written
// from sources without a separator into exactly these.
func FuzzHustojLog(f *testing.F) {
	f.Add("ann:Problem1:Accepted\r\nx\r\n"+hustojDash+"\r\nbob:Problem2:4\r\n\r\n"+hustojDash+"\r\n", "int a;\n")
	f.Add("ann:Problem1:Accepted\nx\n"+hustojDash+"\n"+hustojDash+"\n", "\r\n")
	f.Add("a:Problem1:b\r\n"+hustojDash, hustojDash)
	f.Fuzz(func(t *testing.T, log, source string) {
		records, doubts, ok := parseHustojLog([]byte(log))
		if ok != (len(records) > 0) || !ok && len(doubts) > 0 {
			t.Fatalf("ok %v, %d records, doubts %q", ok, len(records), doubts)
		}
		total := 0
		for _, r := range records {
			total += len(r.source)
			if !strings.Contains(log, r.user+":Problem"+r.problem+":"+r.result) || !strings.Contains(log, string(r.source)) {
				t.Errorf("%+v is not in the log", r)
			}
		}
		if total > len(log) {
			t.Errorf("%d bytes of sources in a log of %d", total, len(log))
		}
		if strings.Contains(source, hustojDash) {
			return
		}
		for _, end := range []string{"\n", "\r\n"} {
			written := ""
			for i := range 3 {
				written += fmt.Sprintf("u%d:Problem%d:Accepted%s%s%s%s%s", i, i, end, source, end, hustojDash, end)
			}
			records, doubts, _ := parseHustojLog([]byte(written))
			if len(records) != 3 || len(doubts) > 0 {
				t.Fatalf("%d records, doubts %q", len(records), doubts)
			}
			for i, r := range records {
				if string(r.source) != source || r.user != fmt.Sprint("u", i) {
					t.Errorf("record %d: %+v", i, r)
				}
			}
		}
	})
}
