package driver

import (
	"errors"
	"fmt"
	"unicode"

	"github.com/dlclark/regexp2/v2/syntax"
)

// opcode is the operation of an instruction. The opcodes are those of regexp2 without
// those that chroma's rules never use; one character, all but one, and a set of them are
// one opcode.
type opcode uint8

const (
	opClass  opcode = iota // one character of the class
	opText                 // the text
	opRep                  // exactly count characters of the class
	opLoop                 // up to count of them, as many as possible
	opAtomic               // the same, without backtracking
	opLazy                 // up to count of them, as few as possible
	opGroup                // a copy of the text of group
	opLineStart
	opLineEnd
	opBoundary
	opNoBoundary
	opTextStart
	opSearchStart
	opTextEndLine // the end, or before a final line end
	opTextEnd
	opFail
	opJump       // to target
	opBranch     // continue here, or else at target
	opMark       // push the position
	opNoMark     // push -1
	opBackToMark // pop the position and return to it
	opCapture    // set group to the text from the popped position to here
	opRepeat     // repeat at target, or else continue; an empty round ends it
	opRepeatLazy
	opCount // push the position and a round counter that starts at count
	opNoCount
	opRepeatCount // repeat at target up to count times, or else continue
	opRepeatCountLazy
	opBegin   // push the state of the search
	opCommit  // drop the alternatives since
	opAbandon // fail, restoring it
	opMatched // fail unless group matched
	opNone    // nothing to do
	opEnd     // the rule matches
)

// instruction is a step of a program.
type instruction struct {
	op     opcode
	fold   bool  // opGroup ignores case
	behind int32 // 0, or -1 when reading backwards in a look-behind
	step   int32 // 1, or -1 when reading backwards
	target int32
	count  int32
	group  int32
	class  *class // opBranch: characters that may follow here, or nil for any
	text   []rune
}

// program is a compiled regular expression that matches at a given position.
type program struct {
	code   []instruction
	groups int // including the whole match, group 0
	first  firstSet
}

var errUnsupported = errors.New("driver: unsupported pattern")

// compile turns a pattern as compiled by chroma into a program with the same meaning,
// using the parser and optimisations of regexp2. It fails for features that no rule of
// chroma uses: balancing groups, other dialects, searching from right to left.
func compile(pattern string) (*program, error) {
	tree, err := syntax.Parse(pattern, syntax.ParseOptions{})
	if err != nil {
		return nil, err
	}
	code, err := syntax.Write(tree)
	if err != nil {
		return nil, err
	}
	p := &program{groups: code.Capsize, first: firstSetOf(tree.Root, anyFirst)}
	index := map[int]int32{} // offset in code.Codes to instruction
	for at := 0; at < len(code.Codes); {
		index[at] = int32(len(p.code))
		in, size, err := decode(code, at)
		if err != nil {
			return nil, fmt.Errorf("%w: %s", err, pattern)
		}
		p.code = append(p.code, in)
		at += size
	}
	for i := range p.code {
		in := &p.code[i]
		switch in.op {
		case opJump, opBranch, opRepeat, opRepeatLazy, opRepeatCount, opRepeatCountLazy:
			in.target = index[int(in.target)]
		}
	}
	// Every pattern is `\G...`: try, mark, start, ..., capture 0, stop. The driver
	// replaces everything around the dots.
	n := len(p.code)
	if n < 5 || p.code[0].op != opBranch || int(p.code[0].target) != n-1 || p.code[1].op != opMark ||
		p.code[2].op != opSearchStart || p.code[n-2].op != opCapture || p.code[n-2].group != 0 {
		return nil, fmt.Errorf("%w: %s", errUnsupported, pattern)
	}
	p.code[n-2].op = opEnd
	for i := range p.code {
		if in := &p.code[i]; in.op == opBranch {
			in.class = p.nextClass(i + 1)
		}
	}
	return p, nil
}

// entry is the first instruction after the prefix common to all programs.
const entry = 3

// nextClass returns the class of the character that must follow at an instruction, or
// nil if it is unknown.
func (p *program) nextClass(at int) *class {
	for p.code[at].op == opMark {
		at++
	}
	in := &p.code[at]
	if in.step < 0 {
		return nil
	}
	switch in.op {
	case opClass, opRep:
		return in.class
	case opText:
		return charClass(in.text[0], false)
	}
	return nil
}

