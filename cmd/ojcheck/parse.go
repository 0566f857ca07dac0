package main

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"github.com/ojcheck/ojcheck/internal/check"
	"github.com/ojcheck/ojcheck/internal/search"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/internal/text"
	"github.com/ojcheck/ojcheck/simhash"
)

func newParser(c *cli, options ...kong.Option) (*kong.Kong, error) {
	return kong.New(c, append(options,
		kong.Name("ojcheck"),
		kong.Description("Find which participants of a programming contest submitted the same program in disguise."),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.PostBuild(describeCommands),
		kong.Resolvers(&c.resolver),
		kong.Bind(&c.resolver),
		kong.KindMapper(reflect.Int, numberMapper(strconv.Atoi)),
		kong.KindMapper(reflect.Int64, numberMapper(func(s string) (int64, error) { return strconv.ParseInt(s, 10, 64) })),
		kong.TypeMapper(reflect.TypeFor[settings.Share](), numberMapper(settings.ParseShare)),
		kong.TypeMapper(reflect.TypeFor[settings.PairCount](), numberMapper(settings.ParsePairCount)),
		kong.Vars{
			"threshold":    fmt.Sprint(check.Defaults().Threshold),
			"max_chance":   fmt.Sprint(check.Defaults().MaxChance),
			"keep":         fmt.Sprint(check.Defaults().Keep),
			"distance":     fmt.Sprint(search.DefaultDistance),
			"max_distance": fmt.Sprint(simhash.MaxDistance),
			"version":      versionText(),
			"formats":      formatNames(),
		},
	)...)
}

// numberMapper reads the number of a flag. It accepts negative numbers, which kong would mistake for flags.
func numberMapper[T any](parse func(string) (T, error)) kong.MapperFunc {
	return func(ctx *kong.DecodeContext, target reflect.Value) error {
		token := ctx.Scan.Pop()
		text := token.String()
		if token.IsEOL() || token.InferredType() == kong.FlagToken {
			return errors.New("give a number")
		}
		number, err := parse(text)
		switch {
		case errors.Is(err, strconv.ErrRange):
			err = fmt.Errorf("%q has too many digits", text)
		case errors.As(err, new(*strconv.NumError)):
			err = fmt.Errorf("%q is not a whole number", text)
		}
		target.Set(reflect.ValueOf(number).Convert(target.Type()))
		return err
	}
}

// count is a number on the command line, such as 2000, 500k, 10M or 1G.
type count int

// UnmarshalText reads the value of a flag. Kong calls it.
func (c *count) UnmarshalText(text []byte) error {
	digits, factor := string(text), int64(1)
	for suffix, f := range map[string]int64{"k": 1000, "m": 1_000_000, "g": 1_000_000_000} {
		if rest, ok := strings.CutSuffix(strings.ToLower(digits), suffix); ok {
			digits, factor = rest, f
			break
		}
	}
	n, ok := new(big.Rat).SetString(digits) // exact, as no float is
	isNumber := ok && strings.Trim(digits, "0123456789.") == ""
	if isNumber {
		n.Mul(n, big.NewRat(factor, 1))
	}
	if !isNumber || !n.IsInt() || n.Cmp(big.NewRat(1_000_000_000_000, 1)) > 0 {
		return fmt.Errorf("%q is not a size: write one such as 2000, 500k or 10M", text)
	}
	*c = count(n.Num().Int64())
	return nil
}

// explain returns the message of an error in words for people.
func explain(err error) string {
	message := forCommandLine.Replace(err.Error())
	if missing, ok := errors.AsType[*fs.PathError](err); ok && errors.Is(missing, fs.ErrNotExist) {
		message = strings.Replace(message, missing.Error(), "there is no file "+missing.Path, 1)
	}
	if strings.Contains(message, "\n\t") { // of pgx; others have lines for people
		return text.OneLine(message)
	}
	return strings.TrimSpace(message)
}

