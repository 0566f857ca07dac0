package main

import (
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/search"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/simhash"
)

func newParser(c *cli, options ...kong.Option) (*kong.Kong, error) {
	return kong.New(c, append(options,
		kong.Name("ojcheck"),
		kong.Description("Find which participants of a programming contest submitted the same program in disguise."),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.PostBuild(describeCommands),
		kong.KindMapper(reflect.Int, numberMapper(strconv.Atoi)),
		kong.TypeMapper(reflect.TypeFor[settings.Share](), numberMapper(settings.ParseShare)),
		kong.Vars{
			"threshold":    fmt.Sprint(check.Defaults().Threshold),
			"keep":         fmt.Sprint(check.Defaults().Keep),
			"distance":     fmt.Sprint(search.DefaultDistance),
			"max_distance": fmt.Sprint(simhash.MaxDistance),
			"version":      versionText(),

			"formats": formatNames(),
		},
	)...)
}

// numberMapper reads the number of a flag, a negative one too, which kong would
// take for a flag.
func numberMapper[T any](parse func(string) (T, error)) kong.MapperFunc {
	return func(ctx *kong.DecodeContext, target reflect.Value) error {
		token := ctx.Scan.Pop()
		text := token.String()
		if token.IsEOL() || token.InferredType() == kong.FlagToken {
			return errors.New("give a number")
		}
		number, err := parse(text)
		if errors.As(err, new(*strconv.NumError)) {
			err = fmt.Errorf("%q is not a whole number", text)
		}
		target.Set(reflect.ValueOf(number).Convert(target.Type()))
		return err
	}
}

// explain returns the text of an error for a person.
func explain(err error) string {
	text := err.Error()
	if missing := (*fs.PathError)(nil); errors.As(err, &missing) && errors.Is(missing, fs.ErrNotExist) {
		text = strings.Replace(text, missing.Error(), "there is no file "+missing.Path, 1)
	}
	lines := strings.Split(text, "\n\t") // pgx has one for each try to connect
	return strings.TrimSpace(lines[0] + " " + strings.Join(slices.Compact(lines[1:]), "; "))
}

// explainUsage returns what is wrong with a command line, and which help to read.
func explainUsage(err error) string {
	text, path := explain(err), "ojcheck"
	if parse := (*kong.ParseError)(nil); errors.As(err, &parse) && parse.Context.Selected() != nil {
		node := parse.Context.Selected()
		text, path = strings.TrimPrefix(text, node.Path()+": "), node.FullPath()
		text = strings.ReplaceAll(text, `","`, `", "`) // between choices
	}
	return fmt.Sprintf("%s\nRun \"%s --help\".", text, path)
}

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
			// An unknown flag may have a value, which must not be reported in its place.
			_, known := takesValue[arg]
			unknown := !known && len(words) > 0 && strings.HasPrefix(arg, "--") && !strings.ContainsRune(arg, '=') && !strings.HasPrefix(arg, "--no-")
			if (unknown || wantsNext(arg, takesValue)) && i+1 < len(args) {
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
