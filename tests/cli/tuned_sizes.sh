# Tuned kernels at sizes where they go other ways than at those of their cases: rows in several pieces, rows that begin at a multiple of
# four elements, several strips of a plane, sets of which the blocks do not all run at once.
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

while read -r task dims; do
    "$ROLLBOOK_BIN" task show "$task" --kernel tuned >tuned.cu || complain "task $task has no tuned kernel"
    expect 0 eval tuned.cu --task "l1/$task" --dims "$dims" --mode fast --json
    grep -q '"outcome":"measured"' out || complain "$task at $dims: $(cat out)"
done <<'END'
23 m=3,n=20000
24 m=3,n=20001
38 m=3,n=20000
39 m=5,n=16353
33 n=3,c=2,h=96,w=128
33 n=2,c=3,h=75,w=67
34 n=2,c=2,h=250,w=250
35 n=2,g=2,c=2,h=100,w=96
35 n=2,g=2,c=3,h=150,w=131
40 n=3,c=2,h=64,w=96
40 n=17,c=3,h=33,w=31
41 r=3,l=8192
44 r=2,l=4100
42 r=2,h=40,w=300
43 r=2,d=9,h=19,w=70
46 r=2,d=8,h=17,w=33
END
