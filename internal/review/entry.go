package review

import "time"

// Action is what was done.
type Action string

// The actions that the log keeps.
const (
	ActionDecide   Action = "decide"
	ActionSettle   Action = "settle" // a ruling
	ActionWithdraw Action = "withdraw"
	ActionUndo     Action = "undo" // back to what was said before, if anything
	ActionAssign   Action = "assign"
	ActionReveal   Action = "uncover"
	ActionHide     Action = "cover"
	ActionSettings Action = "settings"
	ActionMembers  Action = "members"
	ActionCreate   Action = "create"   // a contest, by its first upload
	ActionUpload   Action = "upload"   // of submissions that were not kept yet
	ActionNone     Action = "none"     // is not logged
	ActionFollow   Action = "follow"   // a contest while it runs: all that a run uploads
	ActionCheck    Action = "check"    // begun
	ActionExport   Action = "hand out" // evidence, decisions or pairs, as a file
	ActionDelete   Action = "delete"

	// Of accounts, in no contest.
	ActionAddAccount  Action = "add account"
	ActionRename      Action = "rename account"
	ActionPassword    Action = "set password"
	ActionDisable     Action = "disable account"
	ActionEnable      Action = "enable account"
	ActionSignOut     Action = "sign out everywhere"
	ActionAddToken    Action = "add token"
	ActionRevokeToken Action = "revoke token"
)

// CommandLine is who acts where nobody has signed in: the owner of the shell.
var CommandLine = Person{Name: "command line"}

// Numbered names a participant without a name. The zero value is nobody.
type ParticipantRef struct {
	ContestID int64
	Number    int
}

// Details tells more of an action. It holds no names of participants, paths or
// notes, for the log outlives the contest. What does not apply is zero.
type Details struct {
	Decision Decision `json:"decision,omitempty"`
	Reason   Reason   `json:"reason,omitempty"`
	State    State    `json:"state,omitempty"` // of the case, afterwards
	// User is to whom a pair was assigned, or whose role or account was changed; 0
	// for nobody. UserName is their name as it was then.
	User     int64  `json:"user,omitempty"`
	UserName string `json:"user_name,omitempty"`
	Role     string `json:"role,omitempty"`    // afterwards; "" for none
	Setting  string `json:"setting,omitempty"` // "blind" or "agreement"
	From     string `json:"from,omitempty"`    // what it was: a setting, or the name of an account
	To       string `json:"to,omitempty"`
	CheckID  int64  `json:"check,omitempty"`
	// Count is how many submissions an upload added, or how many tokens were
	// revoked.
	Count int `json:"count,omitempty"`
	// File is what was handed out, as the name of the file ends: "pair.html".
	File string `json:"file,omitempty"`
}

// Entry is a line of the audit log: who did what, and when.
type Entry struct {
	ID            int64
	At            time.Time
	Actor         Person // with the name of then
	ContestID     int64  // 0 for none
	Action        Action
	Problem       string
	First, Second ParticipantRef
	Details       Details
	Note          string // gone where the contest is
}
