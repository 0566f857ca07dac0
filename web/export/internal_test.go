package export

// What tests of package export_test use.
const (
	ByteOrderMark = byteOrderMark
	RowBatch      = rowBatch
)

var ExportName = exportName
