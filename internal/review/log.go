package review

import (
	"slices"
	"time"
)

// Action is a kind of entry in the audit log.
type Action string

// The strings are stored: never change them.
const (
	ActionDecide   Action = "decide"
	ActionRule     Action = "rule" // a ruling
	ActionWithdraw Action = "withdraw"
	ActionUndo     Action = "undo"   // restores the reviewer's previous decision, if any
	ActionAppeal   Action = "appeal" // reopens a settled case
	ActionAssign   Action = "assign"
	ActionOutcome  Action = "outcome" // sets, changes or removes the outcome of a participant
	ActionReveal   Action = "reveal"
	ActionHide     Action = "hide"
	ActionSettings Action = "settings"
	ActionMembers  Action = "members"
	ActionCreate   Action = "create" // a contest was created by its first upload
	ActionUpload   Action = "upload" // new submissions
	ActionNone     Action = "none"   // for an import that gets no entry; the log never has this action
	ActionFollow   Action = "follow" // a watch of a running contest began; imports by the watch get no entry
	// The server starts, stops or no longer plans to follow a contest. Details.To is the contest's
	// name, because the contest may not be stored yet.
	ActionStartFollowing  Action = "start following"
	ActionStopFollowing   Action = "stop following"
	ActionRemoveFollowing Action = "remove following" // the contest is no longer in the list

	ActionCheck  Action = "check"  // a check was started
	ActionExport Action = "export" // evidence, decisions or pairs as a file
	ActionDelete Action = "delete"
	ActionErase  Action = "erase" // a participant, or what Details.Setting says

	ActionAddSource    Action = "add source" // Details.Count counts the sources, Details.To is their kind, the note has their names
	ActionDeleteSource Action = "delete source"

	// Actions on links, see Link.
	ActionAddLink      Action = "add link"
	ActionOpenLink     Action = "open link" // at most once an hour for each link
	ActionWithdrawLink Action = "withdraw link"
	ActionStatement    Action = "statement" // a participant used a link to make a statement
	ActionRead         Action = "read"      // somebody marked a statement as read

	// Actions on accounts, which belong to no contest.
	ActionAddAccount   Action = "add account"
	ActionRename       Action = "rename account"
	ActionPassword     Action = "set password"
	ActionDisable      Action = "disable account"
	ActionAddFactor    Action = "add second factor"
	ActionRemoveFactor Action = "remove second factor"
	// The user became an administrator, which Details.To says, or stopped being one, which Details.From says.
	ActionAdministrator Action = "administrator"
	ActionEnable        Action = "enable account"
	ActionSignInByLink  Action = "sign in by one-time link" // of "ojcheck serve"
	ActionSignOut       Action = "sign out everywhere"
	ActionAddToken      Action = "add token"
	ActionRevokeToken   Action = "revoke token"
)

// CommandLine is the actor of all commands that change the archive: nobody signs in for a command.
var CommandLine = Person{Name: "command line"}

// Server is the actor of changes that no user asks for, such as the erasure of overdue data.
var Server = Person{Name: "server"}

// ParticipantRef identifies a participant by number; the zero value is nobody.
type ParticipantRef struct {
	ContestID int64
	Number    int
}

// Details has the facts of an action; fields that do not apply are zero. Details has no names of
// participants, no paths and no notes, because the log stays when a contest is deleted.
type Details struct {
	Decision Decision `json:"decision,omitempty"`
	Reason   Reason   `json:"reason,omitempty"`
	State    State    `json:"state,omitempty"` // of the case, after the action
	// User is the ID of the new assignee, or of the user whose role or account changed; 0 for
	// nobody. UserName is the user's name at the time of the action.
	User     int64  `json:"user,omitempty"`
	UserName string `json:"user_name,omitempty"`
	Role     string `json:"role,omitempty"`    // after the action; "" for none
	Setting  string `json:"setting,omitempty"` // "blind", "agreement" or "outcomes"; or what was erased
	From     string `json:"from,omitempty"`    // the previous value, outcome or account name; the name of a deleted contest
	To       string `json:"to,omitempty"`
	CheckID  int64  `json:"check,omitempty"`
	Count    int    `json:"count,omitempty"` // number of submissions added, tokens revoked, pairs decided at once, or participants of a deleted contest whom decisions of other contests name
	// Cluster is the number of the check's cluster whose pairs were decided at once; 0 for none.
	Cluster int          `json:"cluster,omitempty"`
	Pairs   []LoggedPair `json:"pairs,omitempty"` // the decided pairs of the cluster, by number
	File    string       `json:"file,omitempty"`  // the end of the exported file's name: "pair.html"
	Link    int64        `json:"link,omitempty"`  // the ID of a link; Hides is what the link hides
	Hides   Hiding       `json:"hides,omitempty"`
}

// LoggedPair is a pair of a cluster in the audit log.
type LoggedPair struct {
	Problem string `json:"problem"`
	First   int    `json:"first"` // number of a participant of the entry's contest
	Second  int    `json:"second"`
}

// ChangesCase reports whether the action changed the case of two participants, alone or in a cluster, in either order.
func (e Entry) ChangesCase(problem string, first, second ParticipantRef) bool {
	if e.Details.Cluster == 0 {
		return e.Problem == problem && (e.First == first && e.Second == second || e.First == second && e.Second == first)
	}
	pair := LoggedPair{problem, min(first.Number, second.Number), max(first.Number, second.Number)}
	return first.ContestID == e.ContestID && second.ContestID == e.ContestID && slices.Contains(e.Details.Pairs, pair)
}

// Names reports whether the entry has the number of a participant.
func (e Entry) Names(p ParticipantRef) bool {
	return e.First == p || e.Second == p || e.ContestID == p.ContestID &&
		slices.ContainsFunc(e.Details.Pairs, func(pair LoggedPair) bool { return pair.First == p.Number || pair.Second == p.Number })
}

// LogFilter selects entries of the audit log; the zero value selects all.
type LogFilter struct {
	Actor   Person   // who did it: compared by ID for users, by name for others such as CommandLine; zero for anybody
	Actions []Action // nil for all
	Visible []int64  // omits entries about pairs with a stored contest that is not one of these; nil for all
}

// Values of Details.Setting for an erasure in a whole contest: what was erased.
const (
	ErasedPrograms = "programs"
	ErasedPlaces   = "places" // addresses and seats
)

// Entry is a line of the audit log: who did what, and when.
type Entry struct {
	ID            int64
	At            time.Time
	Actor         Person // with the name at that time
	ContestID     int64  // 0 for none
	Action        Action
	Problem       string
	First, Second ParticipantRef
	Details       Details
	Note          string // deleted with the contest
}
