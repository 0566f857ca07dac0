package ccs

import (
	"encoding/json"
	"fmt"
	"testing"
)

// sampleFeed is an event feed with most kinds of objects and properties. An object comes before the
// objects that refer to it, and some objects are corrected later.
var sampleFeed = []string{
	`{"type":"contest","id":null,"data":{"id":"wf14","name":"WF 2014","formal_name":"World Finals 2014","start_time":"2014-06-25T10:00:00+01","duration":"5:00:00","penalty_time":20},"token":"1"}`,
	`{"type":"judgement-types","id":null,"data":[{"id":"AC","name":"Accepted","solved":true},{"id":"WA","name":"Wrong Answer","solved":false},{"id":"CTE","name":"Compilation Error","solved":false},{"id":"APE","name":"Almost","solved":true}],"token":"2"}`,
	`{"type":"languages","id":"cpp17","data":{"id":"cpp17","name":"GNU C++17","extensions":["cc","cpp"]},"token":"3"}`,
	`{"type":"languages","id":"1-java","data":{"id":"1-java","name":"Java 21","extensions":["java"]}}`,
	`{"type":"problems","id":"asteroids","data":{"id":"asteroids","label":"A","name":"Asteroid Rangers","ordinal":2}}`,
	`{"type":"problems","id":"bottles","data":{"id":"bottles","label":"B","name":"Curvy Little Bottles","ordinal":1}}`,
	`{"type":"groups","id":"asia","data":{"id":"asia","name":"Asia","type":"site"}}`,
	`{"type":"groups","id":"div1","data":{"id":"div1","name":"Division 1"}}`,
	`{"type":"groups","id":"jury","data":{"id":"jury","name":"Jury","hidden":true}}`,
	`{"type":"organizations","id":"sjtu","data":{"id":"sjtu","name":"SJTU","formal_name":"Shanghai Jiao Tong University"}}`,
	`{"type":"teams","id":"11","data":{"id":"11","label":"L1","name":"Tigers","organization_id":"sjtu","group_ids":["div1","asia"],"location":{"x":1.5,"y":2,"rotation":0}}}`,
	`{"type":"teams","id":"12","data":{"id":12,"label":"L2","name":"Tigers","group_id":"asia","submitid":3}}`,
	`{"type":"teams","id":"13","data":{"id":"13","name":"old name"}}`,
	`{"type":"teams","id":"13","data":{"id":"13","name":"internal","display_name":"Bears"}}`,
	`{"type":"teams","id":"90","data":{"id":"90","name":"DOMjudge","group_ids":["jury"]}}`,
	`{"type":"teams","id":"91","data":{"id":"91","name":"hidden","hidden":true}}`,
	`{"type":"accounts","id":"team11","data":{"id":"team11","username":"team11","password":"sesame-open","type":"team","ip":"10.1.1.11","team_id":"11"}}`,
	`{"type":"accounts","id":"judge1","data":{"id":"judge1","username":"judge1","password":"sesame-open","type":"judge"}}`,
	`{"type":"submissions","id":"1","data":{"id":"1","team_id":"11","problem_id":"asteroids","language_id":"cpp17","time":"2014-06-25T11:22:05.034+01","contest_time":"1:22:05.034","files":[{"href":"contests/wf14/submissions/1/files","filename":"files.zip","mime":"application/zip","hash":"ab"}],"import_error":null}}`,
	`{"type":"submissions","id":"2","data":{"id":"2","team_id":"11","problem_id":"asteroids","language_id":"1-java","time":"2014-06-25T11:40:00+01","contest_time":"1:40:00","entry_point":"Main"}}`,
	`{"type":"submissions","id":"3","data":{"id":"3","team_id":"12","problem_id":"bottles","language_id":"cpp17","time":"2014-06-25T12:00:00+01","contest_time":"2:00:00"}}`,
	`{"type":"submissions","id":"4","data":{"id":"4","team_id":null,"account_id":"judge1","problem_id":"bottles","language_id":"cpp17","time":"2014-06-25T12:01:00+01","contest_time":"2:01:00"}}`,
	`{"type":"submissions","id":"5","data":{"id":"5","team_id":null,"account_id":"team11","problem_id":"asteroids","language_id":"cpp17","time":"2014-06-25T11:30:00+01","contest_time":"1:30:00"}}`,
	`{"type":"submissions","id":"6","data":{"id":"6","team_id":"13","problem_id":"bottles","language_id":"cpp17","time":"2014-06-25T16:00:00+01","contest_time":"6:00:00"}}`,
	`{"type":"submissions","id":"7","data":{"id":"7","team_id":"90","problem_id":"bottles","language_id":"cpp17","time":"2014-06-25T09:00:00+01","contest_time":"-1:00:00"}}`,
	`{"type":"submissions","id":"8","data":{"id":"8","team_id":"91","problem_id":"bottles","language_id":"cpp17","time":"2014-06-25T13:00:00+01"}}`,
	`{"type":"submissions","id":"9","data":{"id":"9","team_id":"404","problem_id":"bottles","language_id":"cpp17","time":"2014-06-25T13:00:00+01"}}`,
	`{"type":"submissions","id":"10","data":{"id":"10","team_id":"13","problem_id":"nowhere","language_id":"cpp17","time":"2014-06-25T13:00:00+01"}}`,
	`{"type":"submissions","id":"11","data":{"id":"11","team_id":"13","problem_id":"bottles","language_id":"54","time":"2014-06-25T13:00:00+01"}}`,
	`{"type":"submissions","id":"12","data":{"id":"12","team_id":"13","problem_id":"bottles","language_id":"cpp17","time":"2014-06-25T13:01:00+01"}}`,
	`{"type":"submissions","id":"12","data":null}`,
	`{"type":"judgements","id":"j1","data":{"id":"j1","submission_id":"1","judgement_type_id":"WA","start_time":"2014-06-25T11:22:06+01","end_time":"2014-06-25T11:22:10+01","valid":false}}`,
	`{"type":"judgements","id":"j2","data":{"id":"j2","submission_id":"1","judgement_type_id":null,"start_time":"2014-06-25T12:22:06+01","end_time":null}}`,
	`{"type":"judgements","id":"j2","data":{"id":"j2","submission_id":"1","judgement_type_id":"APE","start_time":"2014-06-25T12:22:06+01","end_time":"2014-06-25T12:22:10+01","valid":true}}`,
	`{"type":"judgements","id":"j3","data":{"id":"j3","submission_id":"2","judgement_type_id":"CTE","start_time":"2014-06-25T11:40:01+01","end_time":"2014-06-25T11:40:02+01"}}`,
	`{"type":"judgements","id":"j4","data":{"id":"j4","submission_id":"3","judgement_type_id":null,"start_time":"2014-06-25T12:00:01+01"}}`,
	`{"type":"judgements","id":"j5","data":{"id":"j5","submission_id":"5","simplified_judgement_type_id":"WA","start_time":"2014-06-25T12:00:01+01","end_time":"2014-06-25T12:00:02+01"}}`,
	`{"type":"judgements","id":"j6","data":{"id":"j6","submission_id":"6","judgement_type_id":"AC","start_time":"2014-06-25T16:00:01+01","end_time":"2014-06-25T16:00:02+01"}}`,
	`{"type":"judgements","id":"j7","data":{"id":"j7","submission_id":"6","judgement_type_id":"WA","start_time":"2014-06-25T16:00:03+01","end_time":"2014-06-25T16:00:04+01","current":false}}`,
	`{"type":"runs","id":"r1","data":{"id":"r1"}}`,
	`{"type":"state","id":null,"data":{"started":"2014-06-25T10:00:00+01","ended":"2014-06-25T15:00:00+01","end_of_updates":"2014-06-25T17:00:00+01"}}`,
}

