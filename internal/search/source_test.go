package search_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/ojcheck/ojcheck/internal/checktest"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/search"
	"github.com/ojcheck/ojcheck/internal/text"
)

// commonArchive is an archive in which very many programs have each shingle.
type commonArchive struct{ *postgres.DB }

func (commonArchive) SelectiveShingles(context.Context, int, []uint32) ([]uint32, error) {
	return nil, nil
}

// A known source is found however many programs contain it.
func TestSearchFindsCommonSource(t *testing.T) {
	t.Parallel()
	db := open(t)
	file := contest.File{Path: "editorial.cpp", Content: []byte(checktest.Program(7, 25))}
	s := contest.KnownSource{Kind: contest.Editorial, Name: "editorial", File: file}
	must(t, search.PrepareSource(t.Context(), &s, nil))
	_, err := db.AddSources(t.Context(), review.CommandLine, search.SourceSampleVersion, []contest.KnownSource{s})
	must(t, err)
	finder := db.finder()
	finder.Archive = commonArchive(db)
	found, err := finder.Search(t.Context(), search.Request{File: file, Distance: search.DefaultDistance})
	must(t, err)
	if len(found.Sources) != 1 || found.Sources[0].Coverage != 1 {
		t.Errorf("found the sources %+v, want the whole program", found.Sources)
	}
}

// A search lists known sources in Findings.Sources, even if the archive has no submissions. It searches only the contests of
// its scope; every scope contains the sources of no contest.
func TestSearchFindsSources(t *testing.T) {
	t.Parallel()
	db := open(t)
	program, other := checktest.Program(7, 25), checktest.Program(8, 25)
	add := func(contestID int64, name, content string) {
		t.Helper()
		s := contest.KnownSource{ContestID: contestID, Kind: contest.Published, Name: name, File: contest.File{Path: name, Content: []byte(content)}}
		must(t, search.PrepareSource(t.Context(), &s, nil))
		if _, err := db.AddSources(t.Context(), review.CommandLine, search.SourceSampleVersion, []contest.KnownSource{s}); err != nil {
			t.Fatal(err)
		}
	}
	find := func(scope contest.Scope) (names []string) {
		t.Helper()
		r := search.Request{File: contest.File{Path: "a.cpp", Content: []byte(program + other)}, Distance: search.DefaultDistance, Scope: scope}
		found, err := db.finder().Search(t.Context(), r)
		must(t, err)
		for _, s := range found.Sources {
			if s.Coverage <= 0 || s.Coverage > 1 || s.MatchedTokens == 0 || s.File.Content != nil {
				t.Errorf("found %+v", s)
			}
			names = append(names, s.Name)
		}
		return names
	}
	add(0, "half.cpp", other)
	add(0, "unlike.cpp", checktest.Program(9, 25))
	if got := find(contest.Scope{}); len(got) != 1 || got[0] != "half.cpp" {
		t.Errorf("without contests: found %q, want half.cpp", got)
	}

	ids := db.storeContest(t, "finals", submissions)
	var contestID int64
	for _, id := range ids {
		sides, err := db.Sides(t.Context(), []int64{id})
		must(t, err)
		contestID = sides[id].ContestID
		break
	}
	add(contestID, "whole.cpp", program+other)
	for name, test := range map[string]struct {
		scope contest.Scope
		want  int
	}{
		"everywhere":           {contest.Scope{}, 2},
		"in the contest":       {contest.Scope{Only: []int64{contestID}}, 2},
		"in others":            {contest.Scope{Only: []int64{contestID + 1}}, 1},
		"in none":              {contest.Scope{Only: []int64{}}, 1},
		"everywhere but there": {contest.Scope{Except: []int64{contestID}}, 1},
	} {
		if got := find(test.scope); len(got) != test.want || test.want == 2 && got[0] != "whole.cpp" {
			t.Errorf("%s: found %q, want %d", name, got, test.want)
		}
	}
}

// A notebook is a known source by its code, with the extension of its language.
func TestPrepareNotebook(t *testing.T) {
	t.Parallel()
	for language, want := range map[string]string{"python": "model.ipynb", "R": "model.ipynb.R"} {
		code := strings.Repeat("f(a, b[3])\n", 9)
		notebook := fmt.Sprintf(`{"cells": [{"cell_type": "code", "source": %q}], "metadata": {"language_info": {"name": %q}}}`, code, language)
		s := contest.KnownSource{Kind: contest.Jury, File: contest.File{Path: "model.ipynb", Content: []byte(notebook)}}
		err := search.PrepareSource(t.Context(), &s, nil)
		if err != nil || s.File.Path != want || string(s.File.Content) != "# cell 1\n"+code || s.Name != "model.ipynb" {
			t.Errorf("%s: %+v, error %v, want %s with the code", language, s, err, want)
		}
	}
}

// A program in UTF-16 is a known source, and is searched for, in UTF-8.
func TestUTF16(t *testing.T) {
	t.Parallel()
	code := strings.Repeat("f(a, b[3])\n", 9)
	wide := []byte(text.LittleEndianMark)
	for _, b := range []byte(code) {
		wide = append(wide, b, 0)
	}
	file := contest.File{Path: "model.py", Content: wide}
	s := contest.KnownSource{Kind: contest.Jury, File: file}
	if err := search.PrepareSource(t.Context(), &s, nil); err != nil || string(s.File.Content) != code {
		t.Errorf("the source is %q, error %v", s.File.Content, err)
	}
	if p, _, err := (search.Request{File: file}).Program(t.Context()); err != nil || len(p.Tokens) != 9*9 {
		t.Errorf("the program to search for is %+v, error %v", p, err)
	}
}
