package ccs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/ojcheck/ojcheck/internal/i18n"
)

// Notification is a change of an object or a collection: a line of an event feed.
type Notification struct {
	Type string // the endpoint, such as "submissions", "state" or "contest"
	ID   string // of the object; "" if Type is "contest" or "state", and for a whole collection
	// Token is the value of since_token, or of since_id in feeds of 2020-03, with which the feed continues after this
	// notification; "" if the notification has no token.
	Token        string
	IsOldForm    bool            // the line has the form of 2020-03
	Delete       bool            // the object or the whole collection is deleted
	IsCollection bool            // Data is an array of all objects of Type
	Data         json.RawMessage // what a GET of the object would return now; nil if Delete is set
}

// FeedState is a change of the connection to an event feed.
type FeedState struct {
	Connected bool // the feed is open; otherwise the connection was lost
	// Restarted means that the judge system no longer knows the position in the feed, and sends everything from
	// the beginning. Objects that it does not send again no longer exist.
	Restarted bool
	Reason    error // why the connection was lost
}

// ErrRefused means that the judge system refuses the account.
var ErrRefused = i18n.Errorf("the judge system refuses the account")

// ErrBusy means that the judge system asks for fewer requests, or is out of service for a while.
var ErrBusy = errors.New("the judge system is busy")

// ErrUnreadable means that an event feed cannot be read, and that another try would not help.
var ErrUnreadable = i18n.Errorf("the event feed cannot be read")

// MaxLine is the maximum size of a line of a feed, in bytes. A line may hold a whole collection.
const MaxLine = 64 << 20

// ParseNotification reads a line of an event feed, in one of two forms:
//
//	{"type":"teams","id":"11","data":{…},"token":"t42"}       2021-11 and later; data null: deleted
//	{"type":"teams","id":"5593","op":"update","data":{…}}     2020-03; id identifies the event
//
// The line must not be empty. Empty lines only keep a connection alive. The result shares no memory with line.
func ParseNotification(line []byte) (Notification, error) {
	if len(line) > MaxLine {
		return Notification{}, fmt.Errorf("a line of the event feed is longer than %d MiB", MaxLine>>20)
	}
	var raw struct {
		Type  lineText        `json:"type"`
		ID    json.RawMessage `json:"id"`
		Op    *lineText       `json:"op"`
		Token *lineText       `json:"token"`
		Data  json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(line, &raw); err != nil {
		return Notification{}, errors.New("a line of the event feed is not a JSON object: " + describeJSONError(err))
	}
	if raw.Type == "" {
		return Notification{}, errors.New("a line of the event feed has no type")
	}
	n := Notification{Type: string(raw.Type), Data: raw.Data}
	if raw.Token != nil {
		n.Token = string(*raw.Token)
	}
	isNull := len(raw.Data) == 0 || bytes.Equal(raw.Data, []byte("null"))
	n.IsCollection = !isNull && raw.Data[0] == '['
	if raw.Op != nil && raw.Token == nil {
		return n, n.complete202003(string(*raw.Op), raw.ID, isNull)
	}
	if len(raw.ID) > 0 && !bytes.Equal(raw.ID, []byte("null")) {
		var id identifier
		id.UnmarshalJSON(raw.ID) // leaves id empty if it is invalid
		if id == "" {
			return n, fmt.Errorf("a notification of %s has an invalid identifier", quote(n.Type))
		}
		n.ID = string(id)
		if n.IsCollection {
			return n, fmt.Errorf("a notification of %s %s has a list in place of one object", quote(n.Type), quote(n.ID))
		}
	}
	if isNull {
		n.Delete, n.IsCollection, n.Data = true, n.ID == "", nil
	}
	return n, nil
}

// complete202003 sets the token, the ID and Delete of a notification in the form of 2020-03. eventID is the token.
func (n *Notification) complete202003(op string, eventID json.RawMessage, isNull bool) error {
	var token lineText
	if len(eventID) > 0 {
		token.UnmarshalJSON(eventID)
	}
	n.Token, n.IsOldForm = string(token), true
	if isNull || n.IsCollection {
		return fmt.Errorf("an event of %s does not have one object", quote(n.Type))
	}
	n.ID = idOf(n.Data)
	switch op {
	case "create", "update":
	case "delete":
		n.Delete, n.Data = true, nil
	default:
		return fmt.Errorf("an event of %s has an unknown operation: %s", quote(n.Type), quote(op))
	}
	return nil
}

// describeJSONError says what is wrong with JSON. It does not quote the JSON, because that may contain
// passwords.
func describeJSONError(err error) string {
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Sprintf("it is broken at byte %d", syntax.Offset)
	}
	return "a value has an unexpected type"
}

// quote quotes the first 40 bytes of a text for a message.
func quote(text string) string {
	if len(text) > 40 {
		text = text[:40] + "…"
	}
	return strconv.QuoteToASCII(text)
}
