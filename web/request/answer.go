package request

import (
	"cmp"
	"net/http"
	"time"
)

// answerStep is the number of bytes of an answer that a client must take within BodyLimits.Answer.
const answerStep = 32 << 10

// LimitAnswer returns a writer for an answer that the client must take steadily: a client that stops reading loses the
// connection, or in HTTP/2 the stream. Only the time inside Write and Flush counts, so a stream of events may be quiet for long. The
// caller calls end after the handler, for what is still buffered then.
func LimitAnswer(w http.ResponseWriter, limits BodyLimits) (limited http.ResponseWriter, end func()) {
	a := &limitedAnswer{w, http.NewResponseController(w), cmp.Or(limits.Answer, 2*time.Minute)}
	a.setDeadline(time.Time{}) // none: the connection may have that of its last answer
	return a, func() { a.setDeadline(time.Now().Add(a.window)) }
}

type limitedAnswer struct {
	http.ResponseWriter
	connection *http.ResponseController
	window     time.Duration
}

func (a *limitedAnswer) Write(p []byte) (written int, err error) {
	for {
		step := p[written:min(len(p), written+answerStep)]
		var n int
		err = a.limit(func() (err error) { n, err = a.ResponseWriter.Write(step); return err })
		if written += n; err != nil || written == len(p) {
			return written, err
		}
	}
}

// FlushError is for http.ResponseController.
func (a *limitedAnswer) FlushError() error { return a.limit(a.connection.Flush) }

// Unwrap is for http.ResponseController.
func (a *limitedAnswer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// limit calls write with a deadline. HTTP/2 would end the stream at the deadline even if nothing is being written, so limit
// removes it afterwards.
func (a *limitedAnswer) limit(write func() error) error {
	a.setDeadline(time.Now().Add(a.window))
	err := write()
	if err == nil {
		a.setDeadline(time.Time{})
	}
	return err
}

// setDeadline does nothing for writers without a connection, as in tests.
func (a *limitedAnswer) setDeadline(t time.Time) { _ = a.connection.SetWriteDeadline(t) }
