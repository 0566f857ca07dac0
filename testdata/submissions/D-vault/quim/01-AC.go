package main

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"strconv"
)

// vault runs one transaction per call of run; undo steps are closures.
type vault struct {
	lines [][]byte
	at    map[string]string
	who   map[string]map[string]struct{}
	out   *bufio.Writer
}

func (v *vault) move(key, from, to string) {
	if from != "" {
		delete(v.who[from], key)
	}
	if to == "" {
		delete(v.at, key)
		return
	}
	if v.who[to] == nil {
		v.who[to] = make(map[string]struct{})
	}
	v.who[to][key] = struct{}{}
	v.at[key] = to
}

func (v *vault) run(nested bool) (undo func()) {
	undo = func() {}
	for len(v.lines) > 0 {
		words := bytes.Fields(v.lines[0])
		v.lines = v.lines[1:]
		if len(words) == 0 {
			continue
		}
		arg := func(i int) string {
			if i < len(words) {
				return string(words[i])
			}
			return ""
		}
		switch arg(0) {
		case "get":
			if s := v.at[arg(1)]; s != "" {
				v.out.WriteString(s + "\n")
			} else {
				v.out.WriteString("-\n")
			}
		case "count":
			v.out.WriteString(strconv.Itoa(len(v.who[arg(1)])) + "\n")
		case "begin":
			before, inner := undo, v.run(true)
			undo = func() { inner(); before() }
		case "undo", "keep":
			if !nested {
				v.out.WriteString("NONE\n")
				break
			}
			if arg(0) == "undo" {
				undo()
				return func() {}
			}
			return undo
		default: // put, and del as a put of nothing
			key, old, fresh, before := arg(1), v.at[arg(1)], arg(2), undo
			v.move(key, old, fresh)
			if nested {
				undo = func() { v.move(key, fresh, old); before() }
			}
		}
	}
	return undo
}

func main() {
	raw, _ := io.ReadAll(os.Stdin)
	lines := bytes.Split(raw, []byte("\n"))
	v := vault{lines[1:], map[string]string{}, map[string]map[string]struct{}{}, bufio.NewWriter(os.Stdout)}
	defer v.out.Flush()
	v.run(false)
}
