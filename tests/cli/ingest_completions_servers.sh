# Answers of further servers: each keeps its log-probs elsewhere, and logits are refused everywhere.
export ROLLBOOK_DB="$PWD/t.db"
. "$ROLLBOOK_SOURCE_DIR/tests/support/check.sh"

mkdir d
# Reasoning beside the message is no part of the answer; two parts of a message are one.
cat >d/responses.json <<'END'
{"object": "response", "status": "incomplete", "model": "m", "incomplete_details": {"reason": "max_output_tokens"},
 "output": [{"type": "reasoning", "summary": []}, {"type": "message", "content": [
  {"type": "output_text", "text": "ab", "logprobs": [{"token": "a", "logprob": -0.5}, {"token": "b", "logprob": -1.5}]},
  {"type": "output_text", "text": "c", "logprobs": [{"token": "c", "logprob": -1}]}]}],
 "usage": {"input_tokens": 7, "output_tokens": 3}}
END
cat >d/sglang.json <<'END'
{"text": "ab", "output_ids": [5, 6], "meta_info": {"finish_reason": {"type": "length", "length": 2}, "prompt_tokens": 4,
 "completion_tokens": 2, "input_token_logprobs": [[null, 1, null], [-9, 2, null]],
 "output_token_logprobs": [[-0.25, 5, null], [-0.75, 6, null]]}}
END
# The log-probs of the prompt stay beside the answer and do not count among its tokens.
cat >d/vllm.json <<'END'
{"choices": [{"text": "x", "finish_reason": "stop", "logprobs": {"tokens": ["x"], "token_logprobs": [-0.5]},
 "prompt_logprobs": [null, {"8": {"logprob": -3.5, "rank": 1, "decoded_token": "p"}}]}], "usage": {"prompt_tokens": 2, "completion_tokens": 1}}
END
cat >d/offline.json <<'END'
{"prompt": "say", "outputs": [{"index": 0, "text": "ab", "token_ids": [3, 4], "cumulative_logprob": -1.5, "finish_reason": "stop", "logprobs": [
 {"9": {"logprob": -0.1, "decoded_token": "z"}, "3": {"logprob": -0.5, "decoded_token": "a"}}, {"4": {"logprob": -1, "decoded_token": "b"}}]}]}
END
cat >d/llama_old.json <<'END'
{"content": "ab", "model": "l", "prompt": "p", "stopped_eos": false, "stopped_word": true, "tokens_evaluated": 2, "tokens_predicted": 2,
 "completion_probabilities": [{"content": "a", "probs": [{"tok_str": "z", "prob": 0.75}, {"tok_str": "a", "prob": 0.25}]},
  {"content": "b", "probs": [{"tok_str": "z", "prob": 1.0}]}]}
END
cat >d/llama_new.json <<'END'
{"content": "ab", "tokens": [1, 2], "prompt": "p", "stop_type": "eos", "tokens_evaluated": 1, "tokens_predicted": 2, "completion_probabilities": [
 {"id": 1, "token": "a", "bytes": [97], "logprob": -0.5, "top_logprobs": []}, {"id": 2, "token": "b", "bytes": [98], "logprob": -2.5, "top_logprobs": []}]}
