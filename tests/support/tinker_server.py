"""A scripted trainer that speaks the Tinker protocol on this machine; its tokens are bytes, and 256 ends an answer.

usage: tinker_server.py PORT_FILE LOG_FILE

Writes its port to PORT_FILE and a line of JSON for each request but polls to LOG_FILE.  A model is the number of
its updates, n: the log-prob of each of its tokens is -1 / (2 + n), and an answer is a NUL and the prompt's reference
kernel.  Of the base model "reads" it also depends on what comes before the answer.  The base model "gate" does not step its optimiser until there is a file "go" in the current folder; "refuse"
trains nothing, and "slow" answers no sample until there is "drawn", "patient" no score until there is "scored".  "many" writes
another answer for each seed, and its scores are due half a second after they were asked for, at the first look then.  A file "lost" has the number of the last result that is
forgotten.  "mean" is as skyrl-tx 0.3.0: it divides a sequence's loss by the sum of its weights and all by their
number, tells no log-prob of a prompt's first token, and has no cispo.  Three models are held at a time, and what was saved
for sampling goes with its model.  The fifth sample is answered with status 500, each result with "try again" twice, a
failed one with status 400, and operations out of sequence with 409.
"""
import json
import os
import re
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

END = 256
lock = threading.RLock()
log = open(sys.argv[2], "a", buffering=1)
models, samplers, saved, futures, failed = {}, {}, {}, {}, set()
counts = {"session": 0, "future": 0, "sample": 0}


class Refused(Exception):
    pass


class Model:
    def __init__(self, base):
        self.base, self.updates, self.seq, self.gradients, self.loaded = base, 0, 0, [], True


def tokens_of(body):
    return [t for chunk in body["chunks"] for t in chunk["tokens"]]


def kernel_of(prompt):
    text = bytes(t for t in prompt if t < END).decode(errors="replace")
    blocks = re.findall(r"```cuda\n(.*?)```", text, re.S)
    return "```cuda\n" + blocks[-1] + "```\n" if blocks else "nothing"


def answer_to(prompt):
    return [0] + list(kernel_of(prompt).encode()) + [END]


def logprob(base, updates, tokens):
    """Of each token of the answer in tokens, which is behind the first NUL."""
    told = tokens.index(0) if 0 in tokens else len(tokens)
    return -1 / (2 + updates) - (told % 97 / 100 if base == "reads" else 0)


def named(kind):
    counts[kind] += 1
    return "%s-%d" % (kind, counts[kind])


def model_of(ask):
    model = models[ask["model_id"]]
    if not model.loaded:
        raise Refused(404, "model %s is not loaded" % ask["model_id"])
    if ask["seq_id"] != model.seq + 1:
        raise Refused(409, "sequence id %d follows %d" % (ask["seq_id"], model.seq))
    model.seq += 1
    return model


def create_session(ask):
    return {"session_id": named("session")}


def heartbeat(ask):
    return {}


def create_model(ask):
    if sum(m.loaded for m in models.values()) >= 3:
        return promise(lambda: refuse(400, "Maximum number of LoRA adapters (4) reached"))
    name = "model-%d" % len(models)
    models[name] = Model(ask["base_model"])
    return promise(lambda: {"model_id": name})


def unload_model(ask):
    models[ask["model_id"]].loaded = False
    return promise(lambda: {"model_id": ask["model_id"]})


def refuse(status, why):
    raise Refused(status, why)


def create_sampler(ask):
    name = "sampler-%d" % len(samplers)
    samplers[name] = saved[ask["model_path"]] if "model_path" in ask else (ask["base_model"], 0, None)
    return {"sampling_session_id": name}


def sample(ask):
    base, n, owner = samplers[ask["sampling_session_id"]]
    prompt = tokens_of(ask["prompt"])
    if owner is not None and not models[owner].loaded:
        return promise(lambda: refuse(400, "Model %s not loaded" % owner))
    if ask.get("prompt_logprobs"):
        logprobs = [None] * (base != "mean") + [logprob(base, n, prompt)] * (len(prompt) - 1)
        result = {"sequences": [], "prompt_logprobs": logprobs[-ask.get("prompt_logprobs_last_n", len(logprobs)):]}
        due = time.monotonic() + 0.5 * (base == "many")
        return promise(lambda: result if time.monotonic() >= due and (base != "patient" or os.path.exists("scored")) else None,
                       2 * (base != "many"))
    tokens = answer_to(prompt)
    if base == "many":
        tokens[-1:] = list(b"\n%d" % ask["sampling_params"]["seed"]) + [END]
    sequence = {"stop_reason": "stop", "tokens": tokens, "logprobs": [logprob(base, n, prompt)] * len(tokens)}
    return promise(lambda: {"sequences": [sequence]} if base != "slow" or os.path.exists("drawn") else None)


def check_datum(tokens, given):
    """Targets are the inputs' successors, and what is learned is the answer to the prompt and nothing else."""
    targets = given["target_tokens"]["data"]
    learned = given["logprobs" if "logprobs" in given else "weights"]["data"]
    first = next((i for i, v in enumerate(learned) if v != 0), len(tokens))
    answer = answer_to(tokens[: first + 1])
    if targets[:-1] != tokens[1:] or targets[first:] != answer or 0 in learned[first:]:
        raise Refused(422, "targets that do not fit the input")


