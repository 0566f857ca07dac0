package web

import (
	"fmt"

	"github.com/ojcheck/ojcheck/web/httperr"
)

// setAPIField takes one setting of an upload as the API documents it: what it does
// not know is refused, where a form of the pages sends what its boxes have.
func setAPIField(u *Upload, name, value string) error {
	offered := map[string][]choice{"verdicts": verdicts, "participants": participants, "language": languages()}
	switch name {
	case "across_problems", "earlier", "no_templates", "blind":
		if value != "true" && value != "false" {
			return httperr.Unprocessable(fmt.Sprintf("The field %s is %q.", name, value), "Give true or false, or leave it out.")
		}
		if value == "false" && name != "blind" {
			value = ""
		}
	case "verdicts", "participants", "language":
		if choose(new(string), value, offered[name]) != nil {
			return httperr.Unprocessable(fmt.Sprintf("The field %s is %q.", name, value), "Give one of those that the document lists, or leave it out.")
		}
	case "contest", "from", "layout", "against", "threshold", "keep":
	case "file", "base":
		return httperr.Unprocessable("The field "+name+" is no file.", "Send it with a file name: curl -F "+name+"=@finals.zip.")
	default:
		return httperr.Unprocessable(fmt.Sprintf("There is no field %q.", name), "The fields are those that the document lists: "+
			"across_problems, against, base, blind, contest, earlier, file, from, keep, language, layout, no_templates, participants, threshold, verdicts.")
	}
	return setField(u, name, value)
}