// unknownCommand returns what to say if a command line begins with words that name no command; else "".
func unknownCommand(model *kong.Application, args []string) string {
	node := model.Node
	for _, word := range args {
		if strings.HasPrefix(word, "-") || len(node.Children) == 0 || node.DefaultCmd != nil {
			return ""
		}
		i := slices.IndexFunc(node.Children, func(n *kong.Node) bool { return n.Name == word })
		if i < 0 {
			if _, err := os.Stat(word); err == nil && node == model.Node {
				return withHelp(fmt.Sprintf("there is no command %q; \"ojcheck check %s\" checks what it contains", word, word), node.FullPath())
			}
			path := strings.TrimPrefix(node.Path()+" ", " ")
			var names []string
			for _, child := range node.Children {
				names = append(names, child.Name)
			}
			return withHelp(fmt.Sprintf("there is no command %q%s", path+word, didYouMean(path, word, names)), node.FullPath())
		}
		node = node.Children[i]
	}
	return ""
}

// emptyFlag returns what to say if a flag on the command line has an empty value, such as that of an unset variable of a script;
// else "". A command's own setting may be empty, to take back the one in the settings file. The settings that all commands share, such as
// --database-url, may not: ojcheck would use another database.
func emptyFlag(model *kong.Application, args []string) string {
	for i, arg := range args {
		if arg == "--" {
			return ""
		}
		words := args[:i] // ends with the flag if arg is its value
		if name, isAssigned := strings.CutSuffix(arg, "="); isAssigned {
			words = append(slices.Clip(words), name)
		} else if arg != "" {
			continue
		}
		node, flag, _ := parseWords(model, words)
		if flag != nil && (!isSetting(flag) || slices.Contains(model.Flags, flag)) {
			return withHelp(fmt.Sprintf("--%s is empty: give a value, or leave it out", flag.Name), node.FullPath())
		}
	}
	return ""
}

// withHelp adds to a complaint about a command line which help to read.
func withHelp(text, command string) string {
	return fmt.Sprintf("%s\nRun \"%s --help\".", text, command)
}

// explainUsage says what is wrong with a command line, and which help to read.
func explainUsage(err error) string {
	text, path := explain(err), "ojcheck"
	if parse, ok := errors.AsType[*kong.ParseError](err); ok && parse.Context.Selected() != nil {
		node := parse.Context.Selected()
		text, path = strings.TrimPrefix(text, node.Path()+": "), node.FullPath()
		text = strings.ReplaceAll(text, `","`, `", "`) // between choices
		text = noValue.ReplaceAllLiteralString(text, "give a value")
		text = flagForValue.ReplaceAllString(text, `give a value; if it is "$1", write $2=$1`)
		if name, _, _ := strings.Cut(text, ","); name == "unknown flag --server" { // the rest are similar flags
			text = onlyHere(parse.Context.Model, path)
		}
	}
	return withHelp(text, path)
}

// noValue matches what kong says of a flag at the end of the line that lacks its value.
var noValue = regexp.MustCompile(`expected \w+ value but got "EOL" \(<EOL>\)|missing value, expecting "<arg>"`)

// flagForValue matches what kong says of a flag before a word that begins like a flag.
var flagForValue = regexp.MustCompile(`expected \w+ value but got "(.*)" \(\w+ flag\); perhaps try (.*)=".*"\?`)

// onlyHere says that a command does not take the flag --server, and what to do instead.
func onlyHere(model *kong.Application, command string) string {
	var others []string
	for _, node := range model.Leaves(true) {
		if slices.ContainsFunc(node.Flags, func(f *kong.Flag) bool { return f.Name == "server" }) {
			others = append(others, node.Path())
		}
	}
	return fmt.Sprintf("%q works on its own machine: run it on the machine of the server, or use the pages or the API of the server; "+
		"--server is for %s", command, strings.Join(others, ", "))
}

// flagsLast moves the flags of a command line, with their values, behind the command and its arguments,
// because kong expects them there. People write them anywhere. Everything behind "--" stays an argument.
func flagsLast(model *kong.Application, args []string) []string {
	command, _, _ := parseWords(model, args)
	known := flagsOf(command) // first, because flags of two commands may have one name
	for _, node := range slices.Concat(command.Leaves(false), model.Leaves(false)) {
		known = append(known, node.Flags...)
	}
	var words, flags []string
	for len(args) > 0 && args[0] != "--" {
		arg := args[0]
		args = args[1:]
		if len(arg) < 2 || arg[0] != '-' {
			words = append(words, arg) // "-" is an argument
			continue
		}
		flags = append(flags, arg)
		// The argument after an unknown flag may be its value. It stays with the flag, so that the error names the
		// flag. Before the first word, it may be the command.
		mayTakeValue := flagNamed(known, arg) == nil && len(words) > 0 && strings.HasPrefix(arg, "--") &&
			!strings.ContainsRune(arg, '=') && !strings.HasPrefix(arg, "--no-")
		if (mayTakeValue || wantsNext(arg, known)) && len(args) > 0 {
			flags = append(flags, args[0])
			args = args[1:]
		}
	}
	return slices.Concat(words, flags, args)
}

