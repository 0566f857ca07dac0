package metrics

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/ojcheck/ojcheck/internal/contest"
)

// Archive is the part of postgres.DB that the metrics read.
type Archive interface {
	Figures(ctx context.Context) (contest.Figures, error)
	Pools() map[string]*pgxpool.Stat
}

// countTimeout limits how long Prometheus waits for the counts of the archive.
const countTimeout = 5 * time.Second

// RegisterArchive adds the metrics of the database. They are measured when Prometheus asks.
func (m *Metrics) RegisterArchive(archive Archive) {
	desc := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc(prefix+name, help, labels, nil)
	}
	m.registry.MustRegister(&archiveCollector{
		archive: archive, warn: func(err error) { m.log.Warn("could not read the metrics of the archive", "error", err) },
		up:          desc("database_up", "1 if the database answered the last query for metrics, else 0."),
		bytes:       desc("archive_bytes", "Size of the database on its disk."),
		contests:    desc("archive_contests", "Stored contests."),
		submissions: desc("archive_submissions", "Stored submissions of all contests."),
		checks:      desc("archive_checks", "Stored checks, by state.", "state"),
		alerts:      desc("alerts", "Alerts of all watches, by state: open until the closing check, then upheld or not_upheld, which means withdrawn.", "state"),
		watches:     desc("watches", "Contests that are or were followed, by state.", "state"),
		backlog:     desc("webhook_backlog", "Alerts that are not delivered to a webhook yet."),
		connections: desc("database_connections", "Connections to the database, by pool and state.", "pool", "state"),
		maximum:     desc("database_connections_max", "Maximum number of connections of a pool.", "pool"),
		waits:       desc("database_waits_total", "Number of times that a request or check waited for a free connection of a pool.", "pool"),
		waitSeconds: desc("database_wait_seconds_total", "Seconds that requests and checks waited for connections of a pool.", "pool"),
	})
}

type archiveCollector struct {
	archive Archive
	warn    func(error)

	up, bytes, contests, submissions, checks, alerts, watches, backlog *prometheus.Desc
	connections, maximum, waits, waitSeconds                           *prometheus.Desc
}

func (c *archiveCollector) Describe(out chan<- *prometheus.Desc) {
	for _, desc := range []*prometheus.Desc{c.up, c.bytes, c.contests, c.submissions, c.checks, c.alerts, c.watches, c.backlog,
		c.connections, c.maximum, c.waits, c.waitSeconds} {
		out <- desc
	}
}

func (c *archiveCollector) Collect(out chan<- prometheus.Metric) {
	gauge := func(desc *prometheus.Desc, value float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value, labels...)
	}
	counter := func(desc *prometheus.Desc, value float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(desc, prometheus.CounterValue, value, labels...)
	}
	for name, pool := range c.archive.Pools() {
		gauge(c.connections, float64(pool.AcquiredConns()), name, "busy")
		gauge(c.connections, float64(pool.IdleConns()), name, "idle")
		gauge(c.maximum, float64(pool.MaxConns()), name)
		counter(c.waits, float64(pool.EmptyAcquireCount()), name)
		counter(c.waitSeconds, pool.EmptyAcquireWaitTime().Seconds(), name)
	}
	ctx, cancel := context.WithTimeout(context.Background(), countTimeout)
	defer cancel()
	f, err := c.archive.Figures(ctx)
	if err != nil {
		c.warn(err)
		gauge(c.up, 0)
		return
	}
	gauge(c.up, 1)
	gauge(c.bytes, float64(f.Bytes))
	gauge(c.contests, float64(f.Contests))
	gauge(c.submissions, float64(f.Submissions))
	gauge(c.backlog, float64(f.Undelivered))
	for state, n := range f.Checks {
		gauge(c.checks, float64(n), string(state))
	}
	for state, n := range f.Alerts {
		gauge(c.alerts, float64(n), string(state))
	}
	for state, n := range f.Watches {
		gauge(c.watches, float64(n), string(state))
	}
}
