package auth

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"sync/atomic"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
	"golang.org/x/sync/singleflight"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/review"
)

// OIDC has the settings for signing in at an identity provider with OpenID Connect 1.0, by the code flow, PKCE and a
// nonce. Only issuer and subject identify a person.
type OIDC struct {
	Issuer       string // URL of the provider, without /.well-known/openid-configuration
	ClientID     string
	ClientSecret string   // "" for a public client
	Title        string   // name of the provider on the sign-in page; "" for the host of Issuer
	Scopes       []string // requested in addition to openid, profile and email; many providers send groups only if "groups" is requested
	GroupsClaim  string   // the claim with the groups of a person

	Administrators string           // the group of administrators; with "", groups do not decide who is an administrator
	Grants         []account.Grant  // roles of groups; in their contests, each sign-in replaces a role that was given by hand
	Now            func() time.Time // nil is time.Now
}

const (
	// The addresses of the two steps: the provider sends the browser back to OIDCCallback.
	OIDCStart    = "/signin/oidc"
	OIDCCallback = "/signin/oidc/callback"

	// clockSkew is how far the clock of the provider may be behind.
	clockSkew = time.Minute
	// providerTimeout bounds each request to the provider.
	providerTimeout = 10 * time.Second
	// oidcTime is how long a sign-in waits for the provider to send the browser back.
	oidcTime = 15 * time.Minute
)

// The keys of a session's values.
const (
	stateKey    = "oidc state" // state, nonce and verifier are for checking the provider's answer
	nonceKey    = "oidc nonce"
	verifierKey = "oidc verifier"
	nextKey     = "oidc next"  // the page to show after the sign-in
	idTokenKey  = "oidc token" // for signing out at the provider
)

type provider struct {
	OIDC
	client *http.Client

	discoveries singleflight.Group
	discovery   atomic.Pointer[discovery] // nil until the provider has answered once
}

// discovery is what the provider says about itself.
type discovery struct {
	*oidc.Provider
	endSession string // the provider's address for signing out; "" for none
}

func newProvider(settings *OIDC) *provider {
	if settings == nil {
		return nil
	}
	p := &provider{OIDC: *settings, client: &http.Client{Timeout: providerTimeout}}
	p.GroupsClaim = cmp.Or(p.GroupsClaim, "groups")
	if p.Title == "" {
		p.Title = p.Issuer
		if u, err := url.Parse(p.Issuer); err == nil && u.Host != "" {
			p.Title = u.Host
		}
	}
	if p.Now == nil {
		p.Now = time.Now
	}
	return p
}

// discover returns the provider's discovery document. It reads it at the first sign-in, not at the start, so that the
// server can start before the provider. Sign-ins at the same time share one request, which goes on after the end of ctx.
func (p *provider) discover(ctx context.Context) (*discovery, error) {
	if found := p.discovery.Load(); found != nil {
		return found, nil
	}
	results := p.discoveries.DoChan("", func() (any, error) {
		found, err := p.readDiscovery(context.WithoutCancel(ctx)) // the client has a timeout
		if err == nil {
			p.discovery.Store(found)
		}
		return found, err
	})
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case result := <-results:
		return result.Val.(*discovery), result.Err
	}
}

func (p *provider) readDiscovery(ctx context.Context) (*discovery, error) {
	found, err := oidc.NewProvider(oidc.ClientContext(ctx, p.client), p.Issuer)
	if err != nil {
		return nil, err
	}
	var extra struct {
		EndSession string `json:"end_session_endpoint"`
	}
	if err := found.Claims(&extra); err != nil {
		return nil, err
	}
	return &discovery{found, extra.EndSession}, nil
}

func (p *provider) config(d *discovery, redirect string) *oauth2.Config {
	return &oauth2.Config{
		ClientID: p.ClientID, ClientSecret: p.ClientSecret, Endpoint: d.Endpoint(), RedirectURL: redirect,
		Scopes: append([]string{oidc.ScopeOpenID, "profile", "email"}, p.Scopes...),
	}
}

// claims are what the provider says about a person.
type claims map[string]any

func (c claims) text(name string) string {
	text, _ := c[name].(string)
	return text
}

// name returns the name of a new account; "" if the claims have none.
func (c claims) name() string {
	return cmp.Or(c.text("preferred_username"), c.text("name"), c.text("email"))
}

// isComplete reports whether claims have a name, and groups if a setting needs them.
func (p *provider) isComplete(c claims) bool {
	usesGroups := p.Administrators != "" || len(p.Grants) > 0
	return c.name() != "" && (!usesGroups || c[p.GroupsClaim] != nil)
}

