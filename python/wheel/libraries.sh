#!/bin/sh
# Builds the libraries that the wheel's program contains, for glibc 2.28: libraries.sh SOURCES PREFIX PYTHON
#
# SOURCES gets Debian's source archives (apt-get source, checked by apt); PREFIX gets headers, static libraries and .pc
# files; PYTHON has the package ziglang, whose compiler aims at an older glibc than this machine's.
set -eu
mkdir -p "$1" "$2/include" "$2/lib/pkgconfig" "$2/bin"
sources=$(cd "$1" && pwd) prefix=$(cd "$2" && pwd) python=$3
target=x86_64-linux-gnu.2.28
cat >"$prefix/bin/cc" <<END
#!/bin/sh
exec "$python" -m ziglang cc -target $target "\$@"
END
cat >"$prefix/bin/ar" <<END
#!/bin/sh
exec "$python" -m ziglang ar "\$@"
END
cat >"$prefix/bin/ranlib" <<END
#!/bin/sh
exec "$python" -m ziglang ranlib "\$@"
END
chmod +x "$prefix/bin/cc" "$prefix/bin/ar" "$prefix/bin/ranlib"
cc=$prefix/bin/cc ar=$prefix/bin/ar
flags="-O2 -w -fPIC -fstack-protector-strong -fno-sanitize=undefined -I$prefix/include"

# Lists of sources of their own: the machine's need not have any.
apt=$sources/apt
mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial"
echo "deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian bookworm main" \
    >"$apt/sources.list"
get() {
    ls "$sources/$1"_*.orig.tar.* >/dev/null 2>&1 && return
    [ -e "$apt/updated" ] || { apt_get update && touch "$apt/updated"; }
    # A patch that a mirror lacks does not matter: the original source is what is built.
    (cd "$sources" && apt_get -qq source --download-only "$1") || ls "$sources/$1"_*.orig.tar.* >/dev/null
}
apt_get() {
    apt-get -o Dir::Etc::sourcelist="$apt/sources.list" -o Dir::Etc::sourceparts=/dev/null \
        -o Dir::State::lists="$apt/lists" -o Dir::Cache="$apt/cache" -o APT::Sandbox::User=root "$@"
}
unpack() {
    get "$1"
    rm -rf "${sources:?}/$1"
    mkdir "$sources/$1"
    for archive in "$sources/$1"_*.orig.tar.*; do
        case $archive in *.asc) ;; *) tar -xf "$archive" -C "$sources/$1" --strip-components=1 ;; esac
    done
    cd "$sources/$1"
}
# archive NAME FILES...: a static library of C files.
archive() {
    name=$1
    shift
    rm -f ./*.o "$prefix/lib/lib$name.a"
    for file in "$@"; do
        # shellcheck disable=SC2086
        "$cc" $flags ${more:-} -c "$file" -o "$(basename "$file" .c).o"
    done
    "$ar" rcs "$prefix/lib/lib$name.a" ./*.o
}
describe() { # FILE VERSION LIBS
    printf 'Name: %s\nDescription: %s\nVersion: %s\nCflags: -I%s\nLibs: -L%s %s\n' "$1" "$1" "$2" "$prefix/include" \
        "$prefix/lib" "$3" >"$prefix/lib/pkgconfig/$1.pc"
}

unpack zlib
cp zlib.h zconf.h "$prefix/include"
more="-DHAVE_UNISTD_H -D_LARGEFILE64_SOURCE=1" archive z adler32.c compress.c crc32.c deflate.c gzclose.c gzlib.c gzread.c \
    gzwrite.c infback.c inffast.c inflate.c inftrees.c trees.c uncompr.c zutil.c
describe zlib 1.2.13 "-lz"

unpack libpng1.6
cp scripts/pnglibconf.h.prebuilt pnglibconf.h
cp png.h pngconf.h pnglibconf.h "$prefix/include"
more="-DPNG_INTEL_SSE_OPT=0" archive png png.c pngerror.c pngget.c pngmem.c pngpread.c pngread.c pngrio.c pngrtran.c \
    pngrutil.c pngset.c pngtrans.c pngwio.c pngwrite.c pngwtran.c pngwutil.c

unpack cjson
mkdir -p "$prefix/include/cjson"
cp cJSON.h "$prefix/include/cjson"
archive cjson cJSON.c
describe libcjson 1.7.15 "-lcjson"
sed -i "s|^Cflags:.*|Cflags: -I$prefix/include -I$prefix/include/cjson|" "$prefix/lib/pkgconfig/libcjson.pc"

unpack libharu
printf '#define LIBHPDF_HAVE_LIBPNG 1\n#define LIBHPDF_HAVE_ZLIB 1\n#define LIBHPDF_STDC_HEADERS 1\n' >include/hpdf_config.h
cp include/*.h "$prefix/include"
more="-Iinclude -Wno-everything" archive hpdf-only src/*.c
# CMake looks for one library: libharu with what it needs.
(mkdir -p all && cd all && rm -f ./*.o && "$ar" x "$prefix/lib/libhpdf-only.a" && "$ar" x "$prefix/lib/libpng.a" &&
    rm -f "$prefix/lib/libhpdf.a" && "$ar" rcs "$prefix/lib/libhpdf.a" ./*.o)
rm "$prefix/lib/libhpdf-only.a"

unpack sqlite3
[ -f sqlite3.c ] || { ./configure --disable-tcl CC="$cc" AR="$ar" >configure.said 2>&1 && make sqlite3.c >make.said 2>&1; }
cp sqlite3.h sqlite3ext.h "$prefix/include" 2>/dev/null || cp sqlite3.h src/sqlite3ext.h "$prefix/include"
more="-DSQLITE_ENABLE_FTS5 -DSQLITE_ENABLE_MATH_FUNCTIONS -DSQLITE_ENABLE_COLUMN_METADATA -DSQLITE_ENABLE_DBSTAT_VTAB
    -DSQLITE_ENABLE_UNLOCK_NOTIFY -DSQLITE_ENABLE_STMTVTAB -DSQLITE_ENABLE_RTREE -DSQLITE_THREADSAFE=1
    -DSQLITE_MAX_VARIABLE_NUMBER=250000 -DSQLITE_SECURE_DELETE -DHAVE_USLEEP -DHAVE_FDATASYNC -DHAVE_ISNAN" \
    archive sqlite3 sqlite3.c
describe sqlite3 3.40.1 "-lsqlite3"

unpack libseccomp
./configure --host=x86_64-linux-gnu --prefix="$prefix" --disable-shared --enable-static CC="$cc" AR="$ar" \
    RANLIB="$prefix/bin/ranlib" CFLAGS="$flags" >configure.said 2>&1
make -j2 -C include install >make.said 2>&1
make -j2 -C src libseccomp.la >>make.said 2>&1
cp src/.libs/libseccomp.a "$prefix/lib"
describe libseccomp 2.5.4 "-lseccomp"

# Headers of what is opened at run time, from the machine's packages.
describe libcurl "$(pkg-config --modversion libcurl)" ""
cp -r "$(pkg-config --variable=includedir libcurl)"/x86_64-linux-gnu/curl "$prefix/include/" 2>/dev/null ||
    cp -r "$(pkg-config --variable=includedir libcurl)/curl" "$prefix/include/"
describe libmicrohttpd "$(pkg-config --modversion libmicrohttpd)" ""
cp "$(pkg-config --variable=includedir libmicrohttpd)/microhttpd.h" "$prefix/include/"
ls -l "$prefix"/lib/*.a
