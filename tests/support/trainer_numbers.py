"""trainer_numbers.py URL MODEL: log-probs and gradients of the trainer against transformers and autograd by hand."""
import json
import math
import sys
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import torch
from peft import LoraConfig, PeftModel, get_peft_model
from transformers import AutoModelForCausalLM

url, folder = sys.argv[1:]


def post(path, ask):
    request = urllib.request.Request(f"{url}/api/v1/{path}", json.dumps(ask).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def outcome(promise):
    while (answer := post("retrieve_future", {"request_id": promise["request_id"]})).get("type") == "try_again":
        time.sleep(0.01)
    return answer


def wait(promise):
    answer = outcome(promise)
    assert "error" not in answer, answer
    return answer


def error(promise):
    return outcome(promise)["error"]


def tensor(values, dtype="float32"):
    return {"data": values, "dtype": dtype, "shape": [len(values)]}


def status(path, ask):
    try:
        post(path, ask)
    except urllib.error.HTTPError as e:
        return e.code, json.load(e)["detail"]
    return 200, ""


def near(a, b, within):
    assert all(abs(x - y) <= within * (1 + abs(y)) for x, y in zip(a, b, strict=True)), (a, b)


def chunks(tokens):
    return {"chunks": [{"type": "encoded_text", "tokens": tokens}]}


session = post("create_session", {})["session_id"]
base = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32)
ends = base.generation_config.eos_token_id
ids = [int(t) for t in torch.randint(0, 200, (40,), generator=torch.Generator().manual_seed(3))]
with torch.no_grad():
    truth = torch.log_softmax(base(torch.tensor([ids])).logits[0], -1)

# Scores, and a sample's log-probs: those of transformers over the whole text; a seed is a sample, in any company.
sampler = post("create_sampling_session", {"session_id": session, "base_model": folder})["sampling_session_id"]
ask = {"sampling_session_id": sampler, "prompt": chunks(ids), "num_samples": 3, "sampling_params": {"max_tokens": 12, "temperature": 0.7, "seed": 5}}
scored = wait(post("asample", ask | {"prompt_logprobs": True}))
near(scored["prompt_logprobs"][1:], [truth[i, t].item() for i, t in enumerate(ids[1:])], 1e-4)
others = [post("asample", ask | {"num_samples": 1, "prompt": chunks(ids[:n]), "sampling_params": {"max_tokens": 5}}) for n in (3, 17)]
again = wait(post("asample", ask))
assert [s["tokens"] for s in again["sequences"]] == [s["tokens"] for s in scored["sequences"]]
for s in again["sequences"]:
    whole = ids + s["tokens"]
    with torch.no_grad():
        told = torch.log_softmax(base(torch.tensor([whole])).logits[0], -1)
    near(s["logprobs"], [told[len(ids) - 1 + i, t].item() for i, t in enumerate(s["tokens"])], 1e-4)
    assert (s["stop_reason"] == "stop") == (s["tokens"][-1] == ends) and len(s["tokens"]) <= 12
for other in others:
    wait(other)
# Scores of texts of several lengths, which wait together and are computed together.
lengths = (40, 3, 1, 17, 29)
waiting = [post("asample", {"sampling_session_id": sampler, "prompt": chunks(ids[:n]), "sampling_params": {"max_tokens": 1}, "prompt_logprobs": True}) for n in lengths]
for n, promise in zip(lengths, waiting):
    told = wait(promise)["prompt_logprobs"]
    assert told[0] is None and len(told) == n, (n, told)
    near(told[1:], [truth[i, t].item() for i, t in enumerate(ids[1:n])], 1e-4)
cold = wait(post("asample", ask | {"num_samples": 1, "sampling_params": {"max_tokens": 3, "temperature": 0}}))["sequences"][0]
assert cold["tokens"][0] == truth[-1].argmax().item()

