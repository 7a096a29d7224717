# claims, fault by fault: each bundle of tests/fixtures/claims/rows.json has faults of published
# work, which are found, and an honest twin without any.
command -v python3 >/dev/null || {
    echo "skipped: no python3"
    exit 77
}
python3 - "$ROLLBOOK_BIN" "$ROLLBOOK_SOURCE_DIR/tests/fixtures/claims/rows.json" <<'END'
import json
import subprocess
import sys

program, path = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    rows = json.load(file)
wrong = 0
seen = set()


def faults_of(bundle, status):
    with open("bundle.json", "w", encoding="utf-8") as file:
        json.dump(bundle, file)
    run = subprocess.run([program, "analyze", "audit", "bundle.json", "--json"], capture_output=True, text=True)
    if run.returncode != status:
        return [f"status {run.returncode}: {run.stderr}"]
    return sorted({row["fault"] for row in json.loads(run.stdout)["rows"]})


for row in rows:
    found = faults_of(row["bad"], 1)
    missing = [fault for fault in row["faults"] if fault not in found]
    honest = faults_of(row["honest"], 0)
    seen.update(row["faults"])
    if missing or honest:
        wrong += 1
        print(f"{row['row']}: not found: {missing}, found {found}; in the honest twin: {honest}")
print(f"{len(rows)} rows, {len(seen)} kinds of fault, {wrong} wrong")
sys.exit(1 if wrong or len(rows) < 25 else 0)
END
