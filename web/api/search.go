package api

import (
	"cmp"
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/apitypes"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/request"
)

// searchRequest is a program to search for.
type searchRequest struct {
	Text      string `json:"text,omitempty" doc:"The text of the program."`
	Base64    []byte `json:"base64,omitempty" minLength:"1" doc:"The program in Base64 instead of text, if it is not UTF-8."`
	Name      string `json:"name,omitempty" maxLength:"200" doc:"The name of the file; its extension says which language it is." example:"main.cpp"`
	Language  string `json:"language,omitempty" maxLength:"100" doc:"The ID of the language; by default that of the name, or else of the text." example:"cpp"`
	ContestID int64  `json:"contest_id,omitempty" minimum:"0" doc:"The ID of the only contest to search; 0 for all contests."`
	Limit     int    `json:"limit,omitempty" minimum:"1" maximum:"100" doc:"The largest number of participants and problems in the answer; by default 20."`
}

func apiFindingsOf(f contest.Findings) apitypes.Findings {
	return apitypes.Findings{
		Language: f.Language, Tokens: f.Tokens, Sampled: f.Sampled, CommonCount: f.FrequentShingles,
		OmittedCount: f.OmittedCount, NearOmitted: f.NearOmitted, SharedOmitted: f.SharedOmitted, NotIndexed: f.NotIndexed,
		Findings: rowsOf(f.Findings, apiFindingOf),
		Sources: rowsOf(f.Sources, func(s contest.SourceFinding) apitypes.SourceFinding {
			return apitypes.SourceFinding{
				Source: apiSourceOf(s.KnownSource), Contest: s.Contest, Similarity: s.Similarity, Coverage: s.Coverage,
				LongestMatch: s.LongestMatch, MatchedTokens: s.MatchedTokens,
			}
		}),
	}
}

func apiFindingOf(f contest.Finding) apitypes.Finding {
	return apitypes.Finding{
		Submission: apiSideOf(f.Side), SameCount: f.SameCount, Distance: f.Distance, SharedSample: f.SharedSample, Similarity: f.Similarity,
		Coverage: f.Coverage, FoundCoverage: f.FoundCoverage, LongestMatch: f.LongestMatch, MatchedTokens: f.MatchedTokens,
		Same:          rowsOf(f.SameProgram, apiSideOf),
		OtherAttempts: rowsOf(f.OtherAttempts, apiFindingOf),
	}
}

func (a *API) addSearch() {
	add(a, auth.ReadOnly(auth.SignedIn), huma.Operation{
		OperationID: "search", Method: http.MethodPost, Path: "/search", Tags: []string{"search"},
		Summary: "Search for a program", Description: "In all contests that you may see. The program is not stored.",
		MaxBodyBytes: request.MaxSearchForm, Errors: []int{http.StatusNotFound, http.StatusTooManyRequests},
	}, func(ctx context.Context, c apiRequest, in *struct{ Body searchRequest }) (*output[apitypes.Findings], error) {
		s, err := in.Body.search()
		if err != nil {
			return nil, err
		}
		if s.ContestID != 0 {
			if _, err := c.Contest(ctx, s.ContestID); err != nil {
				return nil, err
			}
		}
		found, err := c.Search(ctx, s, cmp.Or(in.Body.Limit, 20))
		if err != nil {
			return nil, asUnprocessable(err)
		}
		return answer(apiFindingsOf(found), nil)
	})
}

// search returns the request as a search of the archive.
func (s searchRequest) search() (access.Search, error) {
	search := access.Search{ContestID: s.ContestID}
	if s.Name != "" {
		search.Name = request.SafeName(s.Name)
	}
	var err error
	if search.Program, err = contentOf(s.Text, s.Base64); err != nil {
		return search, err
	}
	if err := request.SetLanguage(&search.Language, s.Language); err != nil {
		return search, httperr.Unprocessable("There is no such language.", "Give an ID such as cpp, or the name of the file.")
	}
	switch {
	case strings.TrimSpace(string(search.Program)) == "":
		return search, httperr.Unprocessable("There is no program to search for.", "Give it as text, or as base64.")
	case len(search.Program) > request.MaxProgram:
		return search, httperr.Unprocessable("The program is too large.", "At most "+i18n.English().Bytes(request.MaxProgram)+" can be searched for.")
	}
	return search, nil
}
