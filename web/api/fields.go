package api

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/jobs"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/web/httperr"
	"github.com/ojcheck/ojcheck/web/request"
)

// setAPIField takes one setting of an upload as the API documents it: what it does
// not know is refused, where a form of the pages sends what its boxes have.
func setField(u *jobs.Upload, name, value string) error {
	f, ok := settings.FieldNamed(name)
	isFlag := name == "blind" || ok && f.Kind == settings.Flag
	switch {
	case isFlag && value != "true" && value != "false":
		return httperr.Unprocessable(fmt.Sprintf("The field %s is %q.", name, value), "Give true or false, or leave it out.")
	case name == "file" || name == "base":
		return httperr.Unprocessable("The field "+name+" is no file.", "Send it with a file name: curl -F "+name+"=@finals.zip.")
	case !ok && !isFlag && name != "contest":
		return httperr.Unprocessable(fmt.Sprintf("There is no field %q.", name), "The fields are those that the document lists: "+strings.Join(apiFields(), ", ")+".")
	}
	err := request.SetField(u, name, value)
	if err != nil && ok && f.Kind == settings.Text {
		return httperr.Unprocessable(fmt.Sprintf("The field %s is %q.", name, value), "Give one of those that the document lists, or leave it out.")
	}
	return err
}

// apiFields are the names of all fields of an upload, sorted.
func apiFields() []string {
	names := []string{"base", "blind", "contest", "file"}
	for _, f := range settings.Fields {
		names = append(names, f.Name)
	}
	slices.Sort(names)
	return names
}
