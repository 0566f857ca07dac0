package migrations

import "io/fs"

// Files returns the migrations as they are embedded: <number>_<name>.sql.
func Files() fs.FS { return files }