// decode returns the instruction at an offset of regexp2's code, with an offset as its
// target, and its size there.
func decode(code *syntax.Code, at int) (in instruction, size int, err error) {
	op := syntax.InstOp(code.Codes[at])
	arg := func(i int) int32 { return int32(code.Codes[at+i]) }
	in = instruction{step: 1}
	if op&syntax.Rtl != 0 {
		in.step, in.behind = -1, -1
	}
	fold := op&syntax.Ci != 0
	switch op &= syntax.Mask; op {
	case syntax.One, syntax.Onerep, syntax.Oneloop, syntax.Onelazy, syntax.Oneloopatomic:
		in.class = charClass(arg(1), false)
	case syntax.Notone, syntax.Notonerep, syntax.Notoneloop, syntax.Notonelazy, syntax.Notoneloopatomic:
		in.class = charClass(arg(1), true)
	case syntax.Set, syntax.Setrep, syntax.Setloop, syntax.Setlazy, syntax.Setloopatomic:
		in.class = newClass(code.Sets[arg(1)])
	case syntax.Ref:
		in.fold, fold = fold, false
	}
	if fold {
		return in, 0, errUnsupported
	}
	in.op, size = opcodes[op].op, opcodes[op].size
	switch in.op {
	case opRep, opLoop, opAtomic, opLazy:
		in.count = arg(2)
	case opText:
		in.text = code.Strings[arg(1)]
	case opGroup, opMatched:
		in.group = arg(1)
	case opCapture:
		in.group = arg(1)
		if arg(2) != -1 {
			return in, 0, errUnsupported
		}
	case opJump, opBranch, opRepeat, opRepeatLazy:
		in.target = arg(1)
	case opRepeatCount, opRepeatCountLazy:
		in.target, in.count = arg(1), arg(2)
	case opCount, opNoCount:
		in.count = arg(1)
	}
	if size == 0 {
		return in, 0, errUnsupported
	}
	return in, size, nil
}

// opcodes maps the opcodes of regexp2 to ours and to their sizes in regexp2's code.
var opcodes = map[syntax.InstOp]struct {
	op   opcode
	size int
}{
	syntax.One: {opClass, 2}, syntax.Notone: {opClass, 2}, syntax.Set: {opClass, 2},
	syntax.Onerep: {opRep, 3}, syntax.Notonerep: {opRep, 3}, syntax.Setrep: {opRep, 3},
	syntax.Oneloop: {opLoop, 3}, syntax.Notoneloop: {opLoop, 3}, syntax.Setloop: {opLoop, 3},
	syntax.Onelazy: {opLazy, 3}, syntax.Notonelazy: {opLazy, 3}, syntax.Setlazy: {opLazy, 3},
	syntax.Oneloopatomic: {opAtomic, 3}, syntax.Notoneloopatomic: {opAtomic, 3}, syntax.Setloopatomic: {opAtomic, 3},
	syntax.Multi: {opText, 2}, syntax.Ref: {opGroup, 2},
	syntax.Bol: {opLineStart, 1}, syntax.Eol: {opLineEnd, 1},
	syntax.Boundary: {opBoundary, 1}, syntax.Nonboundary: {opNoBoundary, 1},
	syntax.Beginning: {opTextStart, 1}, syntax.Start: {opSearchStart, 1},
	syntax.EndZ: {opTextEndLine, 1}, syntax.End: {opTextEnd, 1},
	syntax.Nothing: {opFail, 1}, syntax.Goto: {opJump, 2}, syntax.Lazybranch: {opBranch, 2},
	syntax.Setmark: {opMark, 1}, syntax.Nullmark: {opNoMark, 1}, syntax.Getmark: {opBackToMark, 1},
	syntax.Capturemark: {opCapture, 3},
	syntax.Branchmark:  {opRepeat, 2}, syntax.Lazybranchmark: {opRepeatLazy, 2},
	syntax.Setcount: {opCount, 2}, syntax.Nullcount: {opNoCount, 2},
	syntax.Branchcount: {opRepeatCount, 3}, syntax.Lazybranchcount: {opRepeatCountLazy, 3},
	syntax.Setjump: {opBegin, 1}, syntax.Forejump: {opCommit, 1}, syntax.Backjump: {opAbandon, 1},
	syntax.Testref: {opMatched, 2}, syntax.UpdateBumpalong: {opNone, 1}, syntax.Stop: {opFail, 1},
}

func equalFold(a, b rune) bool { return unicode.ToLower(a) == unicode.ToLower(b) }
