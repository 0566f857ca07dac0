package auth

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// unreachable is a transport that fails after a time.
type unreachable struct {
	after    time.Duration
	requests int
}

func (u *unreachable) RoundTrip(*http.Request) (*http.Response, error) {
	u.requests++
	time.Sleep(u.after)
	return nil, errors.New("unreachable")
}

// Sign-ins at the same time share one request to the provider, and none waits after its client has gone.
func TestDiscoverTogether(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		transport := &unreachable{after: 5 * time.Second}
		p := newProvider(&OIDC{Issuer: "https://provider.example"})
		p.client.Transport = transport
		start := time.Now()
		discover := func(ctx context.Context, want time.Duration) {
			_, err := p.discover(ctx)
			if took := time.Since(start); err == nil || took != want {
				t.Errorf("the sign-in ends after %s with error %v, want an error after %s", took, err, want)
			}
		}
		var signIns sync.WaitGroup
		for range 3 {
			signIns.Go(func() { discover(t.Context(), transport.after) })
		}
		signIns.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			discover(ctx, time.Second)
		})
		signIns.Wait()
		if transport.requests != 1 {
			t.Errorf("%d requests, want 1", transport.requests)
		}
	})
}
