package export

// These names are for the tests in package export_test.
const (
	ByteOrderMark = byteOrderMark
	RowBatch      = rowBatch
)

var (
	ExportName       = exportName
	ClusterSelection = clusterSelection
)
