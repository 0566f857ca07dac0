// Package request reads requests: paths, forms, the filters of pairs, uploads, and how clients reach the server.
package request

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/remote"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/lexer"
)

// PathNumber reads the number of a participant or a cluster from the address; 0 for other text.
func PathNumber(r *http.Request) int { return int(ParsePositive(r.PathValue("number"), 32)) }

// ParsePositive reads a number above 0 that fits into a signed integer of so many bits; 0 for other text.
func ParsePositive(s string, bits int) int64 {
	n, err := strconv.ParseInt(s, 10, bits)
	if err != nil {
		return 0
	}
	return max(0, n)
}

// PathID reads the ID in a part of the address.
func PathID(r *http.Request, part string) (int64, error) {
	id, err := strconv.ParseInt(r.PathValue(part), 10, 64)
	if err != nil || id <= 0 {
		return 0, contest.ErrNotFound
	}
	return id, nil
}

// ByID calls read with the ID in the part "id" of the address.
func ByID[T any](r *http.Request, read func(context.Context, int64) (T, error)) (value T, err error) {
	id, err := PathID(r, "id")
	if err != nil {
		return value, err
	}
	return read(r.Context(), id)
}

// MaxForm limits a form without files, in bytes.
const MaxForm = 64 << 10

// MaxDecision limits a form of the decision panel, in bytes: a note, with %XX for each byte, and the other fields.
const MaxDecision = 3*review.MaxNote + 4<<10

// The limits of a search.
const (
	MaxProgram    = lexer.MaxRawBytes     // bytes of the program
	MaxSearchForm = 2*MaxProgram + 64<<10 // bytes of the form, which may hold the program twice
)

// ParseForm reads a form without files, of at most MaxForm bytes, into r.PostForm.
func ParseForm(w http.ResponseWriter, r *http.Request) error { return ParseLongForm(w, r, MaxForm) }

// ParseLongForm is ParseForm with another limit.
func ParseLongForm(w http.ResponseWriter, r *http.Request, limit int64) error {
	r.Body = http.MaxBytesReader(w, r.Body, limit)
	err := r.ParseForm()
	if err != nil && !errors.As(err, new(*http.MaxBytesError)) && !errors.Is(err, ErrSlow) {
		return httperr.BadRequest("The form could not be read.", "Go back and send it again.")
	}
	return err
}

// MaxName limits the name of an uploaded file, in bytes. File systems end at 255.
const MaxName = 120

