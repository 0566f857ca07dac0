package evidence

import _ "embed"

// The style sheets and the script that the components need. A page serves them
// as files; a report that must stand alone carries them inside.
var (
	// ThemeCSS defines the colours as CSS variables, light and dark, and the
	// looks of highlighted code.
	//
	//go:embed theme.css
	ThemeCSS string

	// CSS lays out the components of this package.
	//
	//go:embed evidence.css
	CSS string

	// JS brings both sides to a match by a click or by the keys n and
	// p. Everything can be read and reached without it.
	//
	//go:embed evidence.js
	JS string
)
