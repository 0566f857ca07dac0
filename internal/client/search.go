package client

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"path/filepath"

	"github.com/ojcheck/ojcheck/internal/apitypes"
	"github.com/ojcheck/ojcheck/internal/contest"
)

// Search returns the programs of at most limit participants and problems (1 to 100) that are similar to file. They
// are from the contest contestID; 0 means all contests that the user may see. language is a lexer language ID; with
// "", the server detects the language.
func (c *Client) Search(ctx context.Context, file contest.File, language string, contestID int64, limit int,
) (contest.Findings, error) {
	request := map[string]any{"base64": file.Content, "limit": limit}
	if file.Path != "" {
		request["name"] = filepath.Base(file.Path)
	}
	if language != "" {
		request["language"] = language
	}
	if contestID != 0 {
		request["contest_id"] = contestID
	}
	body, err := json.Marshal(request)
	if err != nil {
		return contest.Findings{}, err
	}
	answer, err := call[apitypes.Findings](ctx, c, http.MethodPost, "/search", nil, bytes.NewReader(body), "application/json")
	return findings(answer), err
}

func findings(f apitypes.Findings) contest.Findings {
	result := contest.Findings{
		Language: f.Language, Tokens: f.Tokens, Sampled: f.Sampled,
		FrequentShingles: f.CommonCount, OmittedCount: f.OmittedCount, NearOmitted: f.NearOmitted, SharedOmitted: f.SharedOmitted, NotIndexed: f.NotIndexed,
	}
	for _, p := range f.Findings {
		result.Findings = append(result.Findings, finding(p))
	}
	for _, s := range f.Sources {
		result.Sources = append(result.Sources, contest.SourceFinding{
			KnownSource: contest.KnownSource{
				ID: s.Source.ID, ContestID: s.Source.ContestID, Contest: s.Contest, Problem: s.Source.Problem,
				Kind: contest.SourceKind(s.Source.Kind), Name: s.Source.Name,
			},
			Similarity: s.Similarity, Coverage: s.Coverage, LongestMatch: s.LongestMatch, MatchedTokens: s.MatchedTokens,
		})
	}
	return result
}

func finding(f apitypes.Finding) contest.Finding {
	converted := contest.Finding{
		Side: side(f.Submission), SameCount: f.SameCount, Distance: f.Distance,
		SharedSample: f.SharedSample, Similarity: f.Similarity, Coverage: f.Coverage, FoundCoverage: f.FoundCoverage,
		LongestMatch: f.LongestMatch, MatchedTokens: f.MatchedTokens,
	}
	for _, s := range f.Same {
		converted.SameProgram = append(converted.SameProgram, side(s))
	}
	for _, a := range f.OtherAttempts {
		converted.OtherAttempts = append(converted.OtherAttempts, finding(a))
	}
	return converted
}

func side(s apitypes.Side) contest.Side {
	converted := contest.Side{
		SubmissionID: s.SubmissionID, ContestID: s.ContestID, Contest: s.Contest, Participant: s.Participant,
		Number: s.Number, Problem: s.Problem, Path: s.Path, Language: s.Language, Verdict: contest.Verdict(s.Verdict),
		Attempt: s.Attempt,
	}
	if s.Time != nil {
		converted.Time = *s.Time
	}
	return converted
}
