// Package metrics measures a running ojcheck for Prometheus. docs/monitoring.md lists the alerts to set, and
// docs/grafana.json is a dashboard.
//
// The values of labels are route patterns, statuses, states, results, stages of checks, connection pools and the version. Their
// number is bounded, because no value identifies a person, a contest or a check.
package metrics

import (
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/jobs"
)

// prefix begins the names of all metrics, except the metrics of Go and of the process.
const prefix = "ojcheck_"

// Metrics are the metrics of one process.
type Metrics struct {
	registry *prometheus.Registry
	log      *slog.Logger
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	bytes    prometheus.Counter
	stages   *prometheus.CounterVec
	jobs     *prometheus.CounterVec
}

// New returns the metrics of this process. version is the version of ojcheck. Errors of reading
// the archive's figures go to log.
func New(version string, log *slog.Logger) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(), log: log,
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: prefix + "requests_total", Help: "Answered requests, by route and status.",
		}, []string{"route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: prefix + "request_seconds", Help: "Time from the header of a request to the end of its answer, by route.",
			Buckets: []float64{.01, .03, .1, .3, 1, 3, 10, 30},
		}, []string{"route"}),
		bytes: prometheus.NewCounter(prometheus.CounterOpts{
			Name: prefix + "answer_bytes_total", Help: "Bytes of all answers, without their headers.",
		}),
		stages: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: prefix + "check_stage_seconds_total", Help: "Time that the checks and imports of uploads took, by stage.",
		}, []string{"stage"}),
		jobs: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: prefix + "jobs_ended_total", Help: "Ended checks and imports of uploads: done, failed (which a user can correct), broken (which is a fault) or stopped.",
		}, []string{"result"}),
	}
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: prefix + "build_info", Help: "Always 1, with the version of ojcheck.", ConstLabels: prometheus.Labels{"version": version},
	})
	build.Set(1)
	for _, result := range results {
		m.jobs.WithLabelValues(result) // from 0, so that Prometheus sees the first failure as an increase
	}
	for _, stage := range append([]check.Stage{readingStage}, check.Stages...) {
		m.stages.WithLabelValues(string(stage))
	}
	m.registry.MustRegister(m.requests, m.seconds, m.bytes, m.stages, m.jobs, build,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Handler answers with all metrics.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4, Timeout: 20 * time.Second})
}

// Request counts a request. route is "" for a request that was refused before it had a route.
func (m *Metrics) Request(route string, status int, bytes int64, duration time.Duration) {
	m.requests.WithLabelValues(route, strconv.Itoa(status)).Inc()
	m.seconds.WithLabelValues(route).Observe(duration.Seconds())
	m.bytes.Add(float64(bytes))
}

// Gauge adds a metric. It calls read when Prometheus asks. If read fails, the answer does not have the
// metric.
func (m *Metrics) Gauge(name, help string, read func() (float64, error)) {
	desc := prometheus.NewDesc(prefix+name, help, nil, nil)
	m.registry.MustRegister(&collector{[]*prometheus.Desc{desc}, func(out chan<- prometheus.Metric) {
		if value, err := read(); err == nil {
			sendGauge(out, desc, value)
		}
	}})
}

// JobGivenUp counts a broken job that no Checker ran to its end.
func (m *Metrics) JobGivenUp() { m.jobs.WithLabelValues("broken").Inc() }

// Jobs measures the queue of uploads.
func (m *Metrics) Jobs(active func() []jobs.Snapshot) {
	desc := prometheus.NewDesc(prefix+"jobs", "Checks and imports of uploads that wait or run.", []string{"state"}, nil)
	m.registry.MustRegister(&collector{[]*prometheus.Desc{desc}, func(out chan<- prometheus.Metric) {
		counts := map[jobs.State]int64{jobs.Waiting: 0, jobs.Running: 0}
		for _, job := range active() {
			counts[job.State]++
		}
		sendByState(out, desc, counts)
	}})
}

// Dumps measures the daily dumps. newest returns when the newest dump began; zero for none. The caller calls
// ended when a dump has ended.
func (m *Metrics) Dumps(newest func() time.Time) (ended func(error)) {
	m.Gauge("newest_dump_timestamp_seconds", "When the newest daily dump began, in seconds since 1970; 0 if there is none.", func() (float64, error) {
		if t := newest(); !t.IsZero() {
			return float64(t.Unix()), nil
		}
		return 0, nil
	})
	dumps := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: prefix + "dumps_total", Help: "Daily dumps: done or failed.",
	}, []string{"result"})
	done, failed := dumps.WithLabelValues("done"), dumps.WithLabelValues("failed")
	m.registry.MustRegister(dumps)
	return func(err error) {
		if err != nil {
			failed.Inc()
		} else {
			done.Inc()
		}
	}
}

// collector reads metrics when Prometheus asks.
type collector struct {
	descs   []*prometheus.Desc
	collect func(out chan<- prometheus.Metric)
}

func (c *collector) Describe(out chan<- *prometheus.Desc) {
	for _, desc := range c.descs {
		out <- desc
	}
}

func (c *collector) Collect(out chan<- prometheus.Metric) { c.collect(out) }

func sendByState[S ~string](out chan<- prometheus.Metric, desc *prometheus.Desc, counts map[S]int64) {
	for state, n := range counts {
		sendGauge(out, desc, float64(n), string(state))
	}
}

func sendGauge(out chan<- prometheus.Metric, desc *prometheus.Desc, value float64, labels ...string) {
	out <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value, labels...)
}
