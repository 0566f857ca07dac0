package request

import "github.com/ojcheck/ojcheck/lexer"

// choice is one option of a select.
type Choice struct {
	Value, Text string
	Generic     bool // a language known less well; see lexer.Language
}

var Verdicts = []Choice{
	{Value: "judged", Text: "All but compile errors"},
	{Value: "accepted", Text: "Accepted ones only"},
	{Value: "all", Text: "All"},
}

var Participants = []Choice{
	{Value: "official", Text: "Official ones"},
	{Value: "all", Text: "All, with staff and virtual ones"},
}

// languages are the choices of the language of all files.
func Languages() []Choice {
	var list []Choice
	for _, l := range lexer.Languages() {
		list = append(list, Choice{Value: l.ID, Text: l.Name, Generic: l.Generic})
	}
	return list
}

// Format is a way in which archives of contests are laid out.
type Format struct {
	Name  string // as Upload.From takes it
	Title string // for people
	// HasFolders: its folders can have a layout, which Upload.Layout names.
	HasFolders bool
}

// The limits of a search.
const (
	MaxProgram    = lexer.MaxRawBytes     // bytes of the program
	MaxSearchForm = 2*MaxProgram + 64<<10 // bytes of the form around it, which may hold the program twice
	MaxFindings   = 20                    // programs that a page lists
)