// verify exchanges the code of an answer for an ID token, and checks the token. It also returns the raw token. If
// the token lacks claims, verify asks the userinfo endpoint (OpenID Connect Core 1.0, section 5.4), because many
// providers send name and groups only there.
func (p *provider) verify(
	ctx context.Context, d *discovery, redirect, code, verifier, nonce string,
) (id *oidc.IDToken, raw string, c claims, err error) {
	ctx = oidc.ClientContext(ctx, p.client)
	token, err := p.config(d, redirect).Exchange(ctx, code, oauth2.VerifierOption(verifier))
	if err != nil {
		return nil, "", nil, err
	}
	raw, ok := token.Extra("id_token").(string)
	if !ok {
		return nil, "", nil, errors.New("the provider sent no ID token")
	}
	checker := d.Verifier(&oidc.Config{ClientID: p.ClientID, Now: func() time.Time { return p.Now().Add(-clockSkew) }})
	if id, err = checker.Verify(ctx, raw); err != nil {
		return nil, "", nil, err
	}
	if id.Nonce != nonce {
		return nil, "", nil, errors.New("the ID token belongs to another sign-in: its nonce differs")
	}
	c = make(claims)
	if err := id.Claims(&c); err != nil {
		return nil, "", nil, err
	}
	if d.UserInfoEndpoint() != "" && !p.isComplete(c) {
		info, err := d.UserInfo(ctx, oauth2.StaticTokenSource(token))
		if err != nil {
			return nil, "", nil, err
		}
		if info.Subject != id.Subject {
			return nil, "", nil, errors.New("the userinfo endpoint and the ID token have different subjects")
		}
		if err := info.Claims(&c); err != nil {
			return nil, "", nil, err
		}
	}
	err = id.Claims(&c) // the claims of the ID token, which is signed, replace the claims of userinfo
	return id, raw, c, err
}

// groups returns the groups in a claim. The claim is a list of names, or one name.
func (c claims) groups(claim string) ([]string, error) {
	switch value := c[claim].(type) {
	case nil:
		return nil, nil
	case string:
		return []string{value}, nil
	case []any:
		var groups []string
		for _, v := range value {
			if name, ok := v.(string); ok {
				groups = append(groups, name)
			}
		}
		return groups, nil
	}
	return nil, fmt.Errorf("the claim %q is neither a list nor a name", claim)
}

// ProviderTitle returns the title of the identity provider; "" if there is none.
func (s *Service) ProviderTitle() string {
	if s.provider == nil {
		return ""
	}
	return s.provider.Title
}

// ProviderOrigin returns scheme and host of the identity provider; "" if there is none.
func (s *Service) ProviderOrigin() string {
	if s.provider == nil {
		return ""
	}
	return originOf(s.provider.Issuer)
}

func originOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

func providerError(status int, message i18n.Key) error {
	return httperr.New(status, "Not signed in", message,
		"Try again from the sign-in page. If it fails again, ask whoever runs this installation.")
}

// callback returns the address to which the provider sends the browser back.
func (s *Service) callback(r *http.Request) string { return s.options.Exposure.Base(r) + OIDCCallback }

// discover reads the discovery document of the identity provider. The error is for users; the log has its cause.
func (s *Service) discover(ctx context.Context) (*discovery, error) {
	if s.provider == nil {
		return nil, contest.ErrNotFound
	}
	d, err := s.provider.discover(ctx)
	if err != nil && ctx.Err() == nil {
		s.options.Log.Error("the identity provider could not be reached", "error", err)
		err = providerError(http.StatusBadGateway, "The identity provider could not be reached.")
	}
	return d, err
}

// StartOIDC sends the browser to the identity provider. next is the page to show after the sign-in. The session that waits
// for the answer is stored, so each client may begin few sign-ins, and the session ends soon.
func (s *Service) StartOIDC(w http.ResponseWriter, r *http.Request, next string) error {
	if s.provider == nil {
		return contest.ErrNotFound
	}
	if err := s.allowClient(r, s.oidcLimits); err != nil {
		return err
	}
	d, err := s.discover(r.Context())
	if err != nil {
		return err
	}
	state, nonce, verifier := rand.Text(), rand.Text(), oauth2.GenerateVerifier()
	for key, value := range map[string]string{stateKey: state, nonceKey: nonce, verifierKey: verifier, nextKey: next} {
		s.Sessions.Put(r.Context(), key, value)
	}
	if !IsSignedIn(r) {
		s.Sessions.SetDeadline(r.Context(), time.Now().Add(oidcTime)) // Begin replaces it
	}
	config := s.provider.config(d, s.callback(r))
	address := config.AuthCodeURL(state, oidc.Nonce(nonce), oauth2.S256ChallengeOption(verifier))
	http.Redirect(w, r, address, http.StatusSeeOther)
	return nil
}

