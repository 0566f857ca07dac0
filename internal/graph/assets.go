package graph

import _ "embed"

// CSS is the style of drawings; it needs the colours of evidence.ThemeCSS.
//
//go:embed graph.css
var CSS string
