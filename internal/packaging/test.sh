#!/usr/bin/env bash
# Builds the packages of this machine's platform, installs the deb in a bare Debian made by debootstrap, tries it there,
# installs it again, removes it and purges it. Needs root, git, curl and debootstrap; goreleaser is compiled the first time.
set -euo pipefail
cd "$(dirname "$0")/../.."
temp=$(mktemp -d)
debootstrap=
end() {
	[[ -z $debootstrap ]] || { kill "$debootstrap" && wait "$debootstrap"; } 2>/dev/null || true
	rm -rf "$temp"
}
trap end EXIT
root=$temp/root
chmod 755 "$temp"

# Debian is unpacked while the packages are built.
(
	mkdir -p "$root/usr/sbin"
	printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d" # nothing starts by itself
	chmod +x "$root/usr/sbin/policy-rc.d"
	exec debootstrap --variant=minbase --include=postgresql bookworm "$root"
) >"$temp/debootstrap.log" 2>&1 &
debootstrap=$!
sed "s/goos: \[.*/goos: [linux]/; s/goarch: \[.*/goarch: [$(go env GOARCH)]/" .goreleaser.yml >"$temp/goreleaser.yml"
make -s release-packages CONFIG="$temp/goreleaser.yml" >"$temp/goreleaser.log" 2>&1 || { tail -n 40 "$temp/goreleaser.log"; exit 1; }
wait "$debootstrap" || { tail -n 20 "$temp/debootstrap.log"; exit 1; }
debootstrap=
(cd dist/release && sha256sum --check --quiet SHA256SUMS)

# What the program says outside of the package.
binary=$(echo dist/release/ojcheck_linux_*/ojcheck)
mkdir -m 711 "$temp/data"
OJCHECK_CONFIG=none "$binary" check --quiet --format json --data-dir "$temp/data" testdata/submissions >"$temp/report.json" 2>"$temp/check.log" ||
	{ cat "$temp/check.log"; exit 1; }

deb=$(echo dist/release/*.deb)
cp "$deb" "$root/tmp/ojcheck.deb"
debian() { chroot "$root" "$@" >"$temp/dpkg.log" 2>&1 || { echo "$*:"; cat "$temp/dpkg.log"; exit 1; }; }
debian dpkg --install /tmp/ojcheck.deb
internal/packaging/try.sh "$root" "$temp/report.json"
for path in /usr/share/man/man1/ojcheck.1.gz /usr/share/bash-completion/completions/ojcheck /usr/share/doc/ojcheck/copyright; do
	[[ -s $root$path ]] || { echo "$path is missing or empty"; exit 1; }
done
chroot "$root" stat -c '%U:%G %a' /etc/ojcheck/ojcheck.conf | grep -qx 'root:ojcheck 640'

echo '# changed' >>"$root/etc/ojcheck/ojcheck.conf"
debian dpkg --install /tmp/ojcheck.deb
tail -n 1 "$root/etc/ojcheck/ojcheck.conf" | grep -qx '# changed'
echo "installed again: the settings stay"
debian dpkg --remove ojcheck
[[ -d $root/var/lib/ojcheck/postgres/data && -f $root/etc/ojcheck/ojcheck.conf ]]
echo "removed: data and settings stay"
debian dpkg --purge ojcheck
[[ ! -e $root/var/lib/ojcheck && ! -e $root/etc/ojcheck ]]
echo "purged: data and settings are gone"
