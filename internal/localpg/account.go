//go:build unix

package localpg

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"syscall"
)

// account is the user of the operating system that runs the server; nil is the user who runs ojcheck.
type account struct {
	name     string
	uid, gid uint32
}

// serverAccount chooses the account for the server of a cluster at dataPath, which may not exist yet. It
// returns nil except for root, because PostgreSQL refuses to run as root.
func serverAccount(dataPath string) (*account, error) {
	if os.Getuid() != 0 {
		return nil, nil
	}
	if info, err := os.Stat(dataPath); err == nil {
		if stat, ok := info.Sys().(*syscall.Stat_t); ok && stat.Uid != 0 {
			return &account{name: "the owner of " + dataPath, uid: stat.Uid, gid: stat.Gid}, nil
		}
	}
	for _, name := range []string{"postgres", "nobody"} {
		entry, err := user.Lookup(name)
		if err != nil {
			continue
		}
		acct := &account{name: "the user " + name}
		if _, err := fmt.Sscan(entry.Uid+" "+entry.Gid, &acct.uid, &acct.gid); err != nil {
			return nil, fmt.Errorf("user %s: %w", name, err)
		}
		return acct, nil
	}
	return nil, errors.New("PostgreSQL refuses to run as root, and there is no user postgres or nobody to run it as: " +
		"create one (useradd --system postgres), run ojcheck as an ordinary user, or give a server with --database-url")
}

func (a *account) userID() int {
	if a == nil {
		return os.Getuid()
	}
	return int(a.uid)
}

func (a *account) chown(path string) error {
	if a == nil {
		return nil
	}
	return os.Lchown(path, int(a.uid), int(a.gid))
}

// runAs makes cmd run as the account, in a directory that the account can enter. The environment has no
// secrets, and no variables that change PostgreSQL, such as PGPORT. The program has a session of its own, so
// that it outlives Ctrl-C and the process that starts it.
func (a *account) runAs(cmd *exec.Cmd) {
	cmd.Env = []string{"LC_ALL=C"}
	for _, name := range []string{"PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH"} {
		if value, ok := os.LookupEnv(name); ok {
			cmd.Env = append(cmd.Env, name+"="+value)
		}
	}
	cmd.Dir = cmp.Or(cmd.Dir, "/")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if a != nil {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: a.uid, Gid: a.gid}
	}
}

// cannotSwitchUser reports whether err means that this process cannot become the account. A container may
// restrict root in this way.
func (a *account) cannotSwitchUser(err error) bool {
	return a != nil && (errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EINVAL))
}

// hint explains why a program could not be run as the account.
func (a *account) hint(err error) string {
	switch {
	case a.cannotSwitchUser(err):
		return fmt.Sprintf(" (PostgreSQL refuses to run as root, and root cannot become %s here: "+
			"run ojcheck as an ordinary user, or give a server with --database-url)", a.name)
	case errors.Is(err, fs.ErrPermission):
		return " (this user may not run it, or its file system is mounted noexec)"
	}
	return ""
}
