package intake

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// parseHustojLog splits a log into records, and reports what it doubts.
func TestHustojLog(t *testing.T) {
	t.Parallel()
	sep := hustojSeparator
	tests := []struct {
		name, log       string
		records, doubts []string
	}{
		{"two submissions", "ann:Problem1:Accepted\r\nint a;\r\n" + sep + "\r\nbob:Problem2:Wrong Answer\r\nint b;\n\r\n" + sep + "\r\n",
			[]string{`ann 1 Accepted "int a;"`, `bob 2 Wrong Answer "int b;\n"`}, nil},
		{"converted to LF", "ann:Problem1:Accepted\nint a;\n" + sep + "\nbob:Problem2:Wrong Answer\nint b;\n\n" + sep + "\n",
			[]string{`ann 1 Accepted "int a;"`, `bob 2 Wrong Answer "int b;\n"`}, nil},
		{"empty sources", "ann:Problem1:Accepted\r\n\r\n" + sep + "\r\nbob:Problem1:Pending\r\n\r\n" + sep + "\r\n",
			[]string{`ann 1 Accepted ""`, `bob 1 Pending ""`}, nil},
		{"colons in a name", "a:Problem3:b:Problem1:Accepted\r\nx\r\n" + sep + "\r\n", []string{`a:Problem3:b 1 Accepted "x"`}, nil},
		{"a separator with another line end in a source", "ann:Problem1:Accepted\r\nx\n" + sep + "\nbob:Problem1:Accepted\ny\r\n" + sep + "\r\n",
			[]string{`ann 1 Accepted "x\n` + sep + `\nbob:Problem1:Accepted\ny"`}, nil},
		{"only the separator in a source", "ann:Problem1:Accepted\r\nx\r\n" + sep + "\r\ny\r\n" + sep + "\r\nbob:Problem1:Accepted\r\nz\r\n" + sep + "\r\n",
			[]string{`ann 1 Accepted "x\r\n` + sep + `\r\ny"`, `bob 1 Accepted "z"`},
			[]string{"submission 1: its source contains 1 separator that no submission follows: read as source"}},
		{"separators in consecutive lines", "ann:Problem1:Accepted\r\n" + sep + "\r\n" + sep + "\r\n" + sep + "\r\nbob:Problem1:Accepted\r\nz\r\n" + sep + "\r\n",
			[]string{`ann 1 Accepted "` + sep + `\r\n` + sep + `"`, `bob 1 Accepted "z"`},
			[]string{"submission 1: its source contains 2 separators that no submission follows: read as source"}},
		{"after a separator, a line with an unknown result", "ann:Problem1:Accepted\r\nx\r\n" + sep + "\r\nbob:Problem1:solved it\r\n" + sep + "\r\n",
			[]string{`ann 1 Accepted "x\r\n` + sep + `\r\nbob:Problem1:solved it"`},
			[]string{"submission 1: its source contains 1 separator that no submission follows: read as source"}},
		{"a separator with one dash too many", "ann:Problem1:Accepted\r\nx\r\n" + sep + "-\r\nbob:Problem1:Accepted\r\n" + sep + "\r\n",
			[]string{`ann 1 Accepted "x\r\n` + sep + `-\r\nbob:Problem1:Accepted"`}, nil},
		{"results in another language", "ann:Problem1:ถูกต้อง\r\nx\r\n" + sep + "\r\nbob:Problem1:ผิด\r\ny\r\n" + sep + "\r\n",
			[]string{`ann 1 ถูกต้อง "x"`, `bob 1 ผิด "y"`}, nil},
		{"cut off in a source", "ann:Problem1:Accepted\r\nx\r\n" + sep + "\r\nbob:Problem1:Accepted\r\nint b",
			[]string{`ann 1 Accepted "x"`, `bob 1 Accepted "int b"`}, []string{"submission 2: no separator follows it: the log may be cut off here"}},
		{"no line end after the last separator", "ann:Problem1:Accepted\r\nx\r\n" + sep, []string{`ann 1 Accepted "x"`}, nil},
		{"blank lines at the end", "ann:Problem1:Accepted\r\nx\r\n" + sep + "\r\n\r\n\n", []string{`ann 1 Accepted "x"`}, nil},
		{"a name in another encoding", "\xcd\xf5:Problem1:Accepted\r\nx\r\n" + sep + "\r\nbob:Problem1:Accepted\r\ny\r\n" + sep + "\r\n",
			[]string{"\xcd\xf5" + ` 1 Accepted "x"`, `bob 1 Accepted "y"`}, nil},
		{"empty log", "", nil, nil},
		{"not a log", "Dear judges,\r\n" + sep + "\r\nann:Problem1:Accepted\r\n", nil, nil},
		{"a problem without a number", "ann:ProblemA:Accepted\r\nx\r\n" + sep + "\r\n", nil, nil},
		{"a name of more than 100 bytes", strings.Repeat("a", 101) + ":Problem1:Accepted\r\nx\r\n" + sep + "\r\n", nil, nil},
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
			var said []string
			for _, doubt := range doubts {
				said = append(said, doubt.String())
			}
			diff(t, "doubts", tt.doubts, said)
			if ok != (tt.records != nil) {
				t.Errorf("parsed as a log: %v, want %v", ok, !ok)
			}
		})
	}
}

