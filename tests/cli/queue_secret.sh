# A candidate of the CPU backend learns nothing of a password file: what would read it is refused, and neither verdict nor log shows its words.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"
secret=$PWD/pgpass
printf 'db.example:5432:*:worker:word_of_worker;\n' >"$secret"
chmod 600 "$secret"
export PGPASSFILE="$secret"

# kernel NAME LINE READ: a right kernel with a line before it and a statement in it.
kernel() {
    cat >"$1.cu" <<END
//@ launch k(x, y, n) grid=ceil_div(n, 256) block=256
$2
extern "C" __global__ void k(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float by = 1.0f;
    $3
    if (i < n)
        y[i] = by * fminf(fmaxf(x[i] * (1.0f / 6.0f) + 0.5f, 0.0f), 1.0f);
}
END
}
kernel honest "" ""
kernel include "#include \"$secret\"" ""
kernel has "#if __has_include(\"$secret\")
#error it is there
#endif" ""
kernel incbin "#define PASTE(a, b) a##b
PASTE(__as, m__)(\".section .rodata\\nleak: .incbin \\\"$secret\\\"\\n.text\");" ""
kernel opens 'extern "C" int open(const char *, int, ...);' "by = open(\"$secret\", 0) < 0 ? 1.0f : 2.0f;"
kernel calls 'extern "C" long syscall(long, ...);' "by = syscall(2, \"$secret\", 0) < 0 ? 1.0f : 2.0f;"
kernel asks 'extern "C" char *getenv(const char *);' 'by = getenv("PGPASSFILE") == 0 ? 1.0f : 2.0f;'

"$ROLLBOOK_BIN" eval honest.cu --task 28 --case tiny >out 2>err || fail "$(cat out err)"
has "outcome  *measured"
for name in include has incbin opens calls asks; do
    "$ROLLBOOK_BIN" eval $name.cu --task 28 --case tiny >out 2>&1 || true
    grep -qE '^outcome +(compile|cheat)' out || complain "$name was let in: $(cat out)"
    ! grep -q -e word_of -e 'it is there' out || complain "$name shows the password: $(cat out)"
done
