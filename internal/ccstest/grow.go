package ccstest

import "fmt"

// AddSubmission hands in a program. Its judgements, if any are given, come with
// it; where the scenario is disordered, the feed has them before it.
func (s *Server) AddSubmission(sub Submission, judgements ...Judgement) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.archives[sub.ID] = sub
	events := []event{s.put("submissions", s.scenario.submission(sub, true))}
	for _, j := range judgements {
		events = append(events, s.put("judgements", s.scenario.judgement(j)))
	}
	s.publish(events...)
}

// Judge adds a judgement, or says more of one that is there already.
func (s *Server) Judge(j Judgement) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.publish(s.put("judgements", s.scenario.judgement(j)))
}

// Rejudge judges a submission again: a judgement takes the place of an earlier
// one. Version 2026-01 and DOMjudge keep that one, as one that is replaced; the
// others no longer tell of it.
func (s *Server) Rejudge(replaced string, j Judgement) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := s.find("judgements", replaced)
	if i < 0 {
		panic(fmt.Sprintf("ccstest: there is no judgement %q", replaced))
	}
	before := object{}
	for key, value := range s.objects["judgements"][i] {
		before[key] = value
	}
	said := false
	for key, told := range map[string]bool{"current": s.scenario.Version >= V2026, "valid": s.scenario.DOMjudge} {
		if told {
			before[key], said = false, true
		}
	}
	if said {
		s.publish(s.put("judgements", before), s.put("judgements", s.scenario.judgement(j)))
		return
	}
	s.publish(s.remove("judgements", replaced), s.put("judgements", s.scenario.judgement(j)))
}

// Delete removes an object of a collection, such as "submissions".
func (s *Server) Delete(kind, id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.publish(s.remove(kind, id))
}

// AddTeam adds a team, or says more of one that is there already.
func (s *Server) AddTeam(t Team) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.publish(s.put("teams", s.scenario.team(t)))
}

// EndContest ends the contest: no updates will follow.
func (s *Server) EndContest() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.scenario.Ended = true
	s.publish(s.put("state", s.scenario.state()))
}

// put puts an object into its collection, and gives the event that tells of it.
func (s *Server) put(kind string, o object) event {
	if i := s.find(kind, id(o)); i >= 0 {
		s.objects[kind][i] = o
		return event{kind: kind, id: id(o), op: "update", data: o}
	}
	s.objects[kind] = append(s.objects[kind], o)
	return event{kind: kind, id: id(o), op: "create", data: o}
}

// remove removes an object, and gives the event that tells of it.
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
