# The Debian package, unpacked: its program runs, and it depends on what its libraries come from.
# labels: release
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

command -v dpkg-shlibdeps >/dev/null || { echo "dpkg-shlibdeps (package dpkg-dev) is not installed"; exit 77; }
cmake --build "$ROLLBOOK_BUILD_DIR" --target product >log 2>&1 || fail "building what is packed: $(tail -n 20 log)"
cpack --config "$ROLLBOOK_BUILD_DIR/CPackConfig.cmake" -B "$PWD/packed" >log 2>&1 || fail "cpack: $(tail -n 20 log)"
set -- packed/rollbook_*.deb
[ -s "$1" ] || fail "cpack made no package: $(cat log)"
dpkg-deb -f "$1" Depends >depends
for package in libsqlite3-0 libcjson1 libhpdf libseccomp2 zlib1g libc6 fonts-urw-base35; do
    grep -q "$package" depends || complain "the package does not depend on $package: $(cat depends)"
done
dpkg-deb -f "$1" Version | grep -qE '^[0-9]+\.[0-9]+\.[0-9]+$' || complain "version: $(dpkg-deb -f "$1" Version)"
dpkg -x "$1" root
for file in bin/rollbook share/man/man1/rollbook.1 share/doc/rollbook/copyright; do
    [ -s "root/usr/$file" ] || [ -s "root/usr/$file.gz" ] || complain "the package lacks /usr/$file"
done
root/usr/bin/rollbook --version >out || complain "the packed program does not run"
root/usr/bin/rollbook run best-of-n --tasks 4 --k 1 --case tiny --name one --db s.db -q 2>err ||
    complain "a run of the packed program: $(cat err)"

exit "$((failures > 0))"