// FinishOIDC signs in the person whom the identity provider has identified, and returns the page to show.
func (s *Service) FinishOIDC(r *http.Request) (next string, err error) {
	ctx, query := r.Context(), r.URL.Query()
	if s.provider == nil {
		return "", contest.ErrNotFound
	}
	state, nonce := s.Sessions.PopString(ctx, stateKey), s.Sessions.PopString(ctx, nonceKey)
	verifier, next := s.Sessions.PopString(ctx, verifierKey), s.Sessions.PopString(ctx, nextKey)
	switch {
	case state == "" || query.Get("state") != state:
		return "", providerError(http.StatusBadRequest, "This sign-in was not begun in this browser, or it was used already.")
	case query.Get("error") != "":
		s.options.Log.Warn("the identity provider refused a sign-in", "error", query.Get("error"))
		return "", providerError(http.StatusForbidden, "The identity provider refused the sign-in.")
	}
	d, err := s.discover(ctx)
	if err != nil {
		return "", err
	}
	id, raw, c, err := s.provider.verify(ctx, d, s.callback(r), query.Get("code"), verifier, nonce)
	var groups []string
	if err == nil {
		groups, err = c.groups(s.provider.GroupsClaim)
	}
	if err != nil {
		s.options.Log.Warn("refused an answer of the identity provider", "error", err)
		return "", providerError(http.StatusBadGateway, "The answer of the identity provider could not be checked.")
	}
	user, err := s.options.Users.UserOfIdentity(ctx, account.Identity{Issuer: id.Issuer, Subject: id.Subject}, cmp.Or(c.name(), "member"))
	if err != nil {
		return "", err
	}
	if user.Disabled {
		return "", providerError(http.StatusForbidden, "Your account here is disabled.")
	}
	if user, err = s.applyGroups(ctx, user, groups); err != nil {
		return "", err
	}
	if err := s.Begin(ctx, user); err != nil {
		return "", err
	}
	s.Sessions.Put(ctx, idTokenKey, raw)
	return next, nil
}

// applyGroups gives a user the roles of their groups at the provider, and removes the roles of groups that they left.
func (s *Service) applyGroups(ctx context.Context, user account.User, groups []string) (account.User, error) {
	by := review.Person{ID: user.ID, Name: user.Name}
	if group := s.provider.Administrators; group != "" {
		changed, err := s.options.Users.SetAdministrator(ctx, by, user.ID, slices.Contains(groups, group))
		switch {
		case errors.Is(err, account.ErrLastAdministrator):
			s.options.Log.Warn("the last administrator is no longer in the group of administrators, but stays administrator", "user", user.ID)
		case err != nil:
			return user, err
		default:
			user = changed
		}
	}
	roles := make(map[string]account.Role)
	for _, g := range s.provider.Grants {
		role := roles[g.Contest]                                  // from another grant, or NoRole
		if slices.Contains(groups, g.Group) && g.Role.May(role) { // g.Role is at least as high
			role = g.Role
		}
		roles[g.Contest] = role
	}
	for name, role := range roles {
		c, err := s.options.Users.ContestByName(ctx, name)
		if errors.Is(err, contest.ErrNotFound) {
			continue // the contest is not stored yet
		}
		if err == nil {
			err = s.options.Users.SetMember(ctx, by, c.ID, user.ID, role)
		}
		if err != nil {
			return user, err
		}
	}
	return user, nil
}

// ProviderSignOutURL returns the address that signs the viewer out at the identity provider, too; "" if there is none.
func (s *Service) ProviderSignOutURL(r *http.Request) string {
	raw := s.Sessions.GetString(r.Context(), idTokenKey)
	if s.provider == nil || raw == "" {
		return ""
	}
	d, err := s.provider.discover(r.Context())
	// The content security policy lets the sign-out form redirect only to the provider's origin.
	if err != nil || d.endSession == "" || originOf(d.endSession) != s.ProviderOrigin() {
		return ""
	}
	address, err := url.Parse(d.endSession)
	if err != nil {
		return ""
	}
	query := address.Query()
	query.Set("id_token_hint", raw)
	query.Set("client_id", s.provider.ClientID)
	query.Set("post_logout_redirect_uri", s.options.Exposure.Base(r)+"/signin")
	address.RawQuery = query.Encode()
	return address.String()
}
