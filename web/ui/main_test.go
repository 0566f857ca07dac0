package ui_test

import (
	"flag"
	"os"
	"runtime"
	"strconv"
	"testing"
)

// The quick tests wait for the database for a third of their time, so more of them run at once than there are processors.
func TestMain(m *testing.M) {
	flag.Parse()
	if processors := runtime.GOMAXPROCS(0); testing.Short() && flag.Lookup("test.parallel").Value.String() == strconv.Itoa(processors) {
		_ = flag.Set("test.parallel", strconv.Itoa(2*processors))
	}
	os.Exit(m.Run())
}
