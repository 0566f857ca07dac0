#!/usr/bin/env bash
# Compares the deb $1 with the rpm $2: the same files, owners, modes and bytes, the same settings files that an upgrade leaves
# alone, and the same scripts. Needs dpkg-deb and rpm.
set -euo pipefail
deb=$1 rpm=$2
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT

list() { rpm --query --package --queryformat "$1" "$rpm"; }
same() { diff --label "the deb: $1" --label "the rpm: $1" -U 0 "$2" "$3"; }

list '[%{FILEMODES:perms} %{FILEUSERNAME}/%{FILEGROUPNAME} %{FILENAMES}\n]' | sort >"$temp/rpm"
# A deb lists the directories of the system, too: those that the rpm does not list are left out.
dpkg-deb --fsys-tarfile "$deb" | tar --list --verbose | sed -E 's| +[0-9]+ [0-9-]+ [0-9:]+ \./| /|; s|/$||' |
	awk 'NR == FNR { rpm[$3]; next } !/^d/ || $3 in rpm' "$temp/rpm" - | sort >"$temp/deb"
same "modes, owners and files" "$temp/deb" "$temp/rpm"

dpkg-deb --raw-extract "$deb" "$temp/files"
list '[%{FILEDIGESTS}  %{FILENAMES}\n]' | sed -n 's|  /|  ./|p' | grep -v '^ ' >"$temp/sums"
(cd "$temp/files" && sha256sum --check --quiet) <"$temp/sums"

list '[%{FILEFLAGS:fflags} %{FILENAMES}\n]' | sed -n 's/^cn //p' >"$temp/settings"
same "settings files" "$temp/files/DEBIAN/conffiles" "$temp/settings"
for pair in preinst:PREIN postinst:POSTIN prerm:PREUN postrm:POSTUN; do
	list "%{${pair#*:}}" >"$temp/script"
	same "${pair%:*}" "$temp/files/DEBIAN/${pair%:*}" "$temp/script"
done
echo "deb and rpm: the same $(wc -l <"$temp/sums") files, owners, modes, bytes and scripts"
