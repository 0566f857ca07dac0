package api

import (
	"context"
	"math"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/apitypes"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/evidence"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/web/auth"
	"github.com/ojcheck/ojcheck/web/request"
)

func apiSourceOf(s contest.KnownSource) apitypes.Source {
	date := ""
	if !s.Date.IsZero() {
		date = s.Date.Format(time.DateOnly)
	}
	return apitypes.Source{ID: s.ID, ContestID: s.ContestID, Problem: s.Problem, Kind: string(s.Kind), Name: s.Name, Date: date, URL: s.URL,
		Licence: s.Licence, File: s.File.Path, AddedAt: s.AddedAt.UTC()}
}

// apiSources are known sources.
type apiSources struct {
	Items []apitypes.Source `json:"items" nullable:"false" doc:"The sources: first those for all contests, then by problem, kind and name."`
}

// newSource is a known source that a script sends.
type newSource struct {
	Problem string  `json:"problem,omitempty" maxLength:"200" doc:"The problem; by default all problems."`
	Kind    string  `json:"kind" enum:"generated,editorial,published,jury,leaked" doc:"What it is: an answer that a language model generated, an editorial's solution, a published library or program, a jury's solution, or a leaked program."`
	Name    string  `json:"name,omitempty" maxLength:"200" doc:"Its name; by default that of the file." example:"answer 3"`
	Date    string  `json:"date,omitempty" maxLength:"10" doc:"The day on which it was published." example:"2026-01-31"`
	URL     string  `json:"url,omitempty" maxLength:"1000" doc:"Where it is from."`
	Licence string  `json:"licence,omitempty" maxLength:"200" example:"CC0"`
	File    newFile `json:"file" doc:"The program. The extension of its name says the language."`
}

func (s newSource) knownSource(target contest.Contest) (contest.KnownSource, error) {
	content, err := contentOf(s.File.Text, s.File.Base64)
	if err != nil {
		return contest.KnownSource{}, err
	}
	file := contest.File{Path: request.OneLine(s.File.Path), Content: content}
	details := request.SourceDetails{Problem: s.Problem, Kind: s.Kind, Name: s.Name, Date: s.Date, URL: s.URL, Licence: s.Licence}
	return details.Source(target, file)
}

// apiNear is a program that is near known sources.
type apiNear struct {
	Submission apitypes.Side   `json:"submission"`
	Sentence   string          `json:"sentence" example:"Nearer to 3 of the 12 generated answers than any two of the other 210 participants are to each other."`
	Sources    []apiNearSource `json:"sources" nullable:"false" doc:"The sources, the nearest first."`
}

// apiNearSource is a known source that a program is near.
type apiNearSource struct {
	Source    int     `json:"source" minimum:"1" doc:"The number of the source in the check."`
	Kind      string  `json:"kind" enum:"generated,editorial,published,jury,leaked"`
	Name      string  `json:"name" doc:"Its name; in blind contests its number."`
	Suspicion float64 `json:"suspicion" minimum:"0" maximum:"1" doc:"The suspicion of the program and the source."`
}

