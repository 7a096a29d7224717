# The seeds' question with a neural policy: study.sh ROLLBOOK FOLDER
# Corpus, base model, trainer, `study run`, its report: in FOLDER.  A call that ends early, or is killed, is given again and goes on.
# README.md says what the variables do.  Exit status 75: give the same call again; 7: the base model finds nothing, so there is no
# study; 2: FOLDER or the parts are of another declaration.
set -eu
[ $# -eq 2 ] || { echo "usage: study.sh ROLLBOOK FOLDER (README.md says what the variables do)" >&2; exit 2; }
exec 3>&1
rollbook=$(realpath "$1") && [ -x "$rollbook" ] && [ -f "$rollbook" ] || { echo "study.sh: no program $1; bootstrap.sh demo builds build/release/rollbook" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
began=$(date +%s)
from=${STUDY_FROM:+$(realpath "$STUDY_FROM")}
to=${STUDY_TO:+$(mkdir -p "$STUDY_TO" && realpath "$STUDY_TO")}
python=${STUDY_PYTHON:-python3}
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$here/../../python" ROLLBOOK_PROGRAM="$rollbook" HF_HUB_OFFLINE=1 ROLLBOOK_DB=study.db
say() { echo "$(date +%T) $*" >&3; }
left() { echo $((${STUDY_SECONDS:-1000000} - ${STUDY_PACK_SECONDS:-40} - $(date +%s) + began)); }
numbered() { cat "$1" 2>/dev/null || echo 0; }
# What may not change between calls: all that decides what is drawn, trained and judged.
declaration() {
    for name in BACKEND BASE CORPUS_K LEARNING OPTIONS PLAN PORT TOKENS TRAINER BATCH_TOKENS; do
        eval "echo \"STUDY_$name=\${STUDY_$name:-}\""
    done
    (cd "$here" && sha256sum base_model.py prompt.md spelling.py)
}
same() {
    [ ! -f "$1/declared" ] || declaration | diff "$1/declared" - || {
        say "refused: $2 is of another declaration, which differs as told above (<: there, >: now)"
        exit 2
    }
}

mkdir -p "$2"
cd "$2"
# Processes of a call that was killed would go on beside this one.
for pid in $(cat pids 2>/dev/null); do
    ! grep -qa -e rollbook "/proc/$pid/cmdline" 2>/dev/null || kill -9 "$pid" 2>/dev/null || true
done
rm -rf pids unpacked
newest=$(ls "${from:-/nonexistent}"/study-*.sha256 2>/dev/null | sort | tail -n 1)
[ -z "$from" ] || [ -n "$newest" ] || say "no parts in $STUDY_FROM"
if [ -n "$newest" ]; then
    [ "$(ls "$from"/study-*.sha256 | sed 's/.*study-\([0-9a-f]*\)-.*/\1/' | sort -u | wc -l)" = 1 ] || {
        say "refused: $STUDY_FROM has parts of several declarations"
        exit 2
    }
    call=$(basename "$newest" .sha256)
    (cd "$from" && sha256sum --quiet -c "$call.sha256") || {
        say "refused: parts of $call are damaged or missing"
        exit 2
    }
    if [ "$(echo "$call" | sed 's/.*-0*//')" -gt "$(numbered call)" ]; then
        say "unpacking $call"
        mkdir unpacked
        cat "$from/$call".part-* | xz -dc | tar xf - -C unpacked
        same unpacked "$STUDY_FROM"
        rm -rf base call checkpoints corpus.db corpus.new* declared figures report.md study.db*
        mv unpacked/* .
        rmdir unpacked
    fi
fi
same . "$2"
declaration >declared
cp "$here/prompt.md" .

# All that another machine needs to go on, in parts of 16 MiB: of weights, those that an unfinished or later run begins with.
pack() {
    [ -n "$to" ] || return 0
    call=$(($(numbered call) + 1))
    name=study-$(sha256sum declared | cut -c1-12)-$(printf %04d "$call")
    rm -rf packed
    mkdir packed
    cp declared packed
    echo "$call" >packed/call
    for db in study.db corpus.new; do
        [ ! -f $db ] || "$rollbook" export --snapshot "packed/$db" --db $db -q >/dev/null
    done
    for file in base corpus.db report.md figures; do
        [ ! -e $file ] || cp -r $file packed
    done
    "$rollbook" sql -q --format csv "SELECT b.text FROM run JOIN step s USING (run_id) JOIN checkpoint c USING (checkpoint_id) JOIN blob b USING (blob_id)
        WHERE (run.status <> 'complete' OR run.name LIKE '%-sft-%' OR run.name LIKE '%-rlvr-%')
        AND s.step >= (SELECT max(x.step) - 1 FROM step x WHERE x.run_id = s.run_id)" | grep -o 'tinker://[A-Za-z0-9_./-]*' | sort -u | sed 's,tinker://,checkpoints/,' >weights
    xargs -r -a weights cp -r --parents -t packed || {
        say "weights that a run goes on from are missing in $PWD/checkpoints, so no parts are made; begin again in another folder"
        return 1
    }
    tar cf - -C packed . | xz -T0 -1 | split -b 16m - "$to/$name.part-"
    cat "$to/$name".part-* | xz -t
    (cd "$to" && sha256sum "$name".part-* >"$name.new" && mv "$name.new" "$name.sha256")
    echo "$call" >call
    rm -rf packed
    say "packed $name: $(find "$to" -name "$name.part-*" | wc -l) parts"
}
again() {
    pack
    say "the call ended${1:+ $1}; give it again to go on"
    exit 75
}

# Runs until it ends, the call's time does, or the call is told to end.
child='' alarm='' trainer='' over=''
trap 'over=1; kill -INT $child 2>/dev/null || true' TERM INT
trap 'kill $child $alarm $trainer 2>/dev/null || true; wait' EXIT
within() {
    [ -z "$over" ] && [ "$(left)" -gt 0 ] || again
    "$@" &
    child=$!
    echo "$child" >>pids
    (
        sleep "$(left)" && kill -INT "$child"
        sleep 20 && kill -9 "$child"
    ) >/dev/null 2>&1 &
    alarm=$!
    echo "$alarm" >>pids
    status=0
    wait "$child" || status=$?
    [ -z "$over" ] || wait "$child" || status=$?
    kill "$alarm" 2>/dev/null || true
    [ -z "$over" ] && [ "$(left)" -gt 0 ] || [ $status -eq 0 ] || again "while it did: $(echo "$*" | cut -c1-60)"
    return $status
}

[ -f study.db ] || "$rollbook" init study.db -q
if [ ! -d base ] && [ ! -f corpus.db ]; then
    say "corpus: ${STUDY_CORPUS_K:-40} samples of the builtin policy a train task, judged on processors"
    train=$("$python" -c 'import json, sys; print(",".join(str(i) for p in ("train", "eval") for i in json.load(open(sys.argv[1]))["problem_ids"][p]))' \
        "$here/../../splits/l1_seed42.json")
    if [ -f corpus.new ] && "$rollbook" sql --db corpus.new -q "SELECT name FROM run" 2>/dev/null | grep -q corpus; then
        within "$rollbook" run --resume corpus --db corpus.new -q >corpus.out
    else
        rm -f corpus.new*
        within "$rollbook" run best-of-n --db corpus.new --tasks "$train" -k "${STUDY_CORPUS_K:-40}" --seed 1 --case tiny -q --name corpus >corpus.out
    fi
    "$rollbook" export --snapshot corpus.db --db corpus.new -q >>corpus.out
    rm -f corpus.new*
fi
if [ ! -d base ]; then
    say "base model"
    # shellcheck disable=SC2086
    within "$python" "$here/base_model.py" corpus.db base --template prompt.md ${STUDY_BASE:-}
    pack
fi

say "trainer"
rm -f port
# shellcheck disable=SC2086
"$python" -m rollbook.trainer --model base --port "${STUDY_PORT:-8123}" --port-file port --models 64 \
    --batch-tokens "${STUDY_BATCH_TOKENS:-262144}" ${STUDY_TRAINER:-} --checkpoints checkpoints >>trainer.log 2>&1 &
trainer=$!
echo $trainer >>pids
until [ -f port ]; do
    kill -0 $trainer 2>/dev/null || { tail -5 trainer.log; exit 4; }
    sleep 0.2
done
# Each run starts a process for token ids: a stand-in for transformers saves seconds of each.
printf '#!/bin/sh\nPYTHONPATH="%s" exec "%s" "$@"\n' "$here/light" "$(command -v "$python")" >python-light
chmod +x python-light
config="{\"base_url\": \"http://127.0.0.1:$(cat port)\", \"model\": \"base\", \"python\": \"./python-light\", \"template\": \"prompt.md\",
 \"max_tokens\": ${STUDY_TOKENS:-900}, \"max_in_flight\": 1024, \"poll_ms\": 50, \"rank\": 8, \"logprob_semantics\": \"raw\",
 \"loss_reduction\": \"sum\", \"prompt_logprobs_last_n\": true, \"keep_responses\": false}"
plan=${STUDY_PLAN:---split l1_seed42 -k 64 --seeds 42,43,44}
say "study: $plan"
status=0
# shellcheck disable=SC2086
within "$rollbook" study run neural --policy tinker --policy-config "$config" --backend "${STUDY_BACKEND:-cuda}" \
    $plan ${STUDY_OPTIONS:-} ${STUDY_LEARNING:---learning-rate 1e-3} --trust >study.out 2>study.err || status=$?
[ $status -eq 0 ] || {
    tail -n 5 study.err
    pack
    say "study run ended with status $status"
    exit $status
}
mkdir -p figures
"$rollbook" study report neural --figures figures >report.md
pack
say "report: $2/report.md"
