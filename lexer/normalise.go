package lexer

import "strings"

// normalise applies the rules that look at neighbouring tokens, in place:
// types that the program declares itself are names; optional operators, commas
// before a closing bracket, doc strings and the qualifier go; ">>" that closes
// two type arguments is split; neighbouring literals and types become one.
func (l *Language) normalise(tokens []raw, text string) []raw {
	l.forgetDeclared(tokens, text)
	if l.syntax.docStrings {
		tokens = dropDocStrings(tokens)
	}
	if l.syntax.generics {
		tokens = splitAngles(tokens)
	}
	kept := tokens[:0]
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		if l.tables.noise[t.text] {
			continue
		}
		if l.syntax.qualifier != "" && text[t.start:t.end] == l.syntax.qualifier &&
			i+1 < len(tokens) && tokens[i+1].text == "::" {
			i++
			continue
		}
		if t.text == "," && trailing(tokens, i) {
			continue
		}
		if n := len(kept); n > 0 && t.text == kept[n-1].text && (t.text == Type || t.text == String) {
			kept[n-1].end = t.end
			continue
		}
		kept = append(kept, t)
	}
	return kept
}

// trailing tells whether the comma at i follows an element and precedes a
// closing bracket: {1, 2,} but not [,] of C#.
func trailing(tokens []raw, i int) bool {
	if i == 0 || i+1 == len(tokens) || !strings.Contains(")]}", tokens[i+1].text) {
		return false
	}
	return !strings.Contains("([{,", tokens[i-1].text)
}

// forgetDeclared makes names of the types that the program itself declares: a
// class Stack of one's own is as free to be called Pile.
func (l *Language) forgetDeclared(tokens []raw, text string) {
	var declared map[string]bool
	for i := 1; i < len(tokens); i++ {
		if tokens[i].text != Type {
			continue
		}
		switch tokens[i-1].text {
		case "class", "struct", "union", "enum", "interface", "record", "object", "trait", "protocol", "actor",
			"type", "typealias", "data", "newtype":
			if declared == nil {
				declared = map[string]bool{}
			}
			declared[text[tokens[i].start:tokens[i].end]] = true
		}
	}
	if declared == nil {
		return
	}
	for i, t := range tokens {
		if t.text == Type && declared[text[t.start:t.end]] {
			tokens[i].text = Identifier
		}
	}
}

// dropDocStrings removes, in place, literals that are a whole statement: alone
// on their lines, outside brackets.
func dropDocStrings(tokens []raw) []raw {
	kept := tokens[:0]
	depth := 0
	for i, t := range tokens {
		switch t.text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		case String:
			if depth <= 0 && t.lineStart && (i+1 == len(tokens) || tokens[i+1].lineStart) {
				continue
			}
		}
		kept = append(kept, t)
	}
	return kept
}

// splitAngles splits shift operators that close type arguments, so that
// "vector<vector<int>>" reads like "vector<vector<int> >". An angle bracket
// opens type arguments after a type or "::".
func splitAngles(tokens []raw) []raw {
	split := make([]raw, 0, len(tokens))
	depth := 0
	for i, t := range tokens {
		switch t.text {
		case ";", "{", "}":
			depth = 0
		case "<":
			if i > 0 && (tokens[i-1].text == Type || tokens[i-1].text == "::" || depth > 0) {
				depth++
			}
		case ">":
			depth = max(0, depth-1)
		case ">>", ">>>":
			if depth == 0 {
				break
			}
			depth = max(0, depth-len(t.text))
			for at := t.start; at < t.end; at++ {
				split = append(split, raw{">", at, at + 1, t.lineStart && at == t.start})
			}
			continue
		}
		split = append(split, t)
	}
	return split
}