// wantsNext reports whether the value of a flag is the next argument. A word may have several short flags,
// such as -qo. The first of them with a value takes the rest of the word. If it ends the word, it takes the
// next argument.
func wantsNext(arg string, known []*kong.Flag) bool {
	if strings.HasPrefix(arg, "--") {
		return takesValue(flagNamed(known, arg))
	}
	for i, letter := range arg[1:] {
		if takesValue(flagNamed(known, "-"+string(letter))) {
			return 1+i+utf8.RuneLen(letter) == len(arg)
		}
	}
	return false
}

// flagNamed returns the first of the flags that a word such as --output or -o names, or nil.
func flagNamed(flags []*kong.Flag, word string) *kong.Flag {
	for _, f := range flags {
		if word == "--"+f.Name || f.Short != 0 && word == "-"+string(f.Short) {
			return f
		}
	}
	return nil
}

func takesValue(flag *kong.Flag) bool { return flag != nil && !flag.IsBool() }

type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"Shell that the script is for: bash, zsh or fish."`
}

// scripts has the completion scripts. They ask ojcheck for the next words, as the scripts of cobra do, so
// they fit every version; ojcheck starts in 10 ms.
//
//go:embed completion
var scripts embed.FS

func (c completionCommand) Run(term terminal) error {
	script, err := scripts.ReadFile("completion/ojcheck." + c.Shell)
	if err != nil {
		return err
	}
	_, err = term.out.Write(script)
	return err
}

// completeWord is the hidden command by which the completion scripts ask for the next words.
const completeWord = "__complete"

// complete writes the valid words that begin with the last of words. Each is on one line, with a tab and its
// meaning. It writes nothing where a file name or any text may follow.
func complete(w io.Writer, app *kong.Application, words []string) {
	start := ""
	if len(words) > 0 {
		words, start = words[:len(words)-1], strings.TrimPrefix(words[len(words)-1], "=")
	}
	node, flag, arguments := parseWords(app, words)
	suggest := func(word, help string) {
		if strings.HasPrefix(word, start) {
			help, _, _ = strings.Cut(help, ". ")
			fmt.Fprintf(w, "%s\t%s\n", word, strings.TrimSuffix(help, "."))
		}
	}
	switch {
	case flag != nil:
		suggestChoices(flag.Value, suggest)
	case strings.HasPrefix(start, "-"):
		for _, f := range flagsOf(node) {
			suggest("--"+f.Name, f.Help)
		}
	default:
		for _, child := range node.Children {
			if !child.Hidden && arguments == 0 {
				suggest(child.Name, child.Help)
			}
		}
		if arguments < len(node.Positional) {
			suggestChoices(node.Positional[arguments], suggest)
		}
	}
}

// parseWords returns the command of a command line, which may be incomplete, and the number of its arguments. If the next
// word is the value of a flag, it also returns the flag, else nil.
func parseWords(app *kong.Application, words []string) (node *kong.Node, flag *kong.Flag, arguments int) {
	node = app.Node
	for _, word := range words {
		child := slices.IndexFunc(node.Children, func(n *kong.Node) bool { return n.Name == word })
		switch {
		case word == "=": // bash makes three words of --flag=value
		case flag != nil:
			flag = nil
		case strings.HasPrefix(word, "-"):
			if f := flagNamed(flagsOf(node), word); takesValue(f) {
				flag = f
			}
		case node == app.Node && word == "help": // a command follows
		case child >= 0:
			node = node.Children[child]
		default:
			arguments++
		}
	}
	return node, flag, arguments
}

// flagsOf returns the flags of a command and of the default subcommand.
func flagsOf(node *kong.Node) []*kong.Flag {
	flags := slices.Concat(node.AllFlags(true)...)
	if node.DefaultCmd != nil {
		flags = append(flags, node.DefaultCmd.Flags...)
	}
	return flags
}

func suggestChoices(v *kong.Value, suggest func(word, help string)) {
	if v.Enum != "" {
		for _, choice := range v.EnumSlice() {
			suggest(choice, "")
		}
	}
}
