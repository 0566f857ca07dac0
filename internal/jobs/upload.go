package jobs

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"slices"
	"strings"

	"github.com/ojcheck/ojcheck/internal/contest"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/i18n"
	"github.com/ojcheck/ojcheck/internal/preview"
	"github.com/ojcheck/ojcheck/internal/review"
	"github.com/ojcheck/ojcheck/internal/settings"
	"github.com/ojcheck/ojcheck/internal/text"
)

// Checker stores and checks uploads.
type Checker interface {
	// Check reads and checks the upload, and returns the ID of the check. It returns soon after ctx ends. It
	// calls progress with a stage in words for users, and the steps of the stage; total is 0 if unknown. An
	// error that users can correct is a *Failure.
	Check(ctx context.Context, upload Upload, progress func(stage i18n.Text, done, total int)) (checkID int64, err error)
	// Import reads and stores the upload like Check, but compares nothing. It returns the ID of the contest,
	// and sets the IDs of upload.Submissions.
	Import(ctx context.Context, upload Upload, progress func(stage i18n.Text, done, total int)) (contestID int64, err error)
	// Preview reads the upload like Check, and says what the upload contains. It stores nothing.
	Preview(ctx context.Context, upload Upload, progress func(stage i18n.Text, done, total int)) (preview.Preview, error)
}

// Upload is a contest to check or to store. It has uploaded files, or the ID of a contest in the archive.
type Upload struct {
	By      review.Person // who sends the upload, for the audit log
	Job     string        `json:"-"` // ID of the job of the upload, for a Checker
	Contest string        // name of the contest; never empty
	// TargetContestID is Snapshot.TargetContestID, for a Checker. If the contest was deleted meanwhile, the Checker stores nothing:
	// only administrators may create a contest.
	TargetContestID int64 `json:"-"`
	// StoredContestID is the ID of the stored contest to check; 0 if the Upload has Files or Submissions. The
	// check uses the layout and language of the contest's last check, and its base code, unless the upload has
	// NoBase or Base.
	StoredContestID int64
	NoBase          bool                 // the base code of the last check does not count
	Files           []UploadedFile       // archives or source files of one contest
	Submissions     []contest.Submission `json:"-"` // from the JSON of a request: stored at once, without a job, so no job has them
	Dirs            []string             // hold the files, and are deleted with the job
	Base            []UploadedFile       // base code: source files or archives
	Manifest        UploadedFile         // a table of the submissions in Files; zero for none
	Task            Task
	KeepFiles       bool `json:"Hold"` // after a preview or a failed check; see Queue.StartWithFilesOf
	// Settings.Against has IDs of contests in a request. Names replace the IDs before the job starts.
	settings.Settings
	ShowNames   bool    // the review of a new contest is not blind; existing contests do not change
	NamesSecret []int64 // as in check.Request
}

// Task is what a job does with an upload.
type Task int

const (
	Check   Task = iota // store and compare the upload
	Import              // store the upload
	Preview             // read the upload, and store nothing
)

// UploadedFile is a file on the disk of the server.
type UploadedFile struct {
	Name string // the name that the browser sent, reduced to one safe path element
	Path string // with a number if another file has the name: "base/t-2.cpp"
	Size int64  // bytes
}

// FileNames lists Files: "finals.zip, extra.zip".
func (u Upload) FileNames() string {
	var names []string
	for _, f := range u.Files {
		names = append(names, f.Name)
	}
	return strings.Join(names, ", ")
}

// Size returns the bytes of Files.
func (u Upload) Size() (size int64) { return sizeOf(u.Files) }

// DiskSize returns the bytes of AllFiles.
func (u Upload) DiskSize() (size int64) { return sizeOf(u.AllFiles()) }

func sizeOf(files []UploadedFile) (size int64) {
	for _, f := range files {
		size += f.Size
	}
	return size
}

// Failure says why an upload could not be checked.
type Failure struct {
	Message i18n.Text // what is wrong
	Advice  i18n.Text // what the user can do; zero for none
	Layout  string    // the layout to try; "" if no other layout is known to help
	// Doubtful means that the detected layout is ambiguous. A new upload with settings.Input.Yes says that it is
	// right.
	Doubtful bool
	// Unreadable means that no other settings help: the upload is not what it should be, such as a broken archive.
	Unreadable bool
	Skipped    []contest.SkippedItem
	Err        error `json:"-"` // for the log; nil if Message is enough
}

func (f *Failure) Error() string {
	if f.Err != nil {
		return f.Err.Error()
	}
	return f.Message.String()
}

func (f *Failure) Unwrap() error { return f.Err }

// Failure tells the user why the job failed; nil if the job did not fail. The errors of libraries are in
// English, because they have no translations.
func (s Snapshot) Failure() *Failure {
	if s.Err == nil {
		return nil
	}
	failure, isFailure := errors.AsType[*Failure](s.Err)
	described := httperr.Describe(s.Err)
	switch {
	case errors.Is(s.Err, context.Canceled) && s.KeepsFiles:
		return &Failure{Message: i18n.TextOf(errCancelled), Advice: i18n.Textf("The upload is still here: you can check it again.")}
	case errors.Is(s.Err, context.Canceled):
		return &Failure{Message: i18n.TextOf(errCancelled), Advice: i18n.Textf("Nothing was lost: upload the archive again.")}
	case isFailure:
		f := *failure
		f.Message = s.Upload.forUser(f.Message)
		return &f
	case described.Status != http.StatusInternalServerError:
		return &Failure{Message: i18n.TextOf(described.Message), Advice: i18n.TextOf(described.Advice)}
	}
	reason, _, _ := strings.Cut(s.Err.Error(), "\n") // a stack trace is for the log
	reason = s.Upload.withFileNames(reason)
	message := i18n.Textf("The check failed: %s", reason)
	switch s.Upload.Task {
	case Import:
		message = i18n.Textf("The import failed: %s", reason)
	case Preview:
		message = i18n.Textf("The upload could not be read: %s", reason)
	}
	return &Failure{
		Message: message,
		Advice:  i18n.Textf("Nothing that was stored before is lost. Try again; the output of ojcheck serve says what failed."),
	}
}

var errCancelled = i18n.Errorf("The job was cancelled.")

// forUser replaces paths by file names. It capitalises the first letter, unless the message begins with a
// file name.
func (u Upload) forUser(message i18n.Text) i18n.Text {
	message = message.Map(u.withFileNames)
	words := message.String()
	beginsWith := func(f UploadedFile) bool { return strings.HasPrefix(words, f.Name) }
	if words == text.Capitalize(words) || slices.ContainsFunc(u.AllFiles(), beginsWith) {
		return message
	}
	return message.Capitalized()
}

// withFileNames replaces paths on the disk by the names that the user gave to the uploaded files.
func (u Upload) withFileNames(words string) string {
	for _, f := range u.AllFiles() {
		words = strings.ReplaceAll(words, f.Path, f.Name)
	}
	return words
}

// RemoveFiles deletes the files of an upload that has no job, or whose job has ended.
func (u Upload) RemoveFiles(log *slog.Logger) {
	for _, dir := range u.Dirs {
		if err := os.RemoveAll(dir); err != nil {
			log.Warn("could not delete an upload; the next start tries again", "directory", dir, "error", err)
		}
	}
}

// AllFiles lists all uploaded files, including base code and manifest.
func (u Upload) AllFiles() []UploadedFile {
	files := slices.Concat(u.Files, u.Base)
	if u.Manifest.Path != "" {
		files = append(files, u.Manifest)
	}
	return files
}
