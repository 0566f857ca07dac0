package evidence

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// In both themes, text and background have a contrast of at least 4.5 (WCAG 2.1).
func TestThemeContrast(t *testing.T) {
	t.Parallel()
	light, dark, ok := strings.Cut(ThemeCSS, "@media screen and (prefers-color-scheme: dark)")
	if !ok {
		t.Fatal("theme.css has no dark theme")
	}
	var pairs [][2]string // text, background
	for _, text := range []string{"text", "muted", "accent", "good", "warn", "bad"} {
		pairs = append(pairs, [2]string{text, "bg"}, [2]string{text, "surface"})
	}
	pairs = append(pairs, [2]string{"text", "removed-strong"}, [2]string{"text", "added-strong"})
	pairs = append(pairs, [2]string{"accent-text", "accent"}, [2]string{"code-muted", "code-bg"})
	for _, code := range []string{"keyword", "type", "name", "string", "number", "comment", "directive"} {
		for _, background := range []string{"code-bg", "changed", "removed", "added"} {
			pairs = append(pairs, [2]string{"code-" + code, background})
		}
		for m := range Colours {
			pairs = append(pairs, [2]string{"code-" + code, fmt.Sprintf("tint of m%d", m)})
		}
	}
	for m := range Colours {
		pairs = append(pairs, [2]string{"match-text", fmt.Sprintf("m%d", m)})
	}
	for name, css := range map[string]string{"light": light, "dark": dark} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			colours := variables(t, css)
			for _, p := range pairs {
				text, background := colours[p[0]], colours[p[1]]
				if c := contrast(text, background); c < 4.5 {
					t.Errorf("%s on %s has a contrast of %.2f, want 4.5 or more", p[0], p[1], c)
				}
			}
		})
	}
}

type rgb [3]float64 // 0 to 1

var (
	hexVariable = regexp.MustCompile(`--([a-z0-9-]+): #([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2});`)
	tintPattern = regexp.MustCompile(`--match-tint: (\d+)%;`)
)

// variables reads the colours of a style sheet, and mixes the match colours with the
// background of code as evidence.css does.
func variables(t *testing.T, css string) map[string]rgb {
	colours := make(map[string]rgb)
	for _, m := range hexVariable.FindAllStringSubmatch(css, -1) {
		var c rgb
		for i := range c {
			n, err := strconv.ParseUint(m[2+i], 16, 8)
			if err != nil {
				t.Fatal(err)
			}
			c[i] = float64(n) / 255
		}
		colours[m[1]] = c
	}
	tint, err := strconv.Atoi(tintPattern.FindStringSubmatch(css)[1])
	if err != nil {
		t.Fatal(err)
	}
	share := float64(tint) / 100
	for m := range Colours {
		var mixed rgb
		for i := range mixed {
			mixed[i] = share*colours[fmt.Sprintf("m%d", m)][i] + (1-share)*colours["code-bg"][i]
		}
		colours[fmt.Sprintf("tint of m%d", m)] = mixed
	}
	return colours
}

func contrast(a, b rgb) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(c rgb) float64 {
	light := c.linear()
	return 0.2126*light[0] + 0.7152*light[1] + 0.0722*light[2]
}

// linear returns the amounts of light of a colour of sRGB.
func (c rgb) linear() (light rgb) {
	for i, v := range c {
		if light[i] = v / 12.92; v > 0.04045 {
			light[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return light
}
