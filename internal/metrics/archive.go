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

// countTimeout bounds how long Prometheus waits for the counts of the archive.
const countTimeout = 5 * time.Second

// RegisterArchive adds the metrics of the database, which are read at each request of Prometheus.
func (m *Metrics) RegisterArchive(archive Archive) {
	c := &collector{}
	desc := func(name, help string, labels ...string) *prometheus.Desc {
		d := prometheus.NewDesc(prefix+name, help, labels, nil)
		c.descs = append(c.descs, d)
		return d
	}
	up := desc("database_up", "1 if the database answered the last query for metrics, else 0.")
	bytes := desc("archive_bytes", "Size of the database on the disk.")
	contests := desc("archive_contests", "Stored contests.")
	submissions := desc("archive_submissions", "Stored submissions of all contests.")
	checks := desc("archive_checks", "Stored checks, by state.", "state")
	alerts := desc("alerts", "Alerts of all watches, by state: open (before the closing check), upheld or not_upheld (after it).", "state")
	watches := desc("watches", "Contests that are or were followed, by state.", "state")
	backlog := desc("webhook_backlog", "Alerts that are not delivered to a webhook yet.")
	connections := desc("database_connections", "Connections to the database, by pool and state.", "pool", "state")
	maxConnections := desc("database_connections_max", "Maximum number of connections of a pool.", "pool")
	waits := desc("database_waits_total", "Number of times that a request or check waited for a free connection of a pool.", "pool")
	waitSeconds := desc("database_wait_seconds_total", "Seconds that requests and checks waited for connections of a pool.", "pool")
	c.collect = func(out chan<- prometheus.Metric) {
		counter := func(desc *prometheus.Desc, value float64, pool string) {
			out <- prometheus.MustNewConstMetric(desc, prometheus.CounterValue, value, pool)
		}
		for name, pool := range archive.Pools() {
			sendGauge(out, connections, float64(pool.AcquiredConns()), name, "busy")
			sendGauge(out, connections, float64(pool.IdleConns()), name, "idle")
			sendGauge(out, maxConnections, float64(pool.MaxConns()), name)
			counter(waits, float64(pool.EmptyAcquireCount()), name)
			counter(waitSeconds, pool.EmptyAcquireWaitTime().Seconds(), name)
		}
		ctx, cancel := context.WithTimeout(context.Background(), countTimeout)
		defer cancel()
		f, err := archive.Figures(ctx)
		if err != nil {
			m.log.Warn("could not read the metrics of the archive", "error", err)
			sendGauge(out, up, 0)
			return
		}
		sendGauge(out, up, 1)
		sendGauge(out, bytes, float64(f.Bytes))
		sendGauge(out, contests, float64(f.Contests))
		sendGauge(out, submissions, float64(f.Submissions))
		sendGauge(out, backlog, float64(f.Undelivered))
		sendByState(out, checks, f.Checks)
		sendByState(out, alerts, f.Alerts)
		sendByState(out, watches, f.Watches)
	}
	m.registry.MustRegister(c)
}
