# Answers with per-token log-probs in five dialects: tokens, text and counts arrive; logits do not.
export ROLLBOOK_DB="$PWD/t.db"
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

mkdir d
cat >d/chat.json <<'END'
{"model": "m", "choices": [
 {"index": 1, "message": {"content": "hi"}, "finish_reason": "stop", "token_ids": [12, 9],
  "logprobs": {"content": [{"token": "h", "logprob": -0.5}, {"token": "i", "logprob": -1.5}]}},
 {"index": 0, "message": {"content": "h"}, "logprobs": {"content": [{"token": "h", "logprob": 0}]}}],
 "usage": {"prompt_tokens": 3, "completion_tokens": 3}, "own": true}
END
cat >d/legacy.json <<'END'
{"choices": [{"text": "ab", "logprobs": {"tokens": ["token_id:5", "token_id:7"], "token_logprobs": [null, -1]}}]}
END
cat >d/gemini.json <<'END'
{"candidates": [{"content": {"parts": [{"text": "x"}, {"text": "y"}]}, "finishReason": "STOP", "logprobsResult":
 {"chosenCandidates": [{"token": "x", "tokenId": 4, "logProbability": -0.25}, {"token": "y", "tokenId": 5, "logProbability": -0.75}]}}],
 "usageMetadata": {"promptTokenCount": 8, "candidatesTokenCount": 2}, "modelVersion": "g"}
END
cat >d/ollama.json <<'END'
{"model": "o", "response": "yes", "done_reason": "stop", "logprobs": [{"token": "yes", "logprob": -9999.0}], "eval_count": 4}
END
printf '{"token":"a","logprob":-1}\n{"token":"b","logprob":-3,"id":3}\n' >d/stream.jsonl
expect 0 ingest completions d/chat.json d/legacy.json d/gemini.json d/ollama.json d/stream.jsonl --format csv
said '1 of 2 tokens have no log-prob: marked, no sum'
said '1 of 1 log-probs are sentinels (-9999 or less): kept and marked, no sum'
said 'the usage counts 4 tokens, there are 1 log-probs'
rows "SELECT r.task_name, r.sample, r.completion, r.finish_reason, r.prompt_tokens, r.completion_tokens, r.mean_logprob,
      k.n_tokens, hex(k.token_ids), json_extract(r.extra, '\$.dialect'), json_extract(r.extra, '\$.response.own'),
      json_extract(r.extra, '\$.n_sentinel') FROM v_rollout r JOIN rollout_tokens k ON k.rollout_id = r.rollout_id ORDER BY 1, 2" \
'chat,0,h,NA,3,1,0,1,"",openai-chat,1,0
chat,1,hi,stop,3,2,-1,2,0C00000009000000,openai-chat,1,0
gemini,0,xy,STOP,8,2,-0.5,2,0400000005000000,gemini,NA,0
legacy,0,ab,NA,NA,2,NA,2,0500000007000000,openai-legacy,NA,0
ollama,0,yes,stop,NA,4,NA,1,"",ollama,NA,1
stream,0,ab,NA,NA,2,-2,2,"",stream,NA,0
'
expect 0 ingest completions d/chat.json d/stream.jsonl --format csv
[ "$(tail -n +2 <out | cut -d, -f3- | tr '\n' ' ')" = 'd,2,0,2,0,0 d,1,0,1,0,0 ' ] || complain "again: $(cat out)"
expect 0 analyze completions --run d --below -0.6 --format csv
grep -q '^d,l0/[0-9]*,chat,0,0,1,2,0,2,2.718281828459045,1.442695040888963.,1,-1.5$' out || complain "chat: $(cat out)"
grep -q '^d,l0/[0-9]*,legacy,0,0,0,2,1,2,2.718281828459045,NA,1,-1$' out || complain "legacy: $(cat out)"
grep -q '^d,l0/[0-9]*,ollama,0,0,0,1,1,3,NA,NA,0,NA$' out || complain "ollama: $(cat out)"
expect 3 analyze completions --run absent

# Raw logits are refused with their number; the honest choice beside them is stored.
sed 's/-0.5/14.5/; s/-1.5/7/' d/chat.json >logits.json
expect 0 ingest completions logits.json --run-name l --format csv
said 'choice 0: 2 of 2 log-probs are positive (largest 14.5); they may be raw logits, which are not log-probs'
[ "$(tail -n +2 <out | cut -d, -f3-)" = 'l,2,1,0,1,0' ] || complain "logits: $(cat out)"

# JSON Lines of responses; a damaged stream keeps its tokens and gets no sum.
printf '{"custom_id":"q1","response":{"body":{"choices":[{"text":"a"}]}}}\n{"choices":[{"text":"b"}]}\n7\n{"other":1}\n' >b.jsonl
expect 0 ingest completions b.jsonl --run-name b --format csv
[ "$(tail -n +2 <out | cut -d, -f3-)" = 'b,4,2,0,2,0' ] || complain "lines: $(cat out)"
said 'line 4: there is no completion'
rows "SELECT task_name, completion, completion_tokens FROM v_rollout WHERE run = 'b' ORDER BY 2" 'q1,a,NA\nb line 2,b,NA\n'
printf '{"token":"a","logprob":-1}\n{"token":"b","log\n{"token":"c","logprob":-3}\n' >s.jsonl
expect 0 ingest completions s.jsonl --run-name s --format csv
rows "SELECT completion, mean_logprob FROM v_rollout WHERE run = 's'" 'ac,NA\n'
: >empty.json
expect 4 ingest completions empty.json --run-name e
printf '{"choices": [{' >cut.json
expect 4 ingest completions cut.json --run-name e
printf '{"choices": [1, null]}' >odd.json
expect 4 ingest completions odd.json --run-name e
printf '{"choices": []}' >none.json
expect 4 ingest completions none.json --run-name e

# Five dialects and two longer answers: perplexity, bits per byte and tokens below -1.
result_files
expect 4 ingest completions given/answers/logits.json
said '9 of 9 log-probs are positive'
expect 0 ingest completions given/answers/demo/* given/answers/long/* --run-name given
expect 0 analyze completions --run given --format csv
python3 - <<'END' || complain "answers: $(cat out)"
import csv, json, math
want = json.load(open("given/want.json"))["answers"]
rows = list(csv.reader(open("out")))[1:]
assert len(rows) == 7, rows
for row in rows:
    for got, number in zip(row[9:12], want[row[2]]):
        assert math.isclose(float(got), number, rel_tol=1e-12), (row, number)
END
[ "$failures" -eq 0 ]

# Lists of different length: nobody knows which log-prob is whose.
printf '{"id": "c", "model": "m", "choices": [{"index": 0, "text": " hi", "logprobs": {"tokens": [" h", "i"], "token_logprobs": [-0.1, -0.2, -0.3]}, "finish_reason": "stop"}]}\n' >unlike.json
expect 0 ingest completions unlike.json --run-name unlike
said '3 log-probs, but 2 tokens'
rows "SELECT mean_logprob, completion_tokens, completion FROM v_rollout WHERE run = 'unlike'" 'NA,NA," hi"\n'
