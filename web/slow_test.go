package web_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/web"
	"github.com/ojcheck/ojcheck/web/request"
	"github.com/ojcheck/ojcheck/web/webtest"
)

// cookies returns the header of the client's cookies.
func cookies(t *testing.T, s *webtest.Site) string {
	t.Helper()
	base, err := url.Parse(s.Base)
	webtest.Must(t, err)
	var header strings.Builder
	for _, c := range s.Client.Jar.Cookies(base) {
		fmt.Fprintf(&header, "Cookie: %s\r\n", c)
	}
	return header.String()
}

// dial sends the head of a request that announces a body of a length, and returns the connection.
func dial(t *testing.T, s *webtest.Site, head, contentType string, length int) net.Conn {
	t.Helper()
	host := strings.TrimPrefix(s.Base, "http://")
	conn, err := net.Dial("tcp", host)
	webtest.Must(t, err)
	t.Cleanup(func() { conn.Close() })
	webtest.Must(t, conn.SetDeadline(time.Now().Add(time.Minute)))
	_, err = fmt.Fprintf(conn, "%s HTTP/1.1\r\nHost: %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n%s\r\n", head, host, contentType, length, cookies(t, s))
	webtest.Must(t, err)
	return conn
}

// A sender that stops in the middle of a body loses the connection, signed in or not, whether the handler reads the body
// or not.
func TestStalledBodies(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: takes seconds")
	}
	t.Parallel()
	limits := func(o *web.Options) {
		o.BodyLimits = request.BodyLimits{SignedOut: 300 * time.Millisecond, Window: 400 * time.Millisecond, MinBytes: 100}
	}
	stranger, user := webtest.NewSite(t, limits), webtest.NewSignedIn(t, limits)
	form, boundary := webtest.MultipartForm(t, []webtest.Part{{"file", "finals.zip", strings.Repeat("x", 10_000)}})
	const plain, asJSON = "application/x-www-form-urlencoded", "application/json"
	for _, test := range []struct {
		name              string
		site              *webtest.Site
		head, contentType string
		sent              string
		status            int
	}{
		{"a sign-in", stranger, "POST /signin", plain, "name=", http.StatusRequestTimeout},
		{"an upload of a stranger", stranger, "POST /uploads", boundary, form[:5000], http.StatusUnauthorized},
		{"a page of a stranger", stranger, "GET /signin", plain, "name=", http.StatusOK},
		{"a style sheet", stranger, "GET /static/none.css", plain, "name=", http.StatusNotFound},
		{"an operation of a stranger", stranger, "POST /api/v1/search", asJSON, "{", http.StatusUnauthorized},
		{"a form", user, "POST /account/name", plain, "name=", http.StatusRequestTimeout},
		{"an upload", user, "POST /uploads", boundary, form[:5000], http.StatusRequestTimeout},
		{"a search", user, "POST /search", boundary, form[:5000], http.StatusRequestTimeout},
		{"an operation", user, "POST /api/v1/search", asJSON, "{", http.StatusRequestTimeout},
		{"a page", user, "GET /", plain, "name=", http.StatusOK},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			conn := dial(t, test.site, test.head, test.contentType, 20_000)
			_, err := io.WriteString(conn, test.sent)
			webtest.Must(t, err)
			reader := bufio.NewReader(conn)
			answer, err := http.ReadResponse(reader, nil)
			if err != nil {
				t.Fatalf("no answer: %v", err)
			}
			body, err := io.ReadAll(answer.Body)
			webtest.Must(t, err)
			if answer.StatusCode != test.status {
				t.Errorf("status %d, want %d: %s", answer.StatusCode, test.status, body)
			}
			if _, err := reader.ReadByte(); err != io.EOF {
				t.Errorf("the connection ends with %v, want it to be closed", err)
			}
		})
	}
}