// notifications parses a feed.
func notifications(t testing.TB, feed []string) []Notification {
	t.Helper()
	list := make([]Notification, len(feed))
	for i, line := range feed {
		var err error
		if list[i], err = ParseNotification([]byte(line)); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	return list
}

// modelOf applies a valid feed to a new model.
func modelOf(t testing.TB, feed []string) *Model {
	t.Helper()
	m := NewModel()
	for _, n := range notifications(t, feed) {
		if _, _, err := m.Apply(n); err != nil {
			t.Fatalf("%s %s: %v", n.Type, n.ID, err)
		}
	}
	return m
}

// load loads the bodies of endpoints into a model.
func load(t *testing.T, m *Model, bodies map[string]string) {
	t.Helper()
	for endpoint, body := range bodies {
		if err := m.Load(endpoint, []byte(body)); err != nil {
			t.Fatal(err)
		}
	}
}

// inOldForm returns a feed as version 2020-03 of the Contest API writes it.
func inOldForm(t testing.TB, feed []string) []string {
	t.Helper()
	var old []string
	write := func(kind, op string, data any) {
		line, err := json.Marshal(map[string]any{"type": kind, "id": fmt.Sprint("event", len(old)), "op": op, "data": data})
		if err != nil {
			t.Fatal(err)
		}
		old = append(old, string(line))
	}
	for _, n := range notifications(t, feed) {
		switch {
		case n.Delete:
			write(n.Type, "delete", map[string]string{"id": n.ID})
		case n.IsCollection:
			var list []json.RawMessage
			if err := json.Unmarshal(n.Data, &list); err != nil {
				t.Fatal(err)
			}
			for _, data := range list {
				write(n.Type, "create", data)
			}
		case n.Type == "contest":
			write("contests", "update", n.Data)
		default:
			write(n.Type, "update", n.Data)
		}
	}
	return old
}

// everything returns what all methods of a model return.
func everything(m *Model) (submissions []Submission, rest []any) {
	for _, id := range m.Submissions() {
		s, _ := m.Submission(id)
		submissions = append(submissions, s)
	}
	return submissions, []any{m.Metadata(), m.Participants(), m.Ended()}
}
