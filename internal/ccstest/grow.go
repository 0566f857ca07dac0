package ccstest

import (
	"fmt"
	"maps"
)

// AddSubmission adds a submission and its judgements. With Scenario.Disorder, the feed
// may have the judgements first.
func (s *Server) AddSubmission(sub Submission, judgements ...Judgement) {
	defer s.lock()()
	s.archives[sub.ID] = sub
	events := []event{s.put("submissions", s.scenario.submission(sub))}
	for _, j := range judgements {
		events = append(events, s.put("judgements", s.scenario.judgement(j)))
	}
	s.publish(events...)
}

// Judge adds or changes a judgement.
func (s *Server) Judge(j Judgement) {
	defer s.lock()()
	s.publish(s.put("judgements", s.scenario.judgement(j)))
}

// Rejudge replaces a judgement. Version 2026-01 and DOMjudge still list the replaced one,
// marked as such; other systems delete it.
func (s *Server) Rejudge(replaced string, j Judgement) {
	defer s.lock()()
	i := s.find("judgements", replaced)
	if i < 0 {
		panic(fmt.Sprintf("ccstest: there is no judgement %q", replaced))
	}
	before := maps.Clone(s.objects["judgements"][i])
	if s.scenario.Version >= V2026 {
		before["current"] = false
	}
	if s.scenario.DOMjudge {
		before["valid"] = false
	}
	var change event
	if s.scenario.Version >= V2026 || s.scenario.DOMjudge {
		change = s.put("judgements", before)
	} else {
		change = s.remove("judgements", replaced)
	}
	s.publish(change, s.put("judgements", s.scenario.judgement(j)))
}

// Delete removes an object of a collection, such as "submissions".
func (s *Server) Delete(kind, id string) {
	defer s.lock()()
	s.publish(s.remove(kind, id))
}

// AddTeam adds or changes a team.
func (s *Server) AddTeam(t Team) {
	defer s.lock()()
	s.publish(s.put("teams", s.scenario.team(t)))
}

// EndContest ends the contest and its updates.
func (s *Server) EndContest() {
	defer s.lock()()
	s.scenario.Ended = true
	s.publish(s.put("state", s.scenario.state()))
}

// put adds or changes an object and returns the event.
func (s *Server) put(kind string, o object) event {
	if i := s.find(kind, id(o)); i >= 0 {
		s.objects[kind][i] = o
		return event{kind: kind, id: id(o), op: "update", data: o}
	}
	s.objects[kind] = append(s.objects[kind], o)
	return event{kind: kind, id: id(o), op: "create", data: o}
}

// remove removes an object and returns the event.
func (s *Server) remove(kind, wanted string) event {
	i := s.find(kind, wanted)
	if i < 0 {
		panic(fmt.Sprintf("ccstest: there is no object %q among the %s", wanted, kind))
	}
	s.objects[kind] = append(s.objects[kind][:i:i], s.objects[kind][i+1:]...)
	return event{kind: kind, id: wanted, op: "delete"}
}

// publish adds events to the feed.
func (s *Server) publish(events ...event) {
	if s.scenario.Disorder {
		events = shuffled(events)
	}
	s.append(events...)
}
