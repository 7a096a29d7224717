# No SQL in C: statements live in schema/, where sqlite3 can be given them.  Examples that show
# "rollbook sql" in a help text are not statements of ours.
. "$(dirname -- "$0")/lib"
program_files | awk -f "$here/strip.awk" -f "$here/sql.awk" | verdict
