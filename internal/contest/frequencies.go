package contest

// Frequencies tells how many participants have what code at a problem, in a
// family of languages: what a check counted of it.
type Frequencies struct {
	Problem  string // "" where all problems are compared with each other
	Language string // family
	Content  []byte // as package check encodes it
}
