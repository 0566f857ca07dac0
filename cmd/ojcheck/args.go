package main

import (
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"
)

// flagsLast moves the flags of a command line, with their values, behind the
// command words and arguments. Kong wants a command's flags behind its word;
// people write them anywhere. What follows a lone "--" stays an argument.
func flagsLast(model *kong.Application, args []string) []string {
	takesValue := make(map[string]bool)
	noteFlags(model.Node, takesValue)
	var words, flags, rest []string
	for i := 0; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "--":
			rest = args[i:]
			i = len(args)
		case len(arg) < 2 || arg[0] != '-':
			words = append(words, arg) // "-" alone is an argument
		default:
			flags = append(flags, arg)
			if wantsNext(arg, takesValue) && i+1 < len(args) {
				i++
				flags = append(flags, args[i])
			}
		}
	}
	return append(append(words, flags...), rest...)
}

// wantsNext reports whether the value of a flag is the next argument. Of short
// flags written together, as in -qo, the first that takes a value has the rest,
// or the next argument where there is no rest.
func wantsNext(arg string, takesValue map[string]bool) bool {
	if strings.HasPrefix(arg, "--") {
		return takesValue[arg]
	}
	for i, letter := range arg[1:] {
		if takesValue["-"+string(letter)] {
			return 1+i+utf8.RuneLen(letter) == len(arg)
		}
	}
	return false
}

// noteFlags notes, for each flag of a command and of those below it, whether
// it takes a value.
func noteFlags(node *kong.Node, takesValue map[string]bool) {
	for _, flag := range node.Flags {
		value := !flag.IsBool()
		takesValue["--"+flag.Name] = value
		if flag.Short != 0 {
			takesValue["-"+string(flag.Short)] = value
		}
	}
	for _, child := range node.Children {
		noteFlags(child, takesValue)
	}
}