// hustojVerdict knows HUSTOJ's results by number and in its languages.
func TestHustojVerdict(t *testing.T) {
	t.Parallel()
	for result, want := range map[string]contest.Verdict{
		"Accepted": "AC", "4": "AC", "正确": "AC", "正確": "AC", "모두 맞음": "AC", "<span title=愚人节快乐>似乎好像是正确</span>": "AC",
		"Compile Error": "CE", "11": "CE", "编译错误": "CE", "Presentation Error": "PE", "5": "PE", "Wrong Answer": "WA", "6": "WA",
		"Time Limit Exceed": "TLE", "7": "TLE", "Memory Limit Exceed": "MLE", "8": "MLE", "Output Limit Exceed": "OLE", "9": "OLE",
		"Runtime Error": "RE", "10": "RE", "Pending": "", "Running & Judging": "", "Unknown Result": "", "17": "", "13": hustojTestRun,
	} {
		if got, known := hustojVerdict(result); got != want || !known {
			t.Errorf("result %q: verdict %q, known: %v; want the verdict %q", result, got, known, want)
		}
	}
	for _, result := range []string{"", "18", "-1", "accepted", "ถูกต้อง"} {
		if got, known := hustojVerdict(result); known {
			t.Errorf("result %q is known as %q, want unknown", result, got)
		}
	}
}

// FuzzHustojLog checks that all that parseHustojLog returns is part of the log, and that a log written
// from sources without a separator is split into exactly these sources.
func FuzzHustojLog(f *testing.F) {
	f.Add("ann:Problem1:Accepted\r\nx\r\n"+hustojSeparator+"\r\nbob:Problem2:4\r\n\r\n"+hustojSeparator+"\r\n", "int a;\n")
	f.Add("ann:Problem1:Accepted\nx\n"+hustojSeparator+"\n"+hustojSeparator+"\n", "\r\n")
	f.Add("a:Problem1:b\r\n"+hustojSeparator, hustojSeparator)
	f.Fuzz(func(t *testing.T, log, source string) {
		records, doubts, ok := parseHustojLog([]byte(log))
		if ok != (len(records) > 0) || !ok && len(doubts) > 0 {
			t.Fatalf("ok is %v with %d records and doubts %q", ok, len(records), doubts)
		}
		total := 0
		for _, r := range records {
			total += len(r.source)
			if !strings.Contains(log, r.user+":Problem"+r.problem+":"+r.result) || !strings.Contains(log, string(r.source)) {
				t.Errorf("%+v is not in the log", r)
			}
		}
		if total > len(log) {
			t.Errorf("got %d bytes of sources, but the log has only %d bytes", total, len(log))
		}
		if strings.Contains(source, hustojSeparator) {
			return
		}
		for _, end := range []string{"\n", "\r\n"} {
			written := ""
			for i := range 3 {
				written += fmt.Sprintf("u%d:Problem%d:Accepted%s%s%s%s%s", i, i, end, source, end, hustojSeparator, end)
			}
			records, doubts, _ := parseHustojLog([]byte(written))
			if len(records) != 3 || len(doubts) > 0 {
				t.Fatalf("%d records with doubts %q, want 3 without doubts", len(records), doubts)
			}
			for i, r := range records {
				if string(r.source) != source || r.user != fmt.Sprint("u", i) {
					t.Errorf("record %d is %+v, want user u%d with the source %q", i, r, i, source)
				}
			}
		}
	})
}
