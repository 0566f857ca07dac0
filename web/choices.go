package web

import "github.com/ojcheck/ojcheck/lexer"

// choice is one option of a select.
type choice struct {
	Value, Text string
	Generic     bool // a language known less well; see lexer.Language
}

var verdicts = []choice{
	{Value: "judged", Text: "All but compile errors"},
	{Value: "accepted", Text: "Accepted ones only"},
	{Value: "all", Text: "All"},
}

var participants = []choice{
	{Value: "official", Text: "Official ones"},
	{Value: "all", Text: "All, with staff and virtual ones"},
}

// languages are the choices of the language of all files.
func languages() []choice {
	var list []choice
	for _, l := range lexer.Languages() {
		list = append(list, choice{Value: l.ID, Text: l.Name, Generic: l.Generic})
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