// An upload that arrives steadily may take longer than every limit.
func TestSlowUpload(t *testing.T) {
	if testing.Short() {
		t.Skip("NOT RUN with -short: sends for seconds")
	}
	t.Parallel()
	s := webtest.NewSignedIn(t, func(o *web.Options) {
		o.BodyLimits = request.BodyLimits{SignedOut: time.Second, Window: 2 * time.Second, MinBytes: 100}
	})
	form, boundary := webtest.MultipartForm(t, []webtest.Part{{"file", "finals.zip", strings.Repeat("x", 10_000)}})
	conn := dial(t, s, "POST /uploads", boundary, len(form))
	for step := len(form)/12 + 1; len(form) > 0; form = form[min(step, len(form)):] {
		_, err := io.WriteString(conn, form[:min(step, len(form))])
		webtest.Must(t, err)
		time.Sleep(300 * time.Millisecond)
	}
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	webtest.Must(t, err)
	if answer.StatusCode != http.StatusSeeOther {
		body, _ := io.ReadAll(answer.Body)
		t.Errorf("status %d, want 303: %s", answer.StatusCode, body)
	}
}

// A client that reads no answers loses the connection, also without a sign-in.
func TestUnreadAnswers(t *testing.T) {
	t.Parallel()
	const path = "/api/v1/openapi.yaml"
	const most = 200 // answers, more than the buffers of both ends have room for
	sizes := make(chan int64, most)
	s := webtest.NewSite(t, func(o *web.Options) {
		o.BodyLimits = request.BodyLimits{Answer: 300 * time.Millisecond}
		o.OnRequest = func(r web.Request) {
			if r.Route == "GET "+path {
				sizes <- r.Bytes
			}
		}
	})
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.Base, "http://"))
	webtest.Must(t, err)
	defer conn.Close()
	_, err = io.WriteString(conn, strings.Repeat("GET "+path+" HTTP/1.1\r\nHost: "+conn.RemoteAddr().String()+"\r\n\r\n", most))
	webtest.Must(t, err)
	timeout := time.After(time.Minute)
	for n, whole := 0, int64(0); n < most; n++ {
		select {
		case size := <-sizes:
			if n == 0 {
				whole = size
			} else if size < whole {
				return // this answer ended by the limit
			}
		case <-timeout:
			t.Fatalf("the server still waits for the reader of answer %d after a minute", n+1)
		}
	}
	t.Fatalf("%d answers that nobody read are whole", most)
}

// An upload or a known source changes nothing if its sender was disabled, signed out, or lost a role, while it arrived.
func TestAccessEndsWhileSending(t *testing.T) {
	t.Parallel()
	s := webtest.NewSite(t)
	contestID, _, pairs := s.AddBlind()
	form, boundary := webtest.MultipartForm(t, []webtest.Part{{"contest", "", "Autumn"}, {"file", "a.cpp", "int main() {}"}})
	source, sourceBoundary := webtest.MultipartForm(t, []webtest.Part{{"name", "", "x"}, {"kind", "", "other"}, {"filename", "", "a.cpp"}, {"code", "", "int main() {}"}})
	const program = `{"problem":"A","participant":"Zoe","files":[{"path":"a.cpp","text":"int main() {}"}]}`
	disable := func(_ *webtest.Site, user int64) {
		_, err := s.DB.SetDisabled(t.Context(), review.CommandLine, user, true)
		webtest.Must(t, err)
	}
	signOut := func(client *webtest.Site, _ int64) { client.Post("/signout") }
	loseRole := func(_ *webtest.Site, user int64) { s.SetMember(contestID, user, account.Reviewer) }
	gainRole := func(_ *webtest.Site, user int64) { s.SetMember(pairs[2].Right.ContestID, user, account.Viewer) }
	path := fmt.Sprintf("/contests/%d", contestID)
	for i, test := range []struct {
		name                    string
		head, contentType, body string
		change                  func(client *webtest.Site, user int64)
		status                  int
	}{
		{"an upload", "POST /uploads", boundary, form, loseRole, http.StatusForbidden},
		{"an upload, with a sign-out", "POST /uploads", boundary, form, signOut, http.StatusUnauthorized},
		{"an upload by the API", "POST /api/v1/checks", boundary, form, disable, http.StatusUnauthorized},
		{"a program by the API", "POST /api/v1" + path + "/submissions", "application/json", program, loseRole, http.StatusForbidden},
		{"a known source", "POST " + path + "/sources", sourceBoundary, source, disable, http.StatusUnauthorized},
		{"an upload, with a further role", "POST /api/v1/checks", boundary, form, gainRole, http.StatusAccepted},
	} {
		name := fmt.Sprintf("chief %d", i)
		user := s.AddMember(contestID, name, account.Chief)
		client := s.NewClient(t).SignIn(name)
		conn := dial(t, client, test.head, test.contentType+"\r\nExpect: 100-continue", len(test.body))
		reader := bufio.NewReader(conn)
		if line, err := reader.ReadString('\n'); !strings.HasPrefix(line, "HTTP/1.1 100 ") {
			t.Fatalf("%s: the answer begins with %q, %v; want 100: the handler reads the body", test.name, line, err)
		}
		test.change(client, user.ID)
		_, err := io.WriteString(conn, test.body)
		webtest.Must(t, err)
		if _, err := reader.ReadString('\n'); err != nil { // the empty line after the 100
			t.Fatal(err)
		}
		answer, err := http.ReadResponse(reader, nil)
		webtest.Must(t, err)
		if body, _ := io.ReadAll(answer.Body); answer.StatusCode != test.status {
			t.Errorf("%s: status %d, want %d: %s", test.name, answer.StatusCode, test.status, body)
		}
	}
	s.Server.Jobs.Wait()
	if n := len(s.Checker.Uploads()); n != 1 {
		t.Errorf("%d uploads are stored, want only that of the chief judge with a further role", n)
	}
}

