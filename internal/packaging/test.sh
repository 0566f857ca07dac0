#!/usr/bin/env bash
# Builds the packages and container images of this machine's platform, and compares the deb with the rpm. Installs the deb in
# a bare Debian made by debootstrap, tries it there, installs it again, removes it and purges it. Tries the root file systems
# of the images. Builds all of it a second time, elsewhere, and compares the bytes. Needs root, git, curl, debootstrap, rpm, jq, and what image.sh needs; goreleaser is compiled the first time.
set -euo pipefail
cd "$(dirname "$0")/../.."
temp=$(mktemp -d)
debootstrap= images= again=
end() {
	for job in $debootstrap $images $again; do { kill "$job" && wait "$job"; } 2>/dev/null || true; done
	[[ ! -e $temp/root/tmp/pg/postmaster.pid ]] || postgres pg_ctl --mode immediate stop >/dev/null || true
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
internal/packaging/compare.sh dist/release/*.deb dist/release/*.rpm

# The images are made while the deb is tried.
internal/packaging/image.sh >"$temp/image.log" 2>&1 &
images=$!

# The second build: in another directory, from files with other times.
(
	copy=$temp/elsewhere/ojcheck
	git clone --quiet --no-checkout . "$copy"
	git -C "$copy" reset --quiet
	git ls-files -z --cached --others --exclude-standard | tar --create --null --files-from - --ignore-failed-read | tar --extract --touch -C "$copy"
	cd "$copy"
	make -s release-packages CONFIG="$temp/goreleaser.yml"
	exec internal/packaging/image.sh
) >"$temp/again.log" 2>&1 &
again=$!

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

wait "$images" || { tail -n 40 "$temp/image.log"; exit 1; }
images=
(cd dist/release && sha256sum --check --quiet SHA256SUMS)
wait "$again" || { tail -n 40 "$temp/again.log"; exit 1; }
again=
(cd "$temp/elsewhere/ojcheck/dist/release" && sha256sum --check --quiet SHA256SUMS)
diff -U 0 dist/release/SHA256SUMS "$temp/elsewhere/ojcheck/dist/release/SHA256SUMS" || { echo "a second build has other bytes"; exit 1; }
echo "built again elsewhere: the same bytes in all $(wc -l <dist/release/SHA256SUMS) files, with both images"
# try_image NAME tries the root file system of an image, as its configuration says.
try_image() {
	mkdir -m 755 "$temp/$1"
	tar --extract --file dist/release/"$1"_*.oci.tar --directory "$temp/$1"
	umoci unpack --image "$temp/$1:$(jq -r '.manifests[0].annotations["org.opencontainers.image.ref.name"]' "$temp/$1/index.json")" "$temp/$1/bundle"
	chmod 755 "$temp/$1/bundle"
	internal/packaging/try.sh "$temp/$1/bundle/rootfs" "$temp/report.json" "$temp/$1/bundle/config.json"
	rm -r "${temp:?}/$1"
}
echo "the image with PostgreSQL:"
try_image ojcheck-postgresql
echo "the image without, with the PostgreSQL of Debian:"
postgres() { chroot --userspec=postgres:postgres "$root" /usr/bin/env -i PGDATA=/tmp/pg "/$postgres_bin/$1" "${@:2}"; }
postgres_bin=$(cd "$root" && echo usr/lib/postgresql/*/bin)
postgres initdb --auth trust --encoding UTF8 --no-locale >"$temp/postgres.log"
postgres pg_ctl --options "-h 127.0.0.1 -p 15432 -k /tmp" --log /tmp/postgres.log --wait start >>"$temp/postgres.log"
DATABASE_URL=postgres://postgres@127.0.0.1:15432/postgres try_image ojcheck
postgres pg_ctl --mode fast --wait stop >>"$temp/postgres.log"
