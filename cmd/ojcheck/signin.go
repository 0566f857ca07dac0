package main

import (
	"bytes"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/remote"
	"github.com/ojcheck/ojcheck/web/auth"
)

// signInFlags are the ways to sign in, other than passwords.
type signInFlags struct {
	Issuer         string   `setting:"" name:"oidc-issuer" placeholder:"URL" help:"Let people sign in at this OpenID Connect provider."`
	ClientID       string   `setting:"" name:"oidc-client-id" placeholder:"ID" help:"ID of ojcheck at the provider."`
	SecretFile     string   `setting:"" name:"oidc-client-secret-file" placeholder:"FILE" help:"File with the client's secret."`
	Title          string   `setting:"" name:"oidc-title" placeholder:"TEXT" help:"Name of the provider on the sign-in page (default: its host)."`
	Scopes         []string `setting:"" name:"oidc-scope" sep:"none" placeholder:"SCOPE" help:"Scope to ask the provider for beside openid, profile and email, such as groups. Repeat it for more."`
	GroupsClaim    string   `setting:"" name:"oidc-groups-claim" default:"groups" placeholder:"CLAIM" help:"Claim with the groups of a person (default groups)."`
	Administrators string   `setting:"" name:"oidc-administrators" placeholder:"GROUP" help:"Group whose members are administrators. Nobody else who signs in at the provider is one."`
	Grants         []string `setting:"" name:"oidc-role" sep:"none" placeholder:"GROUP=ROLE@CONTEST" help:"Give the members of a group a role (viewer, reviewer, chief) in a contest, such as jury=reviewer@Finals. Repeat it for more."`
	Header         string   `setting:"" name:"trusted-header" placeholder:"HEADER" help:"Header in which a proxy names the person that it has signed in, such as X-Remote-User."`
	HeaderFrom     []string `setting:"" name:"trusted-header-from" placeholder:"ADDRESS" help:"Address or network of that proxy, such as 127.0.0.1 or 10.0.0.0/24. The header of others is ignored."`
	NoPasswords    bool     `setting:"" help:"Accept no passwords; the one-time link that serve prints still works."`
}

// methods returns the ways to sign in, or a usageError for invalid flags.
func (f signInFlags) methods() (m auth.Methods, err error) {
	m.NoPasswords = f.NoPasswords
	if f.NoPasswords && f.Issuer == "" && f.Header == "" {
		return m, usageError{"--no-passwords needs another way to sign in: --oidc-issuer or --trusted-header"}
	}
	if m.OIDC, err = f.oidc(); err != nil {
		return m, err
	}
	if (f.Header == "") != (len(f.HeaderFrom) == 0) {
		return m, usageError{"--trusted-header and --trusted-header-from go together: anybody can send a header"}
	}
	m.Header.Name = f.Header
	for _, text := range f.HeaderFrom {
		prefix, err := netip.ParsePrefix(text)
		if err != nil {
			var address netip.Addr
			if address, err = netip.ParseAddr(text); err == nil {
				prefix = netip.PrefixFrom(address, address.BitLen())
			}
		}
		if err != nil {
			return m, usageError{fmt.Sprintf(
				"--trusted-header-from %q: give an address or a network, such as 127.0.0.1 or 10.0.0.0/24", text)}
		}
		m.Header.From = append(m.Header.From, prefix.Masked())
	}
	return m, nil
}

func (f signInFlags) oidc() (*auth.OIDC, error) {
	if f.Issuer == "" {
		if f.ClientID != "" || f.SecretFile != "" || f.Title != "" || f.Administrators != "" || len(f.Scopes)+len(f.Grants) > 0 {
			return nil, usageError{"the --oidc flags need --oidc-issuer, the address of the provider"}
		}
		return nil, nil
	}
	address, err := url.Parse(f.Issuer)
	isSafe := err == nil && address.Host != "" &&
		(address.Scheme == "https" || address.Scheme == "http" && remote.IsLoopback(address.Hostname()))
	if !isSafe {
		return nil, usageError{fmt.Sprintf(
			"--oidc-issuer %q: give the provider's address with https, such as https://login.example", f.Issuer)}
	}
	if f.ClientID == "" {
		return nil, usageError{"--oidc-issuer needs --oidc-client-id, the ID of ojcheck at the provider"}
	}
	o := &auth.OIDC{
		Issuer: f.Issuer, ClientID: f.ClientID, Title: f.Title, Scopes: f.Scopes,
		GroupsClaim: f.GroupsClaim, Administrators: f.Administrators,
	}
	if f.SecretFile != "" {
		secret, err := readSmallFile(f.SecretFile, maxSecret)
		if err == nil && len(bytes.TrimSpace(secret)) == 0 {
			err = errors.New("the file is empty")
		}
		if err != nil {
			return nil, usageError{fmt.Sprintf("--oidc-client-secret-file %s: %v", f.SecretFile, err)}
		}
		o.ClientSecret = string(bytes.TrimSpace(secret))
	}
	for _, text := range f.Grants {
		grant, err := parseGrant(text)
		if err != nil {
			return nil, err
		}
		o.Grants = append(o.Grants, grant)
	}
	return o, nil
}

// parseGrant reads GROUP=ROLE@CONTEST. The group may contain "=", as in cn=jury. The contest may contain "@".
func parseGrant(text string) (account.Grant, error) {
	for _, role := range account.Roles() {
		if group, name, ok := strings.Cut(text, "="+string(role)+"@"); ok && group != "" && name != "" {
			return account.Grant{Group: group, Role: role, Contest: name}, nil
		}
	}
	return account.Grant{}, usageError{fmt.Sprintf("--oidc-role %q: give it as GROUP=ROLE@CONTEST, "+
		"such as jury=reviewer@Finals; roles are viewer, reviewer and chief", text)}
}
