package main

import (
	"errors"
	"testing"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/pgtest"
	"github.com/ojcheck/ojcheck/internal/postgres"
	"github.com/ojcheck/ojcheck/web"
)

// A submission that comes by itself is stored in its language, with its ID told,
// and refused where nothing tells the language.
func TestImportOneByOne(t *testing.T) {
	t.Parallel()
	db, err := postgres.Open(t.Context(), pgtest.New(t))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	a := &archive{DB: db}
	u := uploads{check.Checker{Store: a}, a}
	for _, test := range []struct {
		name, file, version, want string
	}{
		{"by the file", "a.cpp", "", "cpp"},
		{"by the judge system's name", "a", "Python 3.12", "python"},
		{"by nothing", "a", "", ""},
	} {
		list := []contest.Submission{{Problem: "A", Participant: test.name, Kind: contest.Official, Path: "submissions/" + test.name, Attempt: 1, LanguageVersion: test.version,
			Files: []contest.File{{Path: "submissions/" + test.name + "/" + test.file, Content: []byte("x = 1\n")}}}}
		_, err := u.Import(t.Context(), web.Upload{Contest: "finals", Submissions: list}, func(string, int, int) {})
		if told := new(web.Failure); test.want == "" {
			if !errors.As(err, &told) || told.Advice == "" {
				t.Errorf("%s: %v", test.name, err)
			}
			continue
		}
		if err != nil || list[0].ID == 0 || list[0].Language != test.want {
			t.Errorf("%s: %v, %+v", test.name, err, list[0])
		}
	}
}
