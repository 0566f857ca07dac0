package ccs

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseNotification(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, line string
		want       Notification
	}{
		{"an object", `{"type":"teams","id":"11","data":{"id":"11"},"token":"t42"}`, Notification{Type: "teams", ID: "11", Token: "t42", Data: []byte(`{"id":"11"}`)}},
		{"a deleted object", `{"type":"teams","id":"11","data":null,"token":"t42"}`, Notification{Type: "teams", ID: "11", Token: "t42", Delete: true}},
		{"a collection", `{"type":"teams","id":null,"data":[]}`, Notification{Type: "teams", IsCollection: true, Data: []byte(`[]`)}},
		{"a collection without an id", `{"type":"teams","data":[]}`, Notification{Type: "teams", IsCollection: true, Data: []byte(`[]`)}},
		{"a deleted collection", `{"type":"teams","id":null,"data":null}`, Notification{Type: "teams", IsCollection: true, Delete: true}},
		{"a singleton", `{"type":"state","id":null,"data":{}}`, Notification{Type: "state", Data: []byte(`{}`)}},
		{"numbers", `{"type":"teams","id":11,"data":{},"token":7}`, Notification{Type: "teams", ID: "11", Token: "7", Data: []byte(`{}`)}},
		{"DOMjudge's time", `{"type":"teams","id":"11","data":{},"token":"7","time":"x"}`, Notification{Type: "teams", ID: "11", Token: "7", Data: []byte(`{}`)}},
		{"old, create", `{"type":"teams","id":"e5","op":"create","data":{"id":"11"}}`, Notification{Type: "teams", ID: "11", Token: "e5", Data: []byte(`{"id":"11"}`)}},
		{"old, delete", `{"type":"teams","id":"e5","op":"delete","data":{"id":"11"}}`, Notification{Type: "teams", ID: "11", Token: "e5", Delete: true}},
		{"old, a singleton", `{"type":"state","id":"e5","op":"update","data":{"ended":null}}`, Notification{Type: "state", Token: "e5", Data: []byte(`{"ended":null}`)}},
		{"old, numbers", `{"type":"teams","id":5593,"op":"update","data":{"id":11}}`, Notification{Type: "teams", ID: "11", Token: "5593", Data: []byte(`{"id":11}`)}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, err := ParseNotification([]byte(test.line))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(test.want, got); d != "" {
				t.Errorf("notification (-want +got):\n%s", d)
			}
		})
	}
	for name, line := range map[string]string{
		"nothing":           ``,
		"no JSON":           `secret`,
		"no object":         `["secret"]`,
		"cut off":           `{"type":"accounts","data":{"password":"secret`,
		"no type":           `{"id":"1","data":{}}`,
		"a bad id":          `{"type":"teams","id":"../secret","data":{}}`,
		"a list with an id": `{"type":"teams","id":"1","data":[]}`,
		"old, no data":      `{"type":"teams","id":"e1","op":"create","data":null}`,
		"old, a list":       `{"type":"teams","id":"e1","op":"create","data":[]}`,
		"old, unknown op":   `{"type":"teams","id":"e1","op":"explode","data":{"id":"1"}}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if n, err := ParseNotification([]byte(line)); err == nil {
				t.Errorf("%s is %+v, want an error", line, n)
			} else if strings.Contains(err.Error(), "secret") {
				t.Errorf("the error quotes a secret: %v", err)
			}
		})
	}
}