# Frequencies of one token at a temperature, and with top_k.
many = wait(post("asample", {"sampling_session_id": sampler, "prompt": chunks(ids), "num_samples": 2000, "sampling_params": {"max_tokens": 1, "seed": 1}}))
p = truth[-1].exp()
common = p.argmax().item()
share = sum(s["tokens"][0] == common for s in many["sequences"]) / 2000
assert abs(share - p[common]) < 5 * math.sqrt(p[common] * (1 - p[common]) / 2000) + 1e-3, (share, p[common])
few = wait(post("asample", {"sampling_session_id": sampler, "prompt": chunks(ids), "num_samples": 200, "sampling_params": {"max_tokens": 1, "seed": 1, "top_k": 2}}))
assert {s["tokens"][0] for s in few["sequences"]} <= set(truth[-1].topk(2).indices.tolist())

# The nucleus of top_p, the likeliest token alone at 0, the temperature's share, and a stop token.
ranked = p.sort(descending=True)
nucleus = set(ranked.indices[: int((ranked.values.cumsum(0) < 0.3).sum()) + 1].tolist())


def first(n, **params):
    return [s["tokens"][0] for s in wait(post("asample", {"sampling_session_id": sampler, "prompt": chunks(ids), "num_samples": n, "sampling_params": {
        "max_tokens": 1, "seed": 7, **params}}))["sequences"]]


assert 1 < len(set(first(300, top_p=0.3))) and set(first(300, top_p=0.3)) <= nucleus and set(first(20, top_p=0)) == {common} == set(first(20, temperature=1e-30))
warm = (truth[-1] / 3).softmax(0)[common].item()
assert abs(first(2000, temperature=3).count(common) / 2000 - warm) < 5 * math.sqrt(warm * (1 - warm) / 2000) + 1e-3
ended = wait(post("asample", ask | {"num_samples": 1, "sampling_params": {"max_tokens": 12, "temperature": 0, "stop": [common]}}))["sequences"][0]
assert ended["stop_reason"] == "stop" and ended["tokens"] == [common], ended

# A step of each loss: its gradient norm is that of autograd over peft's own adapter, its weights those of AdamW.
torch.manual_seed(9)
mine = get_peft_model(base, LoraConfig(r=4, lora_alpha=32, target_modules=["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"],
                                       lora_dropout=0.0, bias="none", task_type="CAUSAL_LM"))
learned = [q for k, q in mine.named_parameters() if "lora_" in k]
model = wait(post("create_model", {"session_id": session, "base_model": folder, "lora_config": {"rank": 4, "seed": 9}}))["model_id"]
aside = {"model_id": wait(post("create_model", {"session_id": session, "base_model": folder, "lora_config": {"rank": 2, "seed": 1}}))["model_id"], "seq_id": 0}


def beside(operation, **ask):
    """An operation on another adapter."""
    aside["seq_id"] += 1
    return post(operation, aside | ask)


def given_of(loss):
    return [{"model_input": chunks(text), "loss_fn_inputs": {"target_tokens": tensor(target, "int64"), **(
        {"weights": tensor(a)} if loss == "cross_entropy" else {"advantages": tensor(a), "logprobs": tensor(q)})}} for text, target, a, q in data]


