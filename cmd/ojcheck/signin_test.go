package main

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/web/auth"
)

func TestSignInFlags(t *testing.T) {
	t.Parallel()
	got, err := signInFlags{
		Issuer: "https://login.example", ClientID: "ojcheck", SecretFile: newFile(t, "secret", "s3cret\n"), Scopes: []string{"groups"}, GroupsClaim: "groups", Administrators: "staff",
		Grants: []string{"jury=reviewer@Finals 2026", "cn=heads,ou=jury=chief@a@b"},
		Header: "X-Remote-User", HeaderFrom: []string{"127.0.0.1", "10.1.2.3/24", "::1"}, NoPasswords: true,
	}.methods()
	if err != nil {
		t.Fatal(err)
	}
	want := auth.Methods{
		OIDC: &auth.OIDC{Issuer: "https://login.example", ClientID: "ojcheck", ClientSecret: "s3cret", Scopes: []string{"groups"}, GroupsClaim: "groups", Administrators: "staff",
			Grants: []account.Grant{
				{Group: "jury", Role: account.Reviewer, Contest: "Finals 2026"}, {Group: "cn=heads,ou=jury", Role: account.Chief, Contest: "a@b"}}},
		Header: auth.TrustedHeader{Name: "X-Remote-User", From: []netip.Prefix{
			netip.MustParsePrefix("127.0.0.1/32"), netip.MustParsePrefix("10.1.2.0/24"), netip.MustParsePrefix("::1/128")}},
		NoPasswords: true,
	}
	if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b netip.Prefix) bool { return a == b })); diff != "" {
		t.Errorf("methods (-want +got):\n%s", diff)
	}
}

func TestSignInFlagsRefuse(t *testing.T) {
	t.Parallel()
	empty := newFile(t, "empty", "\n")
	provider := signInFlags{Issuer: "https://login.example", ClientID: "ojcheck"}
	with := func(change func(*signInFlags)) signInFlags { f := provider; change(&f); return f }
	for want, flags := range map[string]signInFlags{
		"needs another way to sign in":      {NoPasswords: true},
		"need --oidc-issuer":                {ClientID: "ojcheck"},
		"the --oidc flags need":             {Title: "University"},
		"--oidc-issuer, the address":        {Scopes: []string{"groups"}},
		"needs --oidc-client-id":            {Issuer: "https://login.example"},
		"with https":                        {Issuer: "http://login.example", ClientID: "ojcheck"},
		"the file is empty":                 with(func(f *signInFlags) { f.SecretFile = empty }),
		"no such file":                      with(func(f *signInFlags) { f.SecretFile = empty + "x" }),
		`"jury=boss@Finals": give it as`:    with(func(f *signInFlags) { f.Grants = []string{"jury=boss@Finals"} }),
		`"=chief@Finals": give it as`:       with(func(f *signInFlags) { f.Grants = []string{"=chief@Finals"} }),
		"go together":                       {Header: "X-Remote-User"},
		`"proxy": give an address`:          {Header: "X-Remote-User", HeaderFrom: []string{"proxy"}},
		"--trusted-header-from go together": {HeaderFrom: []string{"127.0.0.1"}},
	} {
		if _, err := flags.methods(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error %v, want one with %q", flags, err, want)
		}
	}
}