// Without a sign-in, no page accepts a large body.
func TestLargeBodyOfStranger(t *testing.T) {
	t.Parallel()
	s := webtest.NewSite(t)
	large := strings.Repeat("x", 10*request.MaxForm)
	form, boundary := webtest.MultipartForm(t, []webtest.Part{{"token", "", "unknown"}, {"file", "x", large}})
	s.Do("POST", "/signin", "name="+large, "Content-Type", "application/x-www-form-urlencoded", "Sec-Fetch-Site", "same-origin").WantStatus(http.StatusRequestEntityTooLarge, "a large form")
	s.Do("GET", "/signin", form, "Content-Type", boundary).WantStatus(http.StatusOK, "a page with a form in its body, which is not read")
}

// A user can have MaxUnderWay uploads under way; the next upload is refused until one has ended.
func TestUploadsUnderWay(t *testing.T) {
	t.Parallel()
	s := webtest.NewSignedIn(t)
	form, boundary := webtest.MultipartForm(t, []webtest.Part{{"file", "finals.zip", strings.Repeat("x", 10_000)}})
	var conns []net.Conn
	for range request.MaxUnderWay {
		conn := dial(t, s, "POST /uploads", boundary, len(form))
		_, err := io.WriteString(conn, form[:5000])
		webtest.Must(t, err)
		conns = append(conns, conn)
	}
	// Otherwise the next upload could be accepted, and one of the first ones refused.
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if dirs, err := os.ReadDir(s.TempDir); err != nil || time.Now().After(deadline) {
			t.Fatalf("%d uploads have arrived, %v; want %d", len(dirs), err, request.MaxUnderWay)
		} else if len(dirs) == request.MaxUnderWay {
			break
		}
	}
	waitFor := func(status int) (a webtest.Answer) {
		t.Helper()
		for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
			// A page would hold each upload that it accepts.
			if a = s.Do("POST", "/api/v1/previews", form, "Content-Type", boundary); a.Status == status {
				return a
			}
			if time.Now().After(deadline) {
				t.Fatalf("an upload beside others gets status %d for a minute, want %d: %s", a.Status, status, a.Text())
			}
		}
	}
	webtest.Mention(t, waitFor(http.StatusTooManyRequests).Body, "uploads of yours are under way")
	conns[0].Close()
	waitFor(http.StatusAccepted)
}

// An upload that the disk has no room for is refused before it is sent.
func TestUploadsLeaveRoom(t *testing.T) {
	t.Parallel()
	s := webtest.NewSignedIn(t, func(o *web.Options) { o.MinFree = 1 << 62 })
	for _, path := range []string{"/uploads", "/api/v1/checks", "/api/v1/imports", "/api/v1/previews"} {
		form, boundary := webtest.MultipartForm(t, []webtest.Part{{"file", "finals.zip", "x"}})
		a := s.Do("POST", path, form, "Content-Type", boundary)
		a.WantStatus(http.StatusInsufficientStorage, "%s", path)
		webtest.Mention(t, a.Body, "too little room for an upload")
	}
}