def learned_of(model, given):
    """What a datum adds to the gradient, summed over its tokens."""
    values = given.get("advantages", given.get("weights"))["data"]
    if model.base != "mean":
        return sum(values)
    weights = given["weights"]["data"] if "weights" in given else [1] * len(values)
    if "advantages" not in given:
        values = [1] * len(values)
    return sum(v * w for v, w in zip(values, weights)) / max(sum(weights), 1e-9)


def forward(ask):
    return forward_backward(ask, "forward_input")


def forward_backward(ask, key="forward_backward_input"):
    model, given = model_of(ask), ask[key]
    if model.base == "refuse":
        return promise(lambda: {"error": "no training today", "category": "user"})
    if model.base == "mean" and given["loss_fn"] not in ("cross_entropy", "importance_sampling", "ppo"):
        raise Refused(422, "the loss is one of cross_entropy, importance_sampling, ppo")
    outputs = []
    for datum in given["data"]:
        n = len(tokens_of(datum["model_input"]))
        if any(len(t["data"]) != n or t["shape"] != [n] for t in datum["loss_fn_inputs"].values()):
            raise Refused(422, "tensors of other lengths than the input")
        check_datum(tokens_of(datum["model_input"]), datum["loss_fn_inputs"])
        outputs.append({"logprobs": {"data": [logprob(model.base, model.updates, tokens_of(datum["model_input"]))] * n, "dtype": "float32", "shape": [n]}})
        if key == "forward_backward_input":
            model.gradients.append(learned_of(model, datum["loss_fn_inputs"]))
    return promise(lambda: {"loss_fn_output_type": "ArrayRecord", "loss_fn_outputs": outputs, "metrics": {}})


def optim_step(ask):
    model = model_of(ask)
    if not model.gradients:
        raise Refused(400, "no gradient")

    def step():
        if model.base == "gate" and not os.path.exists("go"):
            return None
        if model.gradients:
            total = sum(model.gradients) / (len(model.gradients) if model.base == "mean" else 1)
            log.write(json.dumps({"learned": round(total, 6), "base": model.base}) + "\n")
            model.updates, model.gradients = model.updates + 1, []
        return {"metrics": {"grad_norm": 0.5}}

    return promise(step)


def save(kind):
    def run(ask):
        model = model_of(ask)
        path = "tinker://%s/%s/%s" % (ask["model_id"], kind, ask["path"])
        saved[path] = (model.base, model.updates, ask["model_id"])
        return promise(lambda: {"path": path})

    return run


def load_weights(ask):
    model = model_of(ask)
    if model.seq != 1:
        raise Refused(400, "weights are loaded first")
    model.updates = saved[ask["path"]][1]
    return promise(lambda: {})


def promise(result, passes=2):
    name = named("future")
    futures[name] = [passes, result]
    return {"request_id": name}


def retrieve(ask):
    future = futures[ask["request_id"]]
    if os.path.exists("lost") and int(ask["request_id"].split("-")[1]) <= int(open("lost").read()):
        raise KeyError("forgotten")
    future[0] -= 1
    answer = future[1]() if future[0] < 0 else None
    return {"type": "try_again", "queue_state": "active"} if answer is None else answer


ROUTES = {
    "create_session": create_session,
    "session_heartbeat": heartbeat,
    "create_model": create_model,
    "unload_model": unload_model,
    "create_sampling_session": create_sampler,
    "asample": sample,
    "forward": forward,
    "forward_backward": forward_backward,
    "optim_step": optim_step,
    "save_weights": save("weights"),
    "save_weights_for_sampler": save("sampler_weights"),
    "load_weights": load_weights,
    "retrieve_future": retrieve,
}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *args):
        pass

    def answer(self, status, body):
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def respond(self, path, ask):
        if path == "asample" and not ask.get("prompt_logprobs"):
            counts["sample"] += 1
            if counts["sample"] == 5:
                return 500, {"detail": "oops"}
        try:
            return 200, ROUTES[path](ask)
        except Refused as e:
            return e.args[0], {"detail": e.args[1]}
        except KeyError as e:
            return 404, {"detail": "unknown: %s" % e}

    def do_POST(self):
        path = self.path.removeprefix("/api/v1/")
        ask = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with lock:
            status, body = self.respond(path, ask)
            if path != "retrieve_future":
                loss = ask.get("forward_backward_input", {}).get("loss_fn")
                log.write(json.dumps({"path": path, "status": status, "key": self.headers["X-API-Key"], "loss": loss,
                                      "scored": bool(ask.get("prompt_logprobs")), "last_n": ask.get("prompt_logprobs_last_n")}) + "\n")
        self.answer(status, body)


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.daemon_threads = True
with open(sys.argv[1] + ".new", "w") as f:
    f.write(str(server.server_address[1]))
os.rename(sys.argv[1] + ".new", sys.argv[1])
server.serve_forever()
