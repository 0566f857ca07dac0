package pairs

// MaxSteps bounds the work for the matches of one pair, so that no two programs take more than half
// a second. A step takes about 5 ns. No pair of honest programs in the labelled sets takes a
// fiftieth of these steps.
const MaxSteps = 64 << 20

const (
	runSteps      = 8  // to find, sort or cut one run
	hashSteps     = 32 // to compare a long run by hashes
	tokensPerStep = 4  // consecutive tokens that are compared or looked up
)

// stepCounter holds the steps left.
type stepCounter struct{ left int }

func (s *stepCounter) count(steps int) { s.left -= steps }

func (s *stepCounter) areLeft() bool { return s.left >= 0 }
