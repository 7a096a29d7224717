# The seeds' question with a neural policy: study.sh ROLLBOOK FOLDER
# Corpus, base model, trainer, `study run`, its report: in FOLDER, which a stopped or killed call leaves so that the same call goes on.
# README.md says what the variables do.  Exit status 7: the base model finds nothing, so there is no study.
set -eu
rollbook=$(realpath "$1")
mkdir -p "$2"
here=$(cd "$(dirname "$0")" && pwd)
python=${STUDY_PYTHON:-python3}
backend=${STUDY_BACKEND:-cuda}
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$here/../../python" ROLLBOOK_PROGRAM="$rollbook" HF_HUB_OFFLINE=1 ROLLBOOK_DB=study.db
cp "$here/prompt.md" "$2"
cd "$2"
say() { echo "$(date +%T) $*"; }

[ -f study.db ] || "$rollbook" init study.db -q
if [ ! -d base ] && [ ! -f corpus.db ]; then
    say "corpus: ${STUDY_CORPUS_K:-40} samples of the builtin policy a train task, judged on processors"
    train=$("$python" -c 'import json, sys; print(",".join(str(i) for p in ("train", "eval") for i in json.load(open(sys.argv[1]))["problem_ids"][p]))' \
        "$here/../../splits/l1_seed42.json")
    rm -f corpus.new*
    "$rollbook" run best-of-n --db corpus.new --tasks "$train" -k "${STUDY_CORPUS_K:-40}" --seed 1 --case tiny -q --name corpus >corpus.out
    "$rollbook" export --snapshot corpus.db --db corpus.new -q >>corpus.out
fi
if [ ! -d base ]; then
    say "base model"
    # shellcheck disable=SC2086
    "$python" "$here/base_model.py" corpus.db base --template prompt.md ${STUDY_BASE:-}
fi

say "trainer"
began=$(date +%s)
rm -f port
# shellcheck disable=SC2086
"$python" -m rollbook.trainer --model base --port "${STUDY_PORT:-8123}" --port-file port --models 64 \
    --batch-tokens "${STUDY_BATCH_TOKENS:-262144}" ${STUDY_TRAINER:-} --checkpoints checkpoints >>trainer.log 2>&1 &
trainer=$!
trap 'kill $trainer 2>/dev/null || true; wait $trainer 2>/dev/null || true' EXIT
until [ -f port ]; do
    kill -0 $trainer 2>/dev/null || { tail -5 trainer.log; exit 4; }
    sleep 0.2
done
# Each run starts a process for token ids: a stand-in for transformers saves seconds of each.
printf '#!/bin/sh\nPYTHONPATH="%s" exec "%s" "$@"\n' "$here/light" "$(command -v "$python")" >python-light
chmod +x python-light
config="{\"base_url\": \"http://127.0.0.1:$(cat port)\", \"model\": \"base\", \"python\": \"$PWD/python-light\", \"template\": \"prompt.md\",
 \"max_tokens\": ${STUDY_TOKENS:-900}, \"max_in_flight\": 1024, \"poll_ms\": 50, \"rank\": 8, \"logprob_semantics\": \"raw\",
 \"loss_reduction\": \"sum\", \"prompt_logprobs_last_n\": true}"
status=0
if [ -n "${STUDY_HELD:-}" ] && [ -z "${STUDY_PLAN:-}" ] && [ ! -f plan ]; then
    say "plan"
    # shellcheck disable=SC2086
    "$python" "$here/plan.py" "$rollbook" $((${STUDY_SECONDS:?} - $(date +%s) + began)) "$STUDY_HELD" "${STUDY_TRAIN:?}" --policy tinker \
        --policy-config "$config" --backend "$backend" ${STUDY_OPTIONS:-} >plan.new || exit $?
    mv plan.new plan
fi
plan=${STUDY_PLAN:-$(cat plan 2>/dev/null || echo "--split l1_seed42 -k 32 --seeds 42,43,44")}
say "study: $plan"
seconds=$((${STUDY_SECONDS:-100000} - $(date +%s) + began))
# shellcheck disable=SC2086
timeout -s INT -k 20 "$seconds" "$rollbook" study run neural --policy tinker --policy-config "$config" --backend "$backend" \
    $plan ${STUDY_OPTIONS:-} ${STUDY_LEARNING:---learning-rate 1e-3} --trust >study.out 2>study.err || status=$?
say "study run ended with status $status"
[ $status -eq 0 ] || { tail -5 study.err; exit $status; }
mkdir -p figures
"$rollbook" study report neural --figures figures >report.md
say "report: $2/report.md"