// SafeName turns a file name that a browser sent into a safe path element, and keeps its extension.
func SafeName(sent string) string {
	name := path.Base(OneLine(strings.ReplaceAll(sent, `\`, "/")))
	name = strings.TrimLeft(name, ". ") // neither a dot file nor ".."
	if over := len(name) - MaxName; over > 0 {
		ext := extension(name)
		if len(ext) >= MaxName/2 {
			ext = ""
		}
		name = Truncate(name, MaxName-len(ext)) + ext
	}
	return cmp.Or(strings.Trim(name, "/ "), "upload")
}

// ContestName proposes a name for the contest in a file: the file name without its extension.
func ContestName(file string) string {
	return cmp.Or(strings.TrimSpace(strings.TrimSuffix(file, extension(file))), file)
}

// extension returns the extension of a file name. Of names such as "a.tar.gz" and "a.txt.gz", it returns both parts.
func extension(name string) string {
	ext := path.Ext(name)
	switch inner := path.Ext(strings.TrimSuffix(name, ext)); strings.ToLower(inner) {
	case ".tar", ".txt", ".csv", ".json":
		return inner + ext
	}
	return ext
}

// CleanText returns a text of several lines as it is stored: with LF line ends, and without blanks around it.
func CleanText(sent string) string { return strings.TrimSpace(strings.ReplaceAll(sent, "\r\n", "\n")) }

// OneLine makes text printable on one line: bad UTF-8, control and direction characters become spaces.
func OneLine(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) ||
			unicode.Is(unicode.Zl, r) || unicode.Is(unicode.Zp, r) {
			return ' '
		}
		return r
	}, s))
}

// Truncate cuts text to at most limit bytes, between characters.
func Truncate(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit]
}

// Exposure describes how other machines reach the server. The zero value serves this machine only.
type Exposure struct {
	HasHost     func(host string) bool // reports whether host, in lower case, is a name of the server; nil if only loopback addresses are
	PublicURL   string                 // the server's address for browsers, such as "https://judge.example"; "" for the address of the listener
	TLS         bool                   // the server itself speaks TLS
	BehindProxy bool                   // a reverse proxy with TLS sends the requests, with X-Forwarded-For and X-Forwarded-Proto
}

// Serves reports whether a host is this server. To prevent DNS rebinding, the server refuses requests for other hosts.
func (e Exposure) Serves(host string) bool {
	return remote.IsLoopback(host) || e.HasHost != nil && e.HasHost(host)
}

// ServesTLS reports whether browsers connect by TLS.
func (e Exposure) ServesTLS() bool { return e.TLS || e.BehindProxy }

// forwardedHeader returns the last value of a header, which the proxy itself added; "" without a proxy or a value.
func (e Exposure) forwardedHeader(r *http.Request, header string) string {
	values := r.Header.Values(header)
	if !e.BehindProxy || len(values) == 0 {
		return ""
	}
	last := values[len(values)-1]
	return strings.TrimSpace(last[strings.LastIndexByte(last, ',')+1:])
}

// IsTLS reports whether a request is known to have used TLS.
func (e Exposure) IsTLS(r *http.Request) bool {
	return r.TLS != nil || strings.EqualFold(e.forwardedHeader(r, "X-Forwarded-Proto"), "https")
}

// IsPlainHTTP reports whether the proxy says that a request came without TLS.
func (e Exposure) IsPlainHTTP(r *http.Request) bool {
	return strings.EqualFold(e.forwardedHeader(r, "X-Forwarded-Proto"), "http")
}

// Client returns the address of the client, as a trusted proxy says; the zero Addr if it is not known.
func (e Exposure) Client(r *http.Request) netip.Addr {
	if address, err := netip.ParseAddr(e.forwardedHeader(r, "X-Forwarded-For")); err == nil {
		return address.Unmap().WithZone("")
	}
	peer, _ := netip.ParseAddrPort(r.RemoteAddr) // zero if the request is not from a network, as in tests
	return peer.Addr().Unmap().WithZone("")
}

// IDHeader is the header with the ID of a request, in requests of a proxy and in all answers.
const IDHeader = "X-Request-Id"

// wellFormedID matches the IDs that proxies usually send: UUIDs, and the $request_id of nginx.
var wellFormedID = regexp.MustCompile(`^[A-Za-z0-9_-]{8,64}$`)

// NewID returns the ID that a proxy gave the request; else a random ID, because clients must not choose what is logged.
func (e Exposure) NewID(r *http.Request) string {
	if id := r.Header.Get(IDHeader); e.BehindProxy && wellFormedID.MatchString(id) {
		return id
	}
	return rand.Text()
}

type idKey struct{}

// WithID returns a context with the ID of a request.
func WithID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, idKey{}, id)
}

// ID returns the ID of a request from its context; "" for none.
func ID(ctx context.Context) string {
	id, _ := ctx.Value(idKey{}).(string)
	return id
}

// LinkPath begins the address of a link to a case. The link's secret follows.
const LinkPath = "/links/"

// HideLink keeps the address of a link out of search engines, and out of the Referer of requests from the link's page.
func HideLink(h http.Header) {
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Robots-Tag", "noindex, nofollow, noarchive")
}

// LoggedPath returns the path of a request as the log may have it: without the secret of a link.
func LoggedPath(r *http.Request) string {
	if strings.HasPrefix(r.URL.Path, LinkPath) {
		return LinkPath + "…"
	}
	return r.URL.Path
}

// IsLocal reports whether only programs on the server's own machine can open addresses of [Exposure.Base].
func (e Exposure) IsLocal(r *http.Request) bool {
	base, err := url.Parse(e.Base(r))
	return err == nil && remote.IsLoopback(base.Hostname())
}

// Base returns the address of the server as the client knows it, such as "https://judge.example".
func (e Exposure) Base(r *http.Request) string {
	switch {
	case e.PublicURL != "":
		return strings.TrimSuffix(e.PublicURL, "/")
	case e.IsTLS(r):
		return "https://" + r.Host
	}
	return "http://" + r.Host
}
