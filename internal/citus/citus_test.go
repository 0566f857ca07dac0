package citus

import (
	"crypto/tls"
	"fmt"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
)

// ojcheck connects to a worker as to the coordinator, with TLS or without it, and to no other host of the URL.
func TestConfig(t *testing.T) {
	t.Parallel()
	describe := func(host string, port uint16, config *tls.Config) string {
		if config == nil {
			return fmt.Sprintf("%s:%d", host, port)
		}
		return fmt.Sprintf("%s:%d with TLS of %s", host, port, config.ServerName)
	}
	const plain, withTLS = "worker:5433", "worker:5433 with TLS of worker"
	for mode, want := range map[string][]string{
		"prefer":      {withTLS, plain},
		"allow":       {plain, withTLS},
		"disable":     {plain},
		"require":     {withTLS},
		"verify-full": {withTLS},
	} {
		config, err := pgx.ParseConfig("postgres://me@first,second/ojcheck?sslmode=" + mode)
		if err != nil {
			t.Fatal(err)
		}
		config = Node{Host: "worker", Port: 5433}.Config(config)
		got := []string{describe(config.Host, config.Port, config.TLSConfig)}
		for _, f := range config.Fallbacks {
			got = append(got, describe(f.Host, f.Port, f.TLSConfig))
		}
		if !slices.Equal(got, want) {
			t.Errorf("sslmode %s: the connections are %q, want %q", mode, got, want)
		}
	}
}
