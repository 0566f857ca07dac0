package main

import (
	"embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// completionCommand prints a script that completes command lines.
type completionCommand struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"Shell that the script is for: bash, zsh or fish."`
}

// scripts ask ojcheck for the words that may come next, as those of cobra do, so that
// they fit every version. ojcheck starts in 10 ms.
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

// completeWord is the word by which the scripts ask.
const completeWord = "__complete"

// complete writes the words that the last of words may become, one on a line, each
// with its meaning behind a tab. It writes none where a file name or any text may
// stand.
func complete(w io.Writer, app *kong.Application, words []string) {
	typed := ""
	if len(words) > 0 {
		words, typed = words[:len(words)-1], strings.TrimPrefix(words[len(words)-1], "=")
	}
	node, flag, arguments := wordsBefore(app, words)
	suggest := func(word, help string) {
		if strings.HasPrefix(word, typed) {
			help, _, _ = strings.Cut(help, ". ")
			fmt.Fprintf(w, "%s\t%s\n", word, strings.TrimSuffix(help, "."))
		}
	}
	switch {
	case flag != nil:
		suggestChoices(flag.Value, suggest)
	case strings.HasPrefix(typed, "-"):
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

// wordsBefore returns the command that words name, how many arguments they give it,
// and the flag whose value comes next, if any.
func wordsBefore(app *kong.Application, words []string) (node *kong.Node, flag *kong.Flag, arguments int) {
	node = app.Node
	for _, word := range words {
		child := slices.IndexFunc(node.Children, func(n *kong.Node) bool { return n.Name == word })
		switch {
		case word == "=": // bash makes three words of --flag=value
		case flag != nil:
			flag = nil
		case strings.HasPrefix(word, "-"):
			flag = nil
			for _, f := range flagsOf(node) {
				if !f.IsBool() && (word == "--"+f.Name || f.Short != 0 && word == "-"+string(f.Short)) {
					flag = f
				}
			}
		case node == app.Node && word == "help": // what follows is a command
		case child >= 0:
			node = node.Children[child]
		default:
			arguments++
		}
	}
	return node, flag, arguments
}

// flagsOf returns the flags of a command, and of its default subcommand.
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
