#!/usr/bin/env bash
# Makes container images of the deb in dist/release for this machine's platform, without a container engine: one with
# PostgreSQL, Debian with the deb, and one without, which has nothing but ojcheck. Needs mmdebstrap and umoci, and root.
# The same deb gives the same bytes, as long as Debian's packages are the same.
set -euo pipefail
cd "$(dirname "$0")/../.."
export LC_ALL=C SOURCE_DATE_EPOCH
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
created=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)
arch=$(go env GOARCH)
deb=$(echo dist/release/*_"$arch".deb)
version=$(dpkg-deb --field "$deb" Version)
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
chmod 755 "$temp"

# image NAME TAR packs the root file system TAR as dist/release/NAME, an archive of the OCI image format.
image() {
	local name=$1 tar=$2 layout=$temp/$1 tag=${version//[~+]/-}
	umoci init --layout "$layout"
	umoci new --image "$layout:$tag"
	umoci raw add-layer --image "$layout:$tag" --history.created "$created" --history.created_by "internal/packaging/image.sh" "$tar"
	# Data belongs to the user 10001 of every version. Inside a container, all addresses are those of the container.
	umoci config --image "$layout:$tag" --no-history --created "$created" --architecture "$arch" --os linux \
		--config.user 10001:10001 --config.workingdir /var/lib/ojcheck --config.volume /var/lib/ojcheck \
		--config.env PATH=/usr/bin:/bin --config.env HOME=/var/lib/ojcheck --config.env OJCHECK_ADDR=0.0.0.0:8080 \
		--config.exposedports 8080/tcp --config.entrypoint /usr/bin/ojcheck --config.cmd serve \
		--config.label org.opencontainers.image.source=https://github.com/ojcheck/ojcheck \
		--config.label org.opencontainers.image.licenses=Apache-2.0 \
		--config.label "org.opencontainers.image.version=$version"
	umoci gc --layout "$layout"
	pack -C "$layout" -f "dist/release/$name" .
	echo "dist/release/$name"
}
pack() { tar --create --sort name --format gnu --mtime "@$SOURCE_DATE_EPOCH" --owner 0 --group 0 --numeric-owner "$@"; }

# Each build would make another certificate and another cache of debconf.
mmdebstrap --quiet --variant=minbase --include=ca-certificates,postgresql \
	--dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
	--essential-hook='mkdir -p "$1/etc/postgresql-common" && echo create_main_cluster = false >"$1/etc/postgresql-common/createcluster.conf"' \
	--customize-hook='chroot "$1" groupadd --gid 10001 ojcheck' \
	--customize-hook='chroot "$1" useradd --uid 10001 --gid 10001 --home-dir /var/lib/ojcheck --no-create-home --shell /usr/sbin/nologin ojcheck' \
	--customize-hook="cp '$deb' \"\$1/tmp/ojcheck.deb\" && chroot \"\$1\" dpkg --install /tmp/ojcheck.deb && rm \"\$1/tmp/ojcheck.deb\"" \
	--customize-hook='rm -r "$1/etc/ssl/private/ssl-cert-snakeoil.key" "$1"/var/cache/debconf/*' \
	--customize-hook='find "$1/etc/ssl/certs" -name "ssl-cert-snakeoil.pem" -delete -o -lname "*snakeoil*" -delete' \
	bookworm "$temp/root.tar" >"$temp/log" 2>&1 || { cat "$temp/log"; exit 1; }
image "ojcheck-postgresql_${version}_$arch.oci.tar" "$temp/root.tar"

# Without PostgreSQL: the program, certificates to trust, and an account.
root=$temp/root
mkdir -p "$root/tmp" "$root/etc" "$root/var/lib/ojcheck"
tar --extract --file "$temp/root.tar" --directory "$root" ./usr/bin/ojcheck ./usr/share/doc/ojcheck/copyright ./etc/ssl/certs/ca-certificates.crt ./etc/ojcheck
echo 'ojcheck:x:10001:10001::/var/lib/ojcheck:/' >"$root/etc/passwd"
echo 'ojcheck:x:10001:' >"$root/etc/group"
chmod -R u=rwX,go=rX "$root"
chmod 1777 "$root/tmp"
chmod 700 "$root/var/lib/ojcheck"
pack -C "$root" -f "$temp/small.tar" --exclude ./var/lib/ojcheck .
pack -C "$root" -f "$temp/data.tar" --owner 10001 --group 10001 ./var/lib/ojcheck
tar --concatenate --file "$temp/small.tar" "$temp/data.tar"
image "ojcheck_${version}_$arch.oci.tar" "$temp/small.tar"

cd dist/release
sed -i '/\.oci\.tar$/d' SHA256SUMS
sha256sum -- *.oci.tar >>SHA256SUMS
