package request

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// An answer goes on while the client takes it, however slowly, and while the handler is quiet. It ends when the client stops
// reading.
func TestLimitAnswer(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes seconds")
	}
	t.Parallel()
	const size = 20 << 20 // more than the buffers of both ends
	const window = time.Second
	large := make([]byte, size)
	readSlowly := func(body io.Reader) (n int64) {
		for {
			more, err := io.CopyN(io.Discard, body, 1<<20)
			if n += more; err != nil {
				return n
			}
			time.Sleep(window / 10)
		}
	}
	readAll := func(body io.Reader) int64 { n, _ := io.Copy(io.Discard, body); return n }
	readNothing := func(io.Reader) int64 { return 0 }
	for _, test := range []struct {
		name   string
		answer func(w http.ResponseWriter) error
		read   func(io.Reader) int64
		isCut  bool
	}{
		{"a slow reader", func(w http.ResponseWriter) error { _, err := w.Write(large); return err }, readSlowly, false},
		{"a reader who stops", func(w http.ResponseWriter) error { _, err := w.Write(large); return err }, readNothing, true},
		{"a reader who stops, of many pieces", func(w http.ResponseWriter) error {
			for range size / 1000 {
				if _, err := w.Write(large[:1000]); err != nil {
					return err
				}
			}
			return nil
		}, readNothing, true},
		{"a quiet handler", func(w http.ResponseWriter) error {
			for range 2 {
				if _, err := w.Write(large[:size/2]); err != nil {
					return err
				}
				if err := http.NewResponseController(w).Flush(); err != nil {
					return err
				}
				time.Sleep(2 * window)
			}
			return nil
		}, readAll, false},
	} {
		for _, protocol := range []string{"HTTP/1.1", "HTTP/2.0"} {
			t.Run(test.name+" "+protocol, func(t *testing.T) {
				t.Parallel()
				ended := make(chan error, 1)
				server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
					limited, end := LimitAnswer(w, BodyLimits{Answer: window})
					defer end()
					ended <- test.answer(limited)
				}))
				server.EnableHTTP2 = protocol == "HTTP/2.0"
				server.StartTLS()
				defer server.Close()
				answer, err := server.Client().Get(server.URL)
				if err != nil {
					t.Fatal(err)
				}
				defer answer.Body.Close()
				if answer.Proto != protocol {
					t.Fatalf("the answer is %s, want %s", answer.Proto, protocol)
				}
				read := test.read(answer.Body)
				select {
				case err := <-ended:
					if isCut := err != nil; isCut != test.isCut || !isCut && read != size {
						t.Errorf("the handler ended with %v, and the client read %d of %d bytes; want an error: %v", err, read, size, test.isCut)
					}
				case <-time.After(time.Minute):
					t.Error("the handler still writes after a minute")
				}
			})
		}
	}
}
