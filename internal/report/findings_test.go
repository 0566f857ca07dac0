package report

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/contest"
)

func someFindings() contest.Findings {
	distance := 3
	same := []contest.Side{
		{ContestID: 2, Contest: "practice", Problem: "B", Participant: "cat\u202e", Path: "B/cat.cpp"},
		{ContestID: 2, Contest: "practice", Problem: "C", Participant: "cat\u202e", Path: "C/cat.cpp"},
	}
	return contest.Findings{
		Language: "cpp", Tokens: 200, Sampled: 20, FrequentShingles: 2, OmittedCount: 5,
		Findings: []contest.Finding{
			{
				Side: contest.Side{ContestID: 1, Contest: "finals", SubmissionID: 7, Problem: "A", Participant: "=ann\u202e", Path: "A/ann.cpp", Language: "cpp", Verdict: "AC", Attempt: 2,
					Time: time.Date(2026, 3, 1, 11, 2, 3, 0, time.FixedZone("", 3600)),
				},
				SameCount: 12, SameProgram: same, Distance: &distance, SharedSample: 18,
				Similarity: 0.9, Coverage: 0.95, FoundCoverage: 0.85004, LongestMatch: 100, MatchedTokens: 190,
				OtherAttempts: []contest.Finding{{
					Side:      contest.Side{ContestID: 1, Contest: "finals", SubmissionID: 6, Problem: "A", Participant: "=ann\u202e", Path: "A/ann1.cpp", Language: "cpp", Verdict: "WA", Attempt: 1},
					SameCount: 1, SameProgram: same[:1], Similarity: 0.5, Coverage: 0.6, FoundCoverage: 0.4, LongestMatch: 50, MatchedTokens: 60,
				}},
			},
			{
				Side:       contest.Side{ContestID: 2, Contest: "practice", Problem: "B", Participant: "ben", Path: "B/ben.c", Language: "c", Attempt: 1},
				Similarity: 0.1, Coverage: 1. / 3, FoundCoverage: 0.05, LongestMatch: 9, MatchedTokens: 9,
			},
		},
	}
}

// The findings of a search are written as a table, as CSV and as JSON.
func TestFindings(t *testing.T) {
	t.Parallel()
	table := func(width int) func(io.Writer, contest.Findings) error {
		return func(w io.Writer, f contest.Findings) error { return FindingsTable(w, f, width) }
	}
	tests := []struct {
		name  string
		write func(io.Writer, contest.Findings) error
		found contest.Findings
		want  string
	}{
		{"table", table(0), someFindings(), `coverage  similarity  longest  distance  contest   problem  participant   path       language  time              attempts  others
   95.0%       90.0%      100         3  finals    A        =ann[U+202E]  A/ann.cpp  cpp       2026-03-01 10:02         2      12
   33.3%       10.0%        9         -  practice  B        ben           B/ben.c    c                                  1       0

The same programs were submitted by:
  finals / =ann[U+202E], and practice / cat[U+202E] and 10 more
  finals / =ann[U+202E], and practice / cat[U+202E]

Similarity is not proof. It tells where to look; people decide, after reading both programs.
`},
		{"narrow table", table(70), someFindings(), `coverage  similarity  longest  contest   problem  part…pant  path
   95.0%       90.0%      100  finals    A        =ann…02E]  A/ann.cpp
   33.3%       10.0%        9  practice  B        ben        B/ben.c

The same programs were submitted by:
  finals / =ann[U+202E], and practice / cat[U+202E] and 10 more
  finals / =ann[U+202E], and practice / cat[U+202E]

Similarity is not proof. It tells where to look; people decide, after reading both programs.
`},
		{"table without findings", table(0), contest.Findings{}, "No program in the archive is similar to this one.\n"},
		{"csv", FindingsCSV, someFindings(), `rank,contest,problem,participant,path,language,verdict,attempt,time,coverage,similarity,coverage_there,longest_match,matched_tokens,distance,shared_sample,others
1,finals,A,'=ann[U+202E],A/ann.cpp,cpp,AC,2,2026-03-01T10:02:03Z,0.95,0.9,0.85,100,190,3,18,12
1,finals,A,'=ann[U+202E],A/ann1.cpp,cpp,WA,1,,0.6,0.5,0.4,50,60,,0,1
2,practice,B,ben,B/ben.c,c,,1,,0.3333,0.1,0.05,9,9,,0,0
`},
		{"json without findings", FindingsJSON, contest.Findings{Language: "c", Tokens: 12, Sampled: 1, FrequentShingles: 1, SharedOmitted: true}, `{
  "notice": "Similarity is not proof. It tells where to look; people decide, after reading both programs.",
  "language": "c",
  "tokens": 12,
  "sampled": 1,
  "common": 1,
  "more": 0,
  "more_near": false,
  "findings": [],
  "more_shared": true
}
`},
		{"json of one finding", FindingsJSON, contest.Findings{Findings: someFindings().Findings[:1]}, `{
  "notice": "Similarity is not proof. It tells where to look; people decide, after reading both programs.",
  "language": "",
  "tokens": 0,
  "sampled": 0,
  "common": 0,
  "more": 0,
  "more_near": false,
  "findings": [
    {
      "rank": 1,
      "contest": "finals",
      "problem": "A",
      "participant": "=ann` + "\u202e" + `",
      "path": "A/ann.cpp",
      "language": "cpp",
      "verdict": "AC",
      "attempt": 2,
      "time": "2026-03-01T10:02:03Z",
      "coverage": 0.95,
      "similarity": 0.9,
      "coverage_there": 0.85,
      "longest_match": 100,
      "matched_tokens": 190,
      "distance": 3,
      "shared_sample": 18,
      "others": 12,
      "same": [
        {
          "contest": "practice",
          "problem": "B",
          "participant": "cat` + "\u202e" + `",
          "path": "B/cat.cpp"
        },
        {
          "contest": "practice",
          "problem": "C",
          "participant": "cat` + "\u202e" + `",
          "path": "C/cat.cpp"
        }
      ],
      "other_attempts": [
        {
          "contest": "finals",
          "problem": "A",
          "participant": "=ann` + "\u202e" + `",
          "path": "A/ann1.cpp",
          "language": "cpp",
          "verdict": "WA",
          "attempt": 1,
          "time": null,
          "coverage": 0.6,
          "similarity": 0.5,
          "coverage_there": 0.4,
          "longest_match": 50,
          "matched_tokens": 60,
          "distance": null,
          "shared_sample": 0,
          "others": 1,
          "same": [
            {
              "contest": "practice",
              "problem": "B",
              "participant": "cat` + "\u202e" + `",
              "path": "B/cat.cpp"
            }
          ]
        }
      ]
    }
  ]
}
`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var b bytes.Buffer
			must(t, test.write(&b, test.found))
			if diff := cmp.Diff(test.want, b.String()); diff != "" {
				t.Errorf("output (-want +got):\n%s", diff)
			}
		})
	}
}

// Names are written in JSON as they are, not escaped for HTML.
func TestFindingsJSONNames(t *testing.T) {
	t.Parallel()
	found := contest.Findings{Findings: []contest.Finding{{Side: contest.Side{Participant: "<R&D>"}}}}
	var b bytes.Buffer
	must(t, FindingsJSON(&b, found))
	if want := `"participant": "<R&D>"`; !strings.Contains(b.String(), want) {
		t.Errorf("%s is not in %s", want, b.String())
	}
}
