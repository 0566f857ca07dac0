package scratch

import (
	"net/url"
	"strings"
)

// withDatabase is a connection URL, or keyword string, with another database.
func withDatabase(connection, name string) string {
	if !strings.HasPrefix(connection, "postgres://") && !strings.HasPrefix(connection, "postgresql://") {
		return connection + " dbname=" + name // the last one counts
	}
	u, err := url.Parse(connection)
	if err != nil {
		return connection // which has been connected to, so this cannot be
	}
	u.Path = "/" + name
	query := u.Query()
	query.Del("dbname")
	query.Del("database")
	u.RawQuery = query.Encode()
	return u.String()
}
