package intake

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"io"
	"slices"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

// Names of a zip in the code pages of Russian and western systems become UTF-8, also if the zip is cut off. Names in other
// encodings stay as they are, and names in UTF-8 are not mistaken for others.
func TestZipNames(t *testing.T) {
	t.Parallel()
	russian := []string{"Задача А/Иванов Иван.cpp", "Задача А/Петров Пётр.cpp", "Задача А/Щукин_№2.cpp", "Задача А/ann.cpp"}
	western := []string{"Übung/Jürgen Müller.cpp", "Übung/JoséPeña.cpp", "Übung/João Conceição.cpp", "Übung/ann.cpp"}
	for _, test := range []struct {
		name     string
		encoding encoding.Encoding
		names    []string
		isKnown  bool
	}{
		{"866", charmap.CodePage866, russian, true},
		{"1251", charmap.Windows1251, russian, true},
		{"1251 without capital letters", charmap.Windows1251, []string{"задача/иванов.cpp", "задача/петров.cpp"}, true},
		{"850", charmap.CodePage850, western, true},
		{"437", charmap.CodePage437, []string{"Übung/Jürgen Müller.cpp", "Übung/José Peña.cpp"}, true},
		{"UTF-8, Russian", unicode.UTF8, russian, true},
		{"UTF-8, western", unicode.UTF8, western, true},
		{"Japanese", japanese.ShiftJIS, []string{"課題A/田中太郎.cpp", "課題A/あいう.cpp", "課題A/ソフト.cpp"}, false},
		{"Chinese", simplifiedchinese.GBK, []string{"作业一/王小明.cpp", "作业一/李四.cpp"}, false},
		// The second byte of these characters is that of a backslash.
		{"Chinese in Taiwan", traditionalchinese.Big5, []string{"A/許志明.cpp", "A/許家豪.cpp"}, false},
		{"Japanese, 5C", japanese.ShiftJIS, []string{"課題A/表一郎.cpp", "課題A/表二郎.cpp"}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var items []zipItem
			var want []string
			for _, name := range test.names {
				written, err := test.encoding.NewEncoder().String(name)
				if err != nil {
					t.Fatal(err)
				}
				items = append(items, zipItem{name: written, content: "int x;"})
				if !test.isKnown {
					name = written
				}
				want = append(want, name)
			}
			for _, f := range honestFiles {
				want = append(want, f.name)
			}
			whole := zipItems(t, items)
			diff(t, "whole", want, namesIn(t, whole))
			// Without its list of files, a zip is read by the headers of its files.
			cut := whole[:bytes.Index(whole, []byte("PK\x01\x02"))]
			diff(t, "cut off", want, namesIn(t, cut))
		})
	}
}

// Backslashes become slashes, unless they may be a part of a character.
func TestZipBackslashes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ names, want []string }{
		{[]string{`A\ann.cpp`, `A\bo/x.cpp`}, []string{"A/ann.cpp", "A/bo/x.cpp"}},
		{[]string{"A\\Jos\x82\\1.cpp", "A\\ann\\1.cpp"}, []string{"A/José/1.cpp", "A/ann/1.cpp"}}, // code page 850
		{[]string{"A\\\xb3\\\xa7\xd3.cpp"}, []string{"A/\xb3\\\xa7\xd3.cpp"}},                     // Big5: A\許志.cpp
		{[]string{"A/\x90\\\x88\xea.cpp"}, []string{`A/Р\Иъ.cpp`}},                                // Shift-JIS that looks like code page 866
		{[]string{"\x90\\\x88\xea.cpp"}, []string{`Р\Иъ.cpp`}},
	} {
		var got []string
		z := encodingOf(test.names)
		for _, name := range test.names {
			got = append(got, z.decode(name, 0))
		}
		diff(t, test.names[0], test.want, got)
	}
}

// An entry may have its name in UTF-8 in a field. A field for another name does not count.
func TestZipUnicodeField(t *testing.T) {
	t.Parallel()
	field := func(name, unicode string) func(*zip.FileHeader) {
		return func(h *zip.FileHeader) {
			data := binary.LittleEndian.AppendUint32([]byte{1}, crc32.ChecksumIEEE([]byte(name)))
			data = append(data, unicode...)
			h.Extra = binary.LittleEndian.AppendUint16([]byte("\xff\xee\x01\x00x\x75\x70"), uint16(len(data)))
			h.Extra = append(h.Extra, data...)
		}
	}
	whole := zipItems(t, []zipItem{
		{"A/?.cpp", "int x;", field("A/?.cpp", "A/李.cpp")}, {"A/b.cpp", "int x;", field("A/x.cpp", "A/李四.cpp")},
		{"A/c.cpp", "int x;", func(h *zip.FileHeader) { h.Extra = []byte("\x75\x70\xff\x00\x01") }},
	})
	want := []string{"A/李.cpp", "A/b.cpp", "A/c.cpp", "A/ann.cpp", "A/bob.cpp"}
	diff(t, "whole", want, namesIn(t, whole))
	diff(t, "cut off", want, namesIn(t, whole[:bytes.Index(whole, []byte("PK\x01\x02"))]))
}

func namesIn(t *testing.T, data []byte) (names []string) {
	t.Helper()
	for e, err := range zipEntries(bytes.NewReader(data), int64(len(data)), newMeter(t.Context(), Limits{}.withDefaults())) {
		if err != nil {
			break
		}
		r, err := e.open()
		if err == nil {
			_, err = io.ReadAll(r)
		}
		if err != nil {
			t.Errorf("%s: %v", e.name, err)
		}
		names = append(names, e.name)
	}
	return slices.Clip(names)
}
