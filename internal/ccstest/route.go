package ccstest

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
)

// routes returns the handler of all requests.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	contest := s.base() + "contests/" + s.scenario.ID
	handle := func(path string, h func(w http.ResponseWriter, r *http.Request, u User)) {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
			if s.contestReplacement() != nil && strings.HasPrefix(path, contest) {
				refuse(w, http.StatusNotFound, "There is no such contest.")
				return
			}
			u, ok := s.user(r)
			if !ok {
				w.Header().Set("WWW-Authenticate", `Basic realm="Contest API"`)
				refuse(w, http.StatusUnauthorized, "Who are you?")
				return
			}
			h(w, r, u)
		})
	}
	if s.scenario.Version >= V2022 {
		handle(s.base()+"{$}", func(w http.ResponseWriter, _ *http.Request, _ User) { answer(w, s.information()) })
		handle(contest+"/access", func(w http.ResponseWriter, _ *http.Request, u User) { answer(w, s.access(u)) })
	}
	handle(s.base()+"contests", func(w http.ResponseWriter, _ *http.Request, u User) { answer(w, s.contests(u)) })
	handle(contest, func(w http.ResponseWriter, _ *http.Request, u User) { answer(w, s.list("contest", u)[0]) })
	handle(contest+"/state", func(w http.ResponseWriter, _ *http.Request, u User) { answer(w, s.list("state", u)[0]) })
	handle(contest+"/event-feed", s.feed)
	for _, kind := range collections {
		if kind == "accounts" && s.scenario.Version < V2021 {
			continue
		}
		handle(contest+"/"+kind, func(w http.ResponseWriter, _ *http.Request, u User) { answer(w, s.list(kind, u)) })
	}
	handle(contest+"/submissions/{id}/files", s.files)
	if s.scenario.DOMjudge {
		handle(contest+"/submissions/{id}/source-code", s.sourceCode)
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		refuse(w, http.StatusNotFound, "There is no such endpoint.")
	})
	return mux
}

// user returns the user of a request; ok is false if the credentials are wrong.
func (s *Server) user(r *http.Request) (u User, ok bool) {
	if len(s.scenario.Users) == 0 {
		return User{SourceCode: true}, true
	}
	name, password, basic := r.BasicAuth()
	token, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	for _, u := range s.scenario.Users {
		if basic && u.Password != "" && name == u.Name && password == u.Password || bearer && u.Token != "" && token == u.Token {
			return u, true
		}
	}
	return User{}, false
}

// answer writes JSON.
func answer(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(body) // fails only with the connection
}

// refuse writes an error as the specification defines it.
func refuse(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	answer(w, object{"code": status, "message": message})
}

// information returns the answer at the base address.
func (s *Server) information() object {
	name, version := "Test system", s.scenario.Version
	if s.scenario.DOMjudge {
		name = "DOMjudge"
	}
	o := object{"version": version, "version_url": "https://ccs-specs.icpc.io/" + version + "/contest_api"}
	setIf(o, version < V2023, "name", name)
	setIf(o, version >= V2023, "provider", object{"name": name, "version": "8.3.1"})
	setIf(o, s.scenario.DOMjudge, "domjudge", object{"apiversion": 4, "version": "8.3.1", "environment": "prod"})
	return o
}

// access lists what a user may read.
func (s *Server) access(u User) object {
	defer s.lock()()
	endpoints := []object{}
	for _, kind := range append([]string{"contest", "state"}, collections...) {
		properties := object{}
		for _, o := range s.objects[kind] {
			maps.Copy(properties, s.visibleTo(kind, o, u))
		}
		if kind == "submissions" && !s.scenario.SparseAccess { // even without any submission
			maps.Copy(properties, s.visibleTo(kind, s.scenario.submission(Submission{}), u))
		}
		if len(properties) > 0 {
			endpoints = append(endpoints, object{"type": kind, "properties": slices.Sorted(maps.Keys(properties))})
		}
	}
	return object{"capabilities": []string{}, "endpoints": endpoints}
}

// visibleTo returns the properties of an object that a user may see.
func (s *Server) visibleTo(kind string, o object, u User) object {
	if kind != "submissions" || !u.NoFiles {
		return o
	}
	visible := maps.Clone(o)
	delete(visible, "files")
	return visible
}

// list returns the objects of a collection.
func (s *Server) list(kind string, u User) []object {
	defer s.lock()()
	list := []object{}
	for _, o := range s.objects[kind] {
		list = append(list, s.visibleTo(kind, o, u))
	}
	return list
}

// contests lists the contest, or what SetLoading or SetHidden put in its place.
func (s *Server) contests(u User) []object {
	if o := s.contestReplacement(); o != nil {
		return []object{o}
	}
	return s.list("contest", u)
}

// contestReplacement returns what is listed in place of the contest, which is then unknown; nil for nothing.
func (s *Server) contestReplacement() object {
	defer s.lock()()
	return s.replacement
}

// submission returns a submission unless it was deleted.
func (s *Server) submission(id string) (Submission, bool) {
	defer s.lock()()
	sub, ok := s.submissions[id]
	return sub, ok && s.find("submissions", id) >= 0
}

// files serves the archive of a submission.
func (s *Server) files(w http.ResponseWriter, r *http.Request, u User) {
	if u.NoFiles {
		refuse(w, http.StatusForbidden, "You may not read sources.")
		return
	}
	sub, ok := s.submission(r.PathValue("id"))
	if !ok {
		refuse(w, http.StatusNotFound, "There is no such submission.")
		return
	}
	w.Header().Set("Content-Type", "application/zip")
	_, _ = w.Write(sub.zip())
}

// sourceCode serves DOMjudge's own endpoint.
func (s *Server) sourceCode(w http.ResponseWriter, r *http.Request, u User) {
	if !u.SourceCode {
		refuse(w, http.StatusForbidden, "Only for the jury.")
		return
	}
	sub, ok := s.submission(r.PathValue("id"))
	if !ok {
		refuse(w, http.StatusNotFound, "There is no such submission.")
		return
	}
	list := []object{}
	for i, f := range sub.Files {
		list = append(list, object{
			"id": fmt.Sprint(sub.ID, i), "submission_id": sub.ID, "filename": f.Name, "source": []byte(f.Content),
		})
	}
	answer(w, list)
}
