#!/usr/bin/env bash
# Tries the ojcheck that is installed in the root directory $1: as the user of the service, it checks the sample contest and
# compares the report with the file $2, byte for byte but for the times of the check; then it starts the command line of the
# service, and waits until it is ready. The unit says what the service is, or for a container image the file $3, the bundle's
# config.json. Needs root, curl, PostgreSQL in the root directory or DATABASE_URL, and jq for images.
set -euo pipefail
root=$(realpath "$1") expected=$(realpath "$2")
cd "$(dirname "$0")/../.."
if (($# < 3)); then
	unit=$root/usr/lib/systemd/system/ojcheck.service
	setting() { sed -n "s/^$1=//p" "$unit"; }
	user=$(chroot "$root" id -u "$(setting User)"):$(chroot "$root" id -g "$(setting Group)")
	variables=(PATH="$PATH" HOME=/var/lib/ojcheck)
	read -ra command < <(setting ExecStart)
else
	user=$(jq -r '.process.user | "\(.uid):\(.gid)"' "$3")
	mapfile -t variables < <(jq -r '.process.env[]' "$3")
	mapfile -t command < <(jq -r '.process.args[]' "$3")
fi
# Without /proc and variables of this machine, and at an address that no other machine reaches.
as_service=(env -i "${variables[@]}" ${DATABASE_URL:+DATABASE_URL="$DATABASE_URL"} OJCHECK_ADDR=127.0.0.1:18080
	"$(command -v chroot)" --userspec="$user" "$root")

sample=$(mktemp -d "$root/tmp/sample-XXXX")
log=$(mktemp)
serve=
end() {
	[[ -z $serve ]] || { kill "$serve" && wait "$serve"; } 2>/dev/null || true
	rm -rf "$sample" "$log"
}
trap end EXIT
cp -r testdata/submissions "$sample/submissions"
chmod -R a+rX "$sample"

"${as_service[@]}" /usr/bin/ojcheck config >"$log"
grep -Eq '^data-dir +/var/lib/ojcheck +/etc/ojcheck/ojcheck.conf' "$log" || { cat "$log"; exit 1; }
"${as_service[@]}" /usr/bin/ojcheck check --quiet --format json "${sample#"$root"}/submissions" >"$sample/report.json" 2>"$log" || { cat "$log"; exit 1; }
times='/^  "(started|finished)_at": /d'
cmp <(sed -E "$times" "$sample/report.json") <(sed -E "$times" "$expected")
echo "the report has the same bytes, $(wc -c <"$expected"), but for the two times of the check"

"${as_service[@]}" "${command[@]}" >"$log" 2>&1 &
serve=$!
for _ in {1..300}; do
	! curl -fsS -o /dev/null http://127.0.0.1:18080/readyz 2>/dev/null || break
	kill -0 "$serve" 2>/dev/null || { cat "$log"; exit 1; }
	sleep .1
done
curl -fsS -o /dev/null http://127.0.0.1:18080/readyz || { cat "$log"; exit 1; }
stat -c '%u:%g %a' "$root/var/lib/ojcheck" | grep -qx "$user 700"
kill "$serve"
wait "$serve"
serve=
echo "${command[*]}: ready, and ended with status 0"
[[ -z $(find "$root/var/lib/ojcheck" -name postmaster.pid) ]] || { echo "PostgreSQL still runs"; exit 1; }