func (a *API) addSources() {
	tags := []string{"sources"}
	ofContest := func(ctx context.Context, c apiRequest, id int64) (*output[apiSources], error) {
		list, err := c.KnownSources(ctx, id)
		return answer(apiSources{rowsOf(list, apiSourceOf)}, err)
	}
	addSource := func(ctx context.Context, c apiRequest, target contest.Contest, in newSource) (*output[apiSources], error) {
		s, err := in.knownSource(target)
		if err != nil {
			return nil, err
		}
		if err := c.AddSources(ctx, target, []contest.KnownSource{s}); err != nil {
			return nil, err
		}
		return ofContest(ctx, c, target.ID)
	}
	// deleteSource deletes the source in the address.
	deleteSource := func(ctx context.Context, c apiRequest, contestID int64) (*output[apiSources], error) {
		id, err := request.PathID(c.r, "source")
		if err != nil {
			return nil, err
		}
		if err := c.DeleteSource(ctx, contestID, id); err != nil {
			return nil, err
		}
		return ofContest(ctx, c, contestID)
	}
	const whatSourcesAre = "Known sources are programs that participants may have taken code from. "
	add(a, auth.InContest(account.Viewer), huma.Operation{
		OperationID: "listSources", Method: http.MethodGet, Path: "/contests/{id}/sources", Tags: tags,
		Summary: "List the known sources of a contest", Description: whatSourcesAre + "The list has those that a check of the contest uses, also those for all contests.",
	}, withObject((*access.Reader).Contest, func(ctx context.Context, c apiRequest, target contest.Contest, _ *struct{}) (*output[apiSources], error) {
		return ofContest(ctx, c, target.ID)
	}))
	type addInput struct{ Body newSource }
	add(a, auth.InContest(account.Chief), huma.Operation{
		OperationID: "addSource", Method: http.MethodPost, Path: "/contests/{id}/sources", Tags: tags,
		Summary: "Add a known source to a contest", Description: "The next check of the contest uses it. The answer is the list afterwards.",
		DefaultStatus: http.StatusCreated, MaxBodyBytes: maxSubmission, Errors: []int{http.StatusConflict},
	}, withObject((*access.Reader).Contest, func(ctx context.Context, c apiRequest, target contest.Contest, in *addInput) (*output[apiSources], error) {
		return addSource(ctx, c, target, in.Body)
	}))
	add(a, auth.InContest(account.Chief), huma.Operation{
		OperationID: "deleteSource", Method: http.MethodDelete, Path: "/contests/{id}/sources/{source}", Tags: tags,
		Summary: "Delete a known source of a contest", Description: "Checks that used it keep their copy. The answer is the list afterwards.",
	}, withObject((*access.Reader).Contest, func(ctx context.Context, c apiRequest, target contest.Contest, _ *struct{}) (*output[apiSources], error) {
		return deleteSource(ctx, c, target.ID)
	}))
	type baseInput struct {
		Body struct {
			Base bool `json:"base" doc:"Whether published sources with a date before the contest are base code."`
		}
	}
	type apiPublishedBase struct {
		Base bool `json:"base"`
	}
	add(a, auth.InContest(account.Chief), huma.Operation{
		OperationID: "setPublishedBase", Method: http.MethodPut, Path: "/contests/{id}/published-base", Tags: tags,
		Summary: "Take published sources from before the contest as base code, or not", Description: "Base code makes nobody suspicious. The setting takes effect at the next check.",
	}, withObject((*access.Reader).Contest, func(ctx context.Context, c apiRequest, target contest.Contest, in *baseInput) (*output[apiPublishedBase], error) {
		return answer(apiPublishedBase{in.Body.Base}, c.SetSettings(ctx, target.ID, contest.Settings{PublishedBase: &in.Body.Base}))
	}))

	add(a, auth.SignedIn, huma.Operation{
		OperationID: "listLibraries", Method: http.MethodGet, Path: "/sources", Tags: tags,
		Summary: "List the known sources for all contests", Description: whatSourcesAre + "The list has those that checks of all contests use, such as published libraries.",
	}, func(ctx context.Context, c apiRequest, _ *struct{}) (*output[apiSources], error) {
		return ofContest(ctx, c, 0)
	})
	add(a, auth.Administrators, huma.Operation{
		OperationID: "addLibrary", Method: http.MethodPost, Path: "/sources", Tags: tags,
		Summary: "Add a known source for all contests", Description: "It has no problem. The next check of any contest uses it. The answer is the list afterwards.",
		DefaultStatus: http.StatusCreated, MaxBodyBytes: maxSubmission, Errors: []int{http.StatusConflict},
	}, func(ctx context.Context, c apiRequest, in *addInput) (*output[apiSources], error) {
		return addSource(ctx, c, contest.Contest{}, in.Body)
	})
	add(a, auth.Administrators, huma.Operation{
		OperationID: "deleteLibrary", Method: http.MethodDelete, Path: "/sources/{source}", Tags: tags, Errors: []int{http.StatusNotFound},
		Summary: "Delete a known source for all contests", Description: "Checks that used it keep their copy. The answer is the list afterwards.",
	}, func(ctx context.Context, c apiRequest, _ *struct{}) (*output[apiSources], error) {
		return deleteSource(ctx, c, 0)
	})

	type nearInput struct {
		Problem string `query:"problem" doc:"The name of the problem, in full."`
		Page
	}
	add(a, auth.InCheck(account.Viewer), huma.Operation{
		OperationID: "listNearSources", Method: http.MethodGet, Path: "/checks/{id}/near", Tags: tags,
		Summary: "List the programs that are near known sources",
		Description: "A program is near a source if it is nearer to it than any two of the others are to each other. The others are " +
			"the participants of that problem who are in no listed pair and near no source. " +
			"The nearest come first. No list says who used a language model: it says which named programs somebody's program is like.",
		Errors: []int{http.StatusConflict},
	}, withObject((*access.Reader).CompleteCheck, func(ctx context.Context, c apiRequest, check contest.Check, in *nearInput) (*listOutput[apiNear], error) {
		return listPage(c, in.Page, math.MaxInt32, func(after int64, limit int) ([]apiNear, error) {
			list, _, err := c.NearSources(ctx, check, contest.NearFilter{Problem: in.Problem, Offset: int(after), Limit: limit})
			return rowsOf(list, func(n contest.NearSources) apiNear {
				return apiNear{Submission: apiSideOf(n.Side), Sentence: evidence.NearSources(i18n.English(), check, n),
					Sources: rowsOf(n.Sources, func(s contest.NearSource) apiNearSource {
						return apiNearSource{s.Number, string(s.Kind), s.Name, s.Suspicion}
					})}
			}), err
		}, nil)
	}))
}
