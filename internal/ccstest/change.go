package ccstest

import (
	"fmt"
	"maps"
	"slices"
)

// AddSubmission adds a submission and its judgements. With Scenario.Disorder, judgements
// may come before the submission in the feed.
func (s *Server) AddSubmission(sub Submission, judgements ...Judgement) {
	defer s.lock()()
	s.submissions[sub.ID] = sub
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

// Rejudge replaces a judgement. Version 2026-01 and DOMjudge still list the old judgement,
// marked as no longer current or valid; other systems delete the old judgement.
func (s *Server) Rejudge(oldID string, j Judgement) {
	defer s.lock()()
	old := maps.Clone(s.objects["judgements"][s.mustFind("judgements", oldID)])
	setIf(old, s.scenario.Version >= V2026, "current", false)
	setIf(old, s.scenario.DOMjudge, "valid", false)
	var change event
	if s.scenario.Version >= V2026 || s.scenario.DOMjudge {
		change = s.put("judgements", old)
	} else {
		change = s.remove("judgements", oldID)
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

// Set changes a property of an object, such as the label of a problem. The ID of the state is "".
func (s *Server) Set(kind, id, property string, value any) {
	defer s.lock()()
	o := maps.Clone(s.objects[kind][s.mustFind(kind, id)])
	o[property] = value
	s.publish(s.put(kind, o))
}

// EndContest publishes that the contest has ended and that no updates follow.
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
func (s *Server) remove(kind, id string) event {
	i := s.mustFind(kind, id)
	s.objects[kind] = append(s.objects[kind][:i:i], s.objects[kind][i+1:]...)
	return event{kind: kind, id: id, op: "delete"}
}

// find returns the index of an object in its collection; -1 if there is none.
func (s *Server) find(kind, objectID string) int {
	return slices.IndexFunc(s.objects[kind], func(o object) bool { return id(o) == objectID })
}

// mustFind is like find, but panics if there is no such object.
func (s *Server) mustFind(kind, id string) int {
	i := s.find(kind, id)
	if i < 0 {
		panic(fmt.Sprintf("ccstest: there is no object %q among the %s", id, kind))
	}
	return i
}

// publish adds events to the log, and wakes the feeds. The caller holds the lock, or is the
// only user of the server.
func (s *Server) publish(events ...event) {
	if s.scenario.Disorder {
		events = shuffle(events)
	}
	s.log = append(s.log, events...)
	close(s.more)
	s.more = make(chan struct{})
}
