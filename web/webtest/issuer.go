package webtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

// The client that an Issuer knows.
const (
	ClientID     = "ojcheck"
	ClientSecret = "a secret of the client"
)

// Issuer is an identity provider: OpenID Connect 1.0 with the code flow and PKCE. There is no password: everybody is signed
// in as the person of SetPerson.
type Issuer struct {
	*testing.T
	URL string

	mu      sync.Mutex
	person  map[string]any // claims
	change  func(claims map[string]any)
	refusal string // error to answer with
	key     jose.JSONWebKey
	codes   map[string]url.Values     // the parameters of the request, by code
	info    map[string]map[string]any // the answers of the userinfo endpoint, by access token; nil without the endpoint
	ended   []url.Values              // the parameters of each sign-out
}

// NewIssuer starts an identity provider.
func NewIssuer(t *testing.T) *Issuer {
	t.Helper()
	i := &Issuer{T: t, codes: make(map[string]url.Values), person: map[string]any{"sub": "1"}}
	i.RotateKeys()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", i.configuration)
	mux.HandleFunc("GET /keys", i.publicKeys)
	mux.HandleFunc("GET /authorize", i.authorize)
	mux.HandleFunc("POST /token", i.token)
	mux.HandleFunc("GET /userinfo", i.userInfo)
	mux.HandleFunc("GET /end", i.end)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		i.mu.Lock()
		defer i.mu.Unlock()
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	i.URL = server.URL
	return i
}

// SetPerson sets the claims about everybody who signs in from now on.
func (i *Issuer) SetPerson(claims map[string]any) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.person = claims
}

// ChangeClaims changes all ID tokens before they are signed; nil changes none.
func (i *Issuer) ChangeClaims(change func(claims map[string]any)) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.change = change
}

// UseUserInfo moves the claims about the person, except the subject, from the ID tokens to a userinfo endpoint.
func (i *Issuer) UseUserInfo() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.info = make(map[string]map[string]any)
}

// Refuse makes the issuer refuse sign-ins with an error code; "" makes it accept sign-ins again.
func (i *Issuer) Refuse(code string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.refusal = code
}

// RotateKeys replaces the signing key.
func (i *Issuer) RotateKeys() {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	Must(i.T, err)
	i.mu.Lock()
	defer i.mu.Unlock()
	i.key = jose.JSONWebKey{Key: key, KeyID: rand.Text(), Algorithm: string(jose.ES256), Use: "sig"}
}

// SignOuts returns the parameters of each sign-out at the issuer.
func (i *Issuer) SignOuts() []url.Values {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.ended
}

func (i *Issuer) configuration(w http.ResponseWriter, _ *http.Request) {
	configuration := map[string]any{
		"issuer": i.URL, "authorization_endpoint": i.URL + "/authorize", "token_endpoint": i.URL + "/token", "jwks_uri": i.URL + "/keys",
		"end_session_endpoint": i.URL + "/end", "id_token_signing_alg_values_supported": []string{"ES256"},
		"response_types_supported": []string{"code"}, "subject_types_supported": []string{"public"},
		"code_challenge_methods_supported": []string{"S256"},
	}
	if i.info != nil {
		configuration["userinfo_endpoint"] = i.URL + "/userinfo"
	}
	i.answer(w, configuration)
}

func (i *Issuer) publicKeys(w http.ResponseWriter, _ *http.Request) {
	i.answer(w, jose.JSONWebKeySet{Keys: []jose.JSONWebKey{i.key.Public()}})
}

func (i *Issuer) authorize(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	if query.Get("client_id") != ClientID || query.Get("response_type") != "code" || query.Get("code_challenge_method") != "S256" {
		http.Error(w, "unknown client, or not the code flow with PKCE", http.StatusBadRequest)
		return
	}
	answer := url.Values{"state": {query.Get("state")}}
	if i.refusal != "" {
		answer.Set("error", i.refusal)
	} else {
		code := rand.Text()
		i.codes[code] = query
		answer.Set("code", code)
	}
	http.Redirect(w, r, query.Get("redirect_uri")+"?"+answer.Encode(), http.StatusFound)
}

func (i *Issuer) token(w http.ResponseWriter, r *http.Request) {
	id, secret, _ := r.BasicAuth()
	asked, known := i.codes[r.FormValue("code")]
	delete(i.codes, r.FormValue("code")) // a code works once
	sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	if secret, _ = url.QueryUnescape(secret); !known || id != ClientID || secret != ClientSecret || r.FormValue("redirect_uri") != asked.Get("redirect_uri") ||
		base64.RawURLEncoding.EncodeToString(sum[:]) != asked.Get("code_challenge") {
		http.Error(w, `{"error":"invalid_grant"}`, http.StatusBadRequest)
		return
	}
	claims := map[string]any{"iss": i.URL, "aud": ClientID, "nonce": asked.Get("nonce"),
		"iat": time.Now().Unix(), "exp": time.Now().Add(5 * time.Minute).Unix()}
	person := maps.Clone(i.person)
	if !slices.Contains(strings.Fields(asked.Get("scope")), "groups") {
		delete(person, "groups")
	}
	access := rand.Text()
	if i.info != nil {
		i.info[access] = person
		person = map[string]any{"sub": person["sub"]}
	}
	maps.Copy(claims, person)
	if i.change != nil {
		i.change(claims)
	}
	var signed string
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: i.key}, (&jose.SignerOptions{}).WithType("JWT"))
	if err == nil {
		signed, err = jwt.Signed(signer).Claims(claims).Serialize()
	}
	if err != nil {
		i.Error(err) // not Must: only the goroutine of the test may end it
	}
	i.answer(w, map[string]any{"access_token": access, "token_type": "Bearer", "id_token": signed})
}

func (i *Issuer) userInfo(w http.ResponseWriter, r *http.Request) {
	person, known := i.info[strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")]
	if !known {
		http.Error(w, "unknown access token", http.StatusUnauthorized)
		return
	}
	i.answer(w, person)
}

func (i *Issuer) end(w http.ResponseWriter, r *http.Request) {
	i.ended = append(i.ended, r.URL.Query())
	http.Redirect(w, r, r.URL.Query().Get("post_logout_redirect_uri"), http.StatusFound)
}

func (i *Issuer) answer(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(value); err != nil {
		i.Error(err)
	}
}