END
cat >d/llama_post.json <<'END'
{"content": "a", "stop_type": "limit", "completion_probabilities": [{"id": 1, "token": "a", "prob": 1.0, "top_probs": []}]}
END
printf '%s\n' '{"key": "k1", "request": {"n": 1}, "response": {"candidates": [{"content": {"parts": [{"text": "hm", "thought": true}, {"text": "x"}]}, "finish_reason": "STOP", "logprobs_result": {"chosen_candidates": [{"token": "x", "token_id": 4, "log_probability": -9999}]}}], "usage_metadata": {"prompt_token_count": 8, "candidates_token_count": 1}}}' >d/vertex.jsonl
printf '%s\n' '{"model": "o", "message": {"content": "ok"}, "done": true, "done_reason": "stop", "prompt_eval_count": 6, "eval_count": 1, "logprobs": [{"token": "ok", "logprob": -0.5}]}' >d/ollama.jsonl
expect 0 ingest completions d/*.json d/*.jsonl --run-name r
said 'd/llama_old.json: the file: 1 of 2 tokens have no log-prob: marked, no sum'
said "d/llama_post.json: the file: probabilities after the sampler, which are not the model's"
said '1 of 1 log-probs are sentinels'
rows "SELECT json_extract(r.extra, '\$.dialect') AS d, r.completion, r.prompt, r.finish_reason, r.prompt_tokens, r.completion_tokens,
      k.n_tokens, hex(k.token_ids), round(r.mean_logprob, 9) FROM v_rollout r JOIN rollout_tokens k ON k.rollout_id = r.rollout_id
      ORDER BY d, r.finish_reason" \
'gemini,x,NA,STOP,8,1,1,04000000,NA
llama.cpp,ab,p,eos,1,2,2,0100000002000000,-1.5
llama.cpp,a,NA,limit,NA,1,1,01000000,0
llama.cpp,ab,p,word,2,2,2,"",NA
ollama,ok,NA,stop,6,1,1,"",-0.5
openai-legacy,x,NA,stop,2,1,1,"",-0.5
openai-responses,abc,NA,max_output_tokens,7,3,3,"",-1
sglang,ab,NA,length,4,2,2,0500000006000000,-0.5
vllm-offline,ab,say,stop,NA,2,2,0300000004000000,-0.75
'
rows "SELECT json_extract(extra, '\$.choice.prompt_logprobs[1].8.logprob') AS p FROM rollout WHERE p NOT NULL" '-3.5\n'
rows "SELECT task_name, json_extract(extra, '\$.envelope.request.n') AS n FROM v_rollout WHERE n NOT NULL" 'k1,1\n'
# What the old server wrote is a probability: -1.386 is its logarithm.
rows "SELECT round(value, 6) FROM rollout_tokens k JOIN v_rollout r USING (rollout_id), floats(k.logprobs) WHERE r.finish_reason = 'word'" '-1.386294\nNA\n'

# A streamed answer is one; a second that is cut off is refused and leaves the first alone.
cat >stream.jsonl <<'END'
{"model": "o", "response": "a", "done": false, "logprobs": [{"token": "a", "logprob": -1}]}
{"model": "o", "response": "b", "done": false, "logprobs": [{"token": "b", "logprob": -3}]}
{"model": "o", "response": "", "done": true, "done_reason": "stop", "prompt_eval_count": 2, "eval_count": 2}
{"model": "o", "response": "c", "done": false, "logprobs": [{"token": "c", "logprob": -1}]}
END
expect 0 ingest completions stream.jsonl --run-name s --format csv
said 'the last answer ends before it is done'
[ "$(tail -n +2 <out | cut -d, -f4-)" = 2,1,0,1,0 ] || complain "streamed: $(cat out)"
rows "SELECT completion, finish_reason, prompt_tokens, completion_tokens, mean_logprob FROM v_rollout WHERE run = 's'" 'ab,stop,2,2,-2\n'

# By content, one file at a time; nothing new the second time.
for file in responses sglang vllm offline llama_old llama_new llama_post; do
    expect 0 ingest auto "d/$file.json" --run-name r --format csv
    [ "$(tail -n +2 <out | cut -d, -f2,4-)" = completions,1,0,1,0,0 ] || complain "$file again: $(cat out err)"
done

# Logits are no log-probs in any dialect.
logits() {
    sed "$2" "d/$1" >logits.json
    expect 4 ingest completions logits.json --run-name l
    said 'may be raw logits, which are not log-probs'
}
logits responses.json 's/-0.5/12.5/'
logits sglang.json 's/-0.25/3/'
logits offline.json 's/-0.5/3/'
logits llama_new.json 's/-2.5/17/'
logits llama_old.json 's/0.25/2.5/'
