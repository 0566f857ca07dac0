package evidence

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// vision simulates the lack of a cone in linear RGB: the matrices of Machado, Oliveira and Fernandes (2009).
type vision [3][3]float64

var visions = map[string]vision{
	"trichromacy": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia": {
		{0.152286, 1.052583, -0.204868},
		{0.114503, 0.786281, 0.099216},
		{-0.003882, -0.048116, 1.051998}},
	"deuteranopia": {
		{0.367322, 0.860646, -0.227968},
		{0.280085, 0.672501, 0.047413},
		{-0.011820, 0.042940, 0.968881}},
	"tritanopia": {
		{1.255528, -0.076749, -0.178779},
		{-0.078411, 0.930809, 0.147602},
		{0.004733, 0.691367, 0.303900}},
}

// lab returns a colour as this vision sees it, in CIELAB (1976) with the white D65.
func (v vision) lab(c rgb) [3]float64 {
	var seen rgb
	light := c.linear()
	for i, row := range v {
		for j, share := range row {
			seen[i] += share * light[j]
		}
		seen[i] = min(1, max(0, seen[i]))
	}
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	x := f((0.4124564*seen[0] + 0.3575761*seen[1] + 0.1804375*seen[2]) / 0.95047)
	y := f(0.2126729*seen[0] + 0.7151522*seen[1] + 0.0721750*seen[2])
	z := f((0.0193339*seen[0] + 0.1191920*seen[1] + 0.9503041*seen[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// distance returns the distance of two colours as this vision sees them. About 2.3 is just noticeable.
func (v vision) distance(a, b rgb) float64 {
	p, q := v.lab(a), v.lab(b)
	return math.Sqrt((p[0]-q[0])*(p[0]-q[0]) + (p[1]-q[1])*(p[1]-q[1]) + (p[2]-q[2])*(p[2]-q[2]))
}

// For each kind of vision, neighbouring matches have very different colours, and no two colours
// look the same.
func TestMatchColoursDiffer(t *testing.T) {
	t.Parallel()
	light, dark, _ := strings.Cut(ThemeCSS, "@media screen and (prefers-color-scheme: dark)")
	least := map[int]float64{1: 25, 2: 20, 3: 12, 4: 12} // distance of two colours, by the difference of their numbers
	for theme, css := range map[string]string{"light": light, "dark": dark} {
		colours := variables(t, css)
		for name, v := range visions {
			for a := range Colours {
				for b := range a {
					one, other := fmt.Sprintf("m%d", b), fmt.Sprintf("m%d", a)
					apart := min(a-b, Colours-a+b)
					if d := v.distance(colours[one], colours[other]); d < least[apart] {
						t.Errorf("%s, %s: %s and %s are %.1f apart, want %.0f", theme, name, one, other, d, least[apart])
					}
				}
			}
		}
	}
}
