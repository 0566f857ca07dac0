package ccs

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// ParseNotification reads the form of 2021-11 and later, and the older form with "op". Its errors
// quote nothing of the line, which may contain passwords.
func TestParseNotification(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, line string
		want       Notification
	}{
		{"an object", `{"type":"teams","id":"11","data":{"id":"11"},"token":"t42"}`, Notification{Type: "teams", ID: "11", Token: "t42", Data: []byte(`{"id":"11"}`)}},
		{"a deleted object", `{"type":"teams","id":"11","data":null,"token":"t42"}`, Notification{Type: "teams", ID: "11", Token: "t42", Delete: true}},
		{"a collection", `{"type":"teams","id":null,"data":[]}`, Notification{Type: "teams", IsCollection: true, Data: []byte(`[]`)}},
		{"a collection without an ID", `{"type":"teams","data":[]}`, Notification{Type: "teams", IsCollection: true, Data: []byte(`[]`)}},
		{"a deleted collection", `{"type":"teams","id":null,"data":null}`, Notification{Type: "teams", IsCollection: true, Delete: true}},
		{"a singleton", `{"type":"state","id":null,"data":{}}`, Notification{Type: "state", Data: []byte(`{}`)}},
		{"numbers as ID and token", `{"type":"teams","id":11,"data":{},"token":7}`, Notification{Type: "teams", ID: "11", Token: "7", Data: []byte(`{}`)}},
		{"with DOMjudge's property time", `{"type":"teams","id":"11","data":{},"token":"7","time":"x"}`, Notification{Type: "teams", ID: "11", Token: "7", Data: []byte(`{}`)}},
		{"old form, create", `{"type":"teams","id":"e5","op":"create","data":{"id":"11"}}`, Notification{Type: "teams", ID: "11", Token: "e5", IsOldForm: true, Data: []byte(`{"id":"11"}`)}},
		{"old form, delete", `{"type":"teams","id":"e5","op":"delete","data":{"id":"11"}}`, Notification{Type: "teams", ID: "11", Token: "e5", IsOldForm: true, Delete: true}},
		{"old form, a singleton", `{"type":"state","id":"e5","op":"update","data":{"ended":null}}`, Notification{Type: "state", Token: "e5", IsOldForm: true, Data: []byte(`{"ended":null}`)}},
		{"old form, numbers as IDs", `{"type":"teams","id":5593,"op":"update","data":{"id":11}}`, Notification{Type: "teams", ID: "11", Token: "5593", IsOldForm: true, Data: []byte(`{"id":11}`)}},
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
		"empty line":           ``,
		"not JSON":             `secret`,
		"not an object":        `["secret"]`,
		"cut off":              `{"type":"accounts","data":{"password":"secret`,
		"no type":              `{"id":"1","data":{}}`,
		"an invalid ID":        `{"type":"teams","id":"../secret","data":{}}`,
		"a list with an ID":    `{"type":"teams","id":"1","data":[]}`,
		"old form, no data":    `{"type":"teams","id":"e1","op":"create","data":null}`,
		"old form, a list":     `{"type":"teams","id":"e1","op":"create","data":[]}`,
		"old form, unknown op": `{"type":"teams","id":"e1","op":"explode","data":{"id":"1"}}`,
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