seq, data = 0, []
for n in (9, 21):
    text = ids[:n]
    a = [0.0] * (n // 2) + [math.sin(i) for i in range(n - n // 2)]
    q = [0.0] * (n // 2) + [-3.0 - 0.1 * i for i in range(n - n // 2)]
    data.append((text, ids[1 : n + 1], a, q))
optimizer = torch.optim.AdamW(learned, lr=0.01, betas=(0.9, 0.95), eps=1e-8, weight_decay=0.0)
for loss in ("cross_entropy", "importance_sampling", "ppo", "cispo"):
    total = torch.zeros(())
    for text, target, a, q in data:
        now = torch.log_softmax(mine(torch.tensor([text])).logits[0], -1).gather(1, torch.tensor(target)[:, None])[:, 0]
        a, q = torch.tensor(a), torch.where(torch.tensor(q) < 0, torch.tensor(q), now.detach())
        ratio = (now - q).exp()
        total = total + {"cross_entropy": lambda: -(a * now).sum(), "importance_sampling": lambda: -(ratio * a).sum(),
                         "ppo": lambda: -torch.minimum(ratio * a, ratio.clamp(0.9, 1.3) * a).sum(),
                         "cispo": lambda: -(ratio.detach().clamp(0.9, 1.3) * now * a).sum()}[loss]()
    optimizer.zero_grad()
    total.backward()
    norm = math.sqrt(sum((q.grad**2).sum().item() for q in learned if q.grad is not None))

    given = given_of(loss)
    config = {"clip_low_threshold": 0.9, "clip_high_threshold": 1.3} if loss in ("ppo", "cispo") else None
    said = wait(post("forward_backward", {"model_id": model, "seq_id": seq + 1, "forward_backward_input": {"loss_fn": loss, "loss_fn_config": config, "data": given}}))
    near([said["metrics"]["loss:sum"]], [total.item()], 1e-3)
    wait(beside("forward_backward", forward_backward_input={"loss_fn": loss, "data": given[:1]}))
    step = {"model_id": model, "seq_id": seq + 2, "adam_params": {"learning_rate": 0.01, "beta1": 0.9, "beta2": 0.95, "eps": 1e-8}}
    first = post("optim_step", step)
    assert post("optim_step", step)["request_id"] == first["request_id"]  # sent again
    near([wait(first)["metrics"]["grad_norm"]], [norm], 1e-3)
    optimizer.step()
    seq += 2
path = wait(post("save_weights", {"model_id": model, "seq_id": seq + 1, "path": "ck"}))["path"]
sampler = wait(post("save_weights_for_sampler", {"model_id": model, "seq_id": seq + 2}))["sampling_session_id"]
with torch.no_grad():
    truth = torch.log_softmax(mine(torch.tensor([ids])).logits[0], -1)
scored = wait(post("asample", {"sampling_session_id": sampler, "prompt": chunks(ids), "sampling_params": {"max_tokens": 1}, "prompt_logprobs": True, "prompt_logprobs_last_n": 7}))
near(scored["prompt_logprobs"], [truth[i, t].item() for i, t in enumerate(ids[1:])][-7:], 2e-3)

# What is saved is a folder that peft loads.
loaded = PeftModel.from_pretrained(AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32), path.replace("tinker://", "saved/"))
with torch.no_grad():
    near(torch.log_softmax(loaded(torch.tensor([ids])).logits[0, -1], -1).tolist(), truth[-1].tolist(), 2e-3)
# Names that differ in a sign are two samplers; nothing is saved over another; weights that are loaded end what waited to be learned.
def scores(path):
    named = post("create_sampling_session", {"session_id": session, "model_path": path})["sampling_session_id"]
    return wait(post("asample", {"sampling_session_id": named, "prompt": chunks(ids), "sampling_params": {"max_tokens": 1}, "prompt_logprobs": True}))["prompt_logprobs"][1:]


learn = {"forward_backward_input": {"loss_fn": "cross_entropy", "data": given_of("cross_entropy")}}
wait(beside("optim_step", adam_params={"learning_rate": 0.01}))
one = wait(beside("save_weights_for_sampler", path="a-b"))["path"]
before = scores(one)
wait(beside("forward_backward", **learn))
wait(beside("optim_step", adam_params={"learning_rate": 0.01}))
two = wait(beside("save_weights_for_sampler", path="a.b"))["path"]
assert max(abs(a - b) for a, b in zip(before, scores(two))) > 1e-3
near(scores(one), before, 1e-5)
kept = wait(beside("save_weights", path="a"))["path"]
assert "before" in error(beside("save_weights", path="a"))
wait(beside("forward_backward", **learn))
wait(beside("load_weights", path=kept, optimizer=True))
assert "no gradient waits" in error(beside("optim_step", adam_params={}))
# A loss that is no number is told in words and adds nothing to the gradients that wait.
wait(beside("forward_backward", **learn))
alone = wait(beside("optim_step", adam_params={"learning_rate": 0}))["metrics"]["grad_norm"]
wait(beside("forward_backward", **learn))
wrong = given_of("importance_sampling")
wrong[1]["loss_fn_inputs"]["logprobs"] = tensor([-1e30] * 21)
assert "not finite" in error(beside("forward_backward", forward_backward_input={"loss_fn": "importance_sampling", "data": wrong}))
near([wait(beside("optim_step", adam_params={}))["metrics"]["grad_norm"]], [alone], 1e-4)
# What is wrong is refused in words, and harms nothing.
other = wait(post("create_model", {"session_id": session, "base_model": folder, "lora_config": {"rank": 4}}))["model_id"]
wait(post("load_weights", {"model_id": other, "seq_id": 1, "path": path, "optimizer": True}))
for path_of, wrong, code in (
    ("asample", ask | {"prompt": chunks([10**6])}, 200), ("asample", ask | {"prompt": 7}, 422), ("asample", ask | {"num_samples": True}, 422),
    ("asample", {"sampling_session_id": "no"}, 404), ("optim_step", {"model_id": model, "seq_id": 99}, 409), ("optim_step", {"model_id": "gone", "seq_id": 1}, 404),
    ("save_weights", {"model_id": other, "seq_id": 2, "path": "../../x"}, 422), ("load_weights", {"model_id": other, "seq_id": 2, "path": "tinker://a/b/c"}, 404),
    ("create_model", {"session_id": session, "base_model": "another"}, 422), ("retrieve_future", {"request_id": "x"}, 410), ("nothing", {}, 404),
    ("forward", {"model_id": other, "seq_id": 2, "forward_input": {"loss_fn": "cross_entropy", "data": [3]}}, 422), ("optim_step", {"model_id": other, "seq_id": 2, "adam_params": {"learning_rate": math.nan}}, 422),
    ("optim_step", {"model_id": other, "seq_id": 2, "adam_params": {"eps": 0}}, 422), ("optim_step", {"model_id": other, "seq_id": 2, "adam_params": {"beta1": 1}}, 422),
    *(("forward", {"model_id": other, "seq_id": 2, "forward_input": {"loss_fn": "cross_entropy", "data": [{"model_input": chunks([1]), "loss_fn_inputs": {
        "target_tokens": tensor([t]), "weights": tensor([w])}}]}}, 422) for t, w in ((1.5, 1), (math.inf, 1), (1, 10**400))),
    ("asample", ask | {"sampling_params": {"max_tokens": 10**9}}, 422), ("asample", ask | {"sampling_params": {"max_tokens": 4000}, "num_samples": 1}, 200)):
    got = status(path_of, wrong)
    assert got[0] == code and (code == 200 or got[1]), (path_of, wrong, got)
# Two hundred at once, each with its own answer; one that asks for what is not there spoils none.
many = [{"sampling_session_id": ask["sampling_session_id"], "prompt": chunks(ids[: 1 + i % 40]), "sampling_params": {
    "max_tokens": 1 + i % 7, "temperature": 0, "stop": [10**30 if i == 50 else 3]}} for i in range(200)]
with ThreadPoolExecutor(200) as pool:
    answers = list(pool.map(lambda ask: outcome(post("asample", ask)), many))
assert "vocabulary" in answers.pop(50)["error"]
assert all(a["sequences"][0]["tokens"] for a in answers)
assert answers[7]["sequences"][0]["tokens"] == wait(post("asample", many[7]))["sequences"][0]["tokens"]
print("all numbers agree")
