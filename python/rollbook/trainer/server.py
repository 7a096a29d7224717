"""The Tinker protocol over HTTP, from the standard library alone; what computes is in engine.py.

Every operation is a future: the request is answered with its id at once, one thread works them off in their order,
samples of one sampler that wait together are drawn together, and `retrieve_future` waits for the result.  What is
saved is a file below the folder of checkpoints, whole or not there: after a kill the same server finds it again,
models and futures are gone, and clients are told so (404, 410).
"""

from __future__ import annotations

import hmac
import json
import pathlib
import re
import threading
import time
import uuid
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from rollbook.trainer.engine import Datum, Draw, Engine, Refused

LONGEST_BODY = 256 << 20  # bytes
GATHER_S = 0.03  # of silence after which samples that came together are drawn; a sample takes seconds
PATIENCE_S = 20.0  # that retrieve_future waits before it says "try again"
SILENCE_S = 300.0  # without a heartbeat after which a session's models may be unloaded
LOADED_SAMPLERS = 4
KEPT_FUTURES = 20000
ADAM = {"learning_rate": (0.0, 1e3), "beta1": (0.0, 1 - 1e-9), "beta2": (0.0, 1 - 1e-9), "eps": (1e-30, 1.0),
        "weight_decay": (0.0, 1e3), "grad_clip_norm": (0.0, 1e9)}  # least and greatest
NAME = re.compile(r"[A-Za-z0-9_.-]{1,200}")

Json = dict[str, Any]


@dataclass
class Job:
    """What the thread does, and what comes of it.  Jobs of one sampler are done together."""

    run: Callable[[], Json] | None = None
    sampler: str | None = None  # of a sample: "" is the base model
    draws: list[Draw] = field(default_factory=list)
    scores: list[int] | None = None  # tokens whose log-probs are asked for
    last_n: int = 0
    done: threading.Event = field(default_factory=threading.Event)
    result: Json | None = None


@dataclass
class Model:
    session: str
    seq: int = 0
    last: tuple[str, str] = ("", "")  # body and answer of the last operation, which may be sent again


def number(ask: Json, key: str, low: float, high: float, default: float | None = None,
           kind: type[int] | type[float] = float) -> float:
    value: Any = default if ask.get(key) is None else ask[key]
    if isinstance(value, bool) or not isinstance(value, (int, kind)) or not low <= value <= high:
        what = "a number" if kind is float else "an integer"
        raise Refused(f"{key} is {json.dumps(value)[:60]}; it must be {what} from {low:g} to {high:g}")
    return float(value) if kind is float else value


def integer(ask: Json, key: str, low: int, high: int, default: int | None = None) -> int:
    return int(number(ask, key, low, high, default, int))


def seed_of(ask: Json) -> int:
    return integer(ask, "seed", -(1 << 63), (1 << 63) - 1, uuid.uuid4().int >> 65)


def tokens_of(given: Any, key: str) -> list[int]:
    chunks = given.get("chunks") if isinstance(given, dict) else None
    if not isinstance(chunks, list):
        raise Refused(f"{key} has no chunks")
    out: list[int] = []
    for chunk in chunks:
        known = isinstance(chunk, dict) and chunk.get("type", "encoded_text") == "encoded_text"
        tokens = chunk.get("tokens") if known else None
        if not isinstance(tokens, list) or not all(type(t) is int for t in tokens):
            raise Refused(f"{key}: only chunks of type encoded_text with integer tokens are known here")
        out += tokens
    return out


def data_of(given: Json) -> list[Datum]:
    data = given.get("data")
    if not isinstance(data, list) or not data:
        raise Refused("data is no list of one datum or more")
    out = []
    for i, d in enumerate(data):
        inputs: dict[str, list[Any]] = {}
        for key, tensor in (d.get("loss_fn_inputs") or {}).items():
            values = tensor.get("data") if isinstance(tensor, dict) else None
            kinds = (int,) if key == "target_tokens" else (int, float)
            if not isinstance(values, list) or not all(type(v) in kinds for v in values):
                raise Refused(f"datum {i}: {key} has no list of {'integers' if len(kinds) == 1 else 'numbers'}")
            if tensor.get("shape") not in (None, [len(values)]):
                raise Refused(f"datum {i}: {key} has shape {tensor['shape']} and {len(values)} values")
            inputs[key] = values if len(kinds) == 1 else [float(v) for v in values]
        targets = inputs.pop("target_tokens", [])
        out.append(Datum(tokens_of(d.get("model_input"), f"datum {i}: model_input"), targets, inputs))
    return out


def failure(e: Exception) -> Json:
    own = isinstance(e, Refused)
    return {"error": str(e) if own else f"{type(e).__name__}: {e}"[:2000], "category": "user" if own else "server"}


class Trainer:
    """State of the protocol: sessions, models, samplers, futures, and the thread that computes."""

    def __init__(self, engine: Engine, name: str, checkpoints: pathlib.Path, most_models: int) -> None:
        self.engine, self.name, self.checkpoints, self.most_models = engine, name, checkpoints, most_models
        self.lock = threading.Condition()
        self.jobs: deque[Job] = deque()
        self.futures: OrderedDict[str, Job] = OrderedDict()
        self.sessions: dict[str, float] = {}
        self.models: dict[str, Model] = {}
        self.samplers: dict[str, str] = {}  # id: path, "" of the base model
        self.loaded: OrderedDict[str, str] = OrderedDict()  # path of a sampler: its adapter in the engine
        self.counts = {"sampled_tokens": 0, "trained_tokens": 0}
        self.busy_s = 0.0
        threading.Thread(target=self._work, daemon=True).start()

    # The thread that computes.

    def _work(self) -> None:
        while True:
            with self.lock:
                while not self.jobs:
                    self.lock.wait()
                if self.jobs[0].draws and self.jobs[0].scores is None:
                    latest = time.monotonic() + 1
                    while self.lock.wait(GATHER_S) and time.monotonic() < latest:
                        pass
                jobs = [self.jobs.popleft()]
                if jobs[0].sampler is not None:
                    jobs += [j for j in self.jobs if j.sampler == jobs[0].sampler]
                    self.jobs = deque(j for j in self.jobs if j.sampler != jobs[0].sampler)
            started = time.monotonic()
            try:
                if jobs[0].run is not None:
                    jobs[0].result = jobs[0].run()
                else:
                    self._sample(jobs)
            except Exception as e:  # out of memory, say: the server goes on
                for job in jobs:
                    job.result = job.result or failure(e)
            self.busy_s += time.monotonic() - started
            for job in jobs:
                job.run, job.draws, job.scores = None, [], None  # the result may wait long to be fetched
                job.done.set()

    def _sample(self, jobs: list[Job]) -> None:
        path = jobs[0].sampler or ""
        adapter = self._load_sampler(path) if path else None
        fits = []
        for job in jobs:  # one that is refused does not spoil the others
            try:
                for d in job.draws:
                    self.engine.check(d.prompt, d.max_tokens, d.stop)
                fits.append(job)
            except Refused as e:
                job.result = failure(e)
        drawn = iter(self.engine.draw(adapter, [d for job in fits for d in job.draws]))
        scored = iter(self.engine.score(adapter, [job.scores for job in fits if job.scores is not None]))
        for job in fits:
            sequences = [next(drawn) for _ in job.draws]
            self.counts["sampled_tokens"] += sum(len(s.tokens) for s in sequences)
            result: Json = {"type": "sample", "sequences": [
                {"stop_reason": s.stop_reason, "tokens": s.tokens, "logprobs": s.logprobs} for s in sequences]}
            if job.scores is not None:
                told = next(scored)
                result["prompt_logprobs"] = told[max(0, len(told) - job.last_n):]
            job.result = result

    def _load_sampler(self, path: str) -> str:
        if path not in self.loaded:
            while len(self.loaded) >= LOADED_SAMPLERS:
                self.engine.drop(self.loaded.popitem(last=False)[1])
            name = "s" + uuid.uuid4().hex
            self.engine.restore(name, self._folder(path), moments=False)
            self.loaded[path] = name
        self.loaded.move_to_end(path)
        return self.loaded[path]

    # Requests.  Each gives the body of an answer, and is called with the lock held.

    def promise(self, job: Job) -> Json:
        name = uuid.uuid4().hex
        self.futures[name] = job
        while len(self.futures) > KEPT_FUTURES:
            self.futures.popitem(last=False)
        self.jobs.append(job)
        self.lock.notify_all()
        return {"request_id": name}

    def create_session(self, ask: Json) -> Json:
        name = uuid.uuid4().hex
        self.sessions[name] = time.monotonic()
        return {"type": "create_session", "session_id": name}

    def session_heartbeat(self, ask: Json) -> Json:
        if ask.get("session_id") not in self.sessions:
            raise Refused("there is no such session", 404)
        self.sessions[ask["session_id"]] = time.monotonic()
        return {"type": "session_heartbeat"}

    def _make_room(self) -> None:
        if len(self.models) >= self.most_models:
            for name, model in list(self.models.items()):
                if time.monotonic() - self.sessions.get(model.session, 0.0) > SILENCE_S:
                    self.unload_model({"model_id": name})
        if len(self.models) >= self.most_models:
            raise Refused(f"{len(self.models)} models are loaded, as many as --models allows: unload one, "
                          "or start the server with a larger --models")

    def _base(self, ask: Json) -> None:
        if ask.get("base_model") != self.name:
            raise Refused(f"the base model here is {self.name}, not {json.dumps(ask.get('base_model'))[:200]}")

    def create_model(self, ask: Json) -> Json:
        self._base(ask)
        if ask.get("session_id") not in self.sessions:
            raise Refused("there is no such session: call create_session first", 404)
        self._make_room()
        lora = ask.get("lora_config") or {}
        rank = integer(lora, "rank", 1, 1024, 32)
        seed = seed_of(lora)
        name = "m" + uuid.uuid4().hex
        self.models[name] = Model(ask["session_id"])

        def make() -> Json:
            try:
                self.engine.add(name, rank, seed, bool(lora.get("train_attn", True)), bool(lora.get("train_mlp", True)))
            except BaseException:
                self.models.pop(name, None)
                raise
            return {"type": "create_model", "model_id": name}

        return self.promise(Job(make)) | {"model_id": name}

    def unload_model(self, ask: Json) -> Json:
        name = str(ask.get("model_id"))
        if self.models.pop(name, None) is None:
            raise Refused("there is no such model", 404)

        def drop() -> Json:
            self.engine.drop(name)
            return {"type": "unload_model", "model_id": name}

        return self.promise(Job(drop))

    def _in_order(self, ask: Json, work: Callable[[str], Json]) -> Json:
        """An operation on a model, whose numbers follow each other; the same one again has the same answer."""
        name = str(ask.get("model_id"))
        model = self.models.get(name)
        if model is None:
            raise Refused(f"there is no model '{name[:80]}': it was unloaded, or the server was started again since; "
                          "create one and load_weights what was saved", 404)
        seq, body = integer(ask, "seq_id", 0, 1 << 60), json.dumps(ask, sort_keys=True)
        if seq == model.seq and body == model.last[0]:
            return {"request_id": model.last[1], "model_id": name}
        if seq != model.seq + 1:
            raise Refused(f"seq_id {seq} follows {model.seq}: operations of a model are numbered 1, 2, 3, ...", 409)
        answer = self.promise(Job(lambda: work(name)))
        model.seq, model.last = seq, (body, answer["request_id"])
        return answer | {"model_id": name}

    def learn(self, ask: Json, key: str, backward: bool) -> Json:
        given = ask[key]
        data, loss = data_of(given), str(given.get("loss_fn"))
        config = {k: number(given["loss_fn_config"], k, 0.0, 1e9, 0.0) for k in given.get("loss_fn_config") or {}}

        def work(name: str) -> Json:
            logprobs, value = self.engine.forward(name, data, loss, config, backward)
            self.counts["trained_tokens"] += sum(len(d.tokens) for d in data) if backward else 0
            outputs = [{"logprobs": {"data": row, "dtype": "float32", "shape": [len(row)]}} for row in logprobs]
            return {"type": key[:-6], "loss_fn_output_type": "ArrayRecord", "loss_fn_outputs": outputs,
                    "metrics": {"loss:sum": value}}

        return self._in_order(ask, work)

    def optim_step(self, ask: Json) -> Json:
        given = ask.get("adam_params") or {}
        adam = {k: number(given, k, *ADAM[k]) for k in given if given[k] is not None}
        return self._in_order(ask, lambda name: {"type": "optim_step", "metrics": self.engine.step(name, adam)})

    def _folder(self, path: str) -> pathlib.Path:
        parts = path.removeprefix("tinker://").split("/")
        named = len(parts) == 3 and all(NAME.fullmatch(p) and p.strip(".") for p in parts)
        if not path.startswith("tinker://") or not named:
            raise Refused(f"'{path[:200]}' is not tinker://MODEL/weights/NAME or tinker://MODEL/sampler_weights/NAME")
        return self.checkpoints / parts[0] / parts[1] / parts[2]

    def save(self, ask: Json, kind: str, optimizer: bool) -> Json:
        unnamed = ask.get("path") is None
        last = f"unnamed-{ask.get('seq_id')}" if unnamed else str(ask["path"])
        path = f"tinker://{ask.get('model_id')}/{kind}/{last}"
        folder = self._folder(path)

        def work(name: str) -> Json:
            self.engine.save(name, folder, optimizer)
            if unnamed and not optimizer:
                sampler = uuid.uuid4().hex
                self.samplers[sampler] = path
                return {"type": "save_weights_for_sampler", "sampling_session_id": sampler}
            return {"type": "save_" + ("weights" if optimizer else "weights_for_sampler"), "path": path}

        return self._in_order(ask, work)

    def load_weights(self, ask: Json) -> Json:
        path = str(ask.get("path"))
        folder = self._folder(path)
        if not folder.exists():
            raise Refused(f"nothing was saved as {path}", 404)

        def work(name: str) -> Json:
            self.engine.restore(name, folder, bool(ask.get("optimizer", False)))
            return {"type": "load_weights", "path": path}

        return self._in_order(ask, work)

    def create_sampling_session(self, ask: Json) -> Json:
        path = ask.get("model_path") or ""
        if path and not self._folder(str(path)).exists():
            raise Refused(f"nothing was saved as {path}", 404)
        if not path:
            self._base(ask)
        name = uuid.uuid4().hex
        self.samplers[name] = str(path)
        return {"type": "create_sampling_session", "sampling_session_id": name}

    def asample(self, ask: Json) -> Json:
        sampler = self.samplers.get(str(ask.get("sampling_session_id")))
        if sampler is None:
            raise Refused("there is no such sampling session; make one (the server may have been started again)", 404)
        prompt = tokens_of(ask.get("prompt"), "prompt")
        p = ask.get("sampling_params") or {}
        stop = p.get("stop") or []
        if not isinstance(stop, list) or not all(type(s) is int for s in stop):
            raise Refused("stop must be a list of token ids: this server has no tokenizer")
        draw = Draw(prompt, integer(p, "max_tokens", 1, 1 << 24), number(p, "temperature", 0.0, 100.0, 1.0),
                    number(p, "top_p", 0.0, 1.0, 1.0), integer(p, "top_k", -1, 1 << 30, -1), frozenset(stop),
                    seed_of(p))
        draws = [replace(draw, seed=draw.seed + i) for i in range(integer(ask, "num_samples", 1, 4096, 1))]
        last = integer(ask, "prompt_logprobs_last_n", 0, 1 << 24, 1 << 24)
        scores = prompt if ask.get("prompt_logprobs") else None
        return self.promise(Job(sampler=sampler, draws=draws, scores=scores, last_n=last))

    def retrieve(self, ask: Json) -> Json:
        """Called without the lock."""
        future = self.futures.get(str(ask.get("request_id")))
        if future is None:
            raise Refused("there is no such request: the server was started again since; send it again", 410)
        if not future.done.wait(PATIENCE_S) or future.result is None:
            return {"type": "try_again", "request_id": ask["request_id"], "queue_state": "active"}
        return future.result


ROUTES: dict[str, Callable[[Trainer, Json], Json]] = {
    "client/config": lambda t, ask: {},
    "create_session": Trainer.create_session, "session_heartbeat": Trainer.session_heartbeat,
    "create_model": Trainer.create_model, "unload_model": Trainer.unload_model,
    "get_info": lambda t, ask: {"type": "get_info", "model_data": {"model_name": t.name, "tokenizer_id": t.name},
                                "model_id": ask.get("model_id")},
    "create_sampling_session": Trainer.create_sampling_session, "asample": Trainer.asample,
    "retrieve_future": Trainer.retrieve,
    "forward": lambda t, ask: t.learn(ask, "forward_input", False),
    "forward_backward": lambda t, ask: t.learn(ask, "forward_backward_input", True),
    "optim_step": Trainer.optim_step, "load_weights": Trainer.load_weights,
    "save_weights": lambda t, ask: t.save(ask, "weights", True),
    "save_weights_for_sampler": lambda t, ask: t.save(ask, "sampler_weights", False),
    "healthz": lambda t, ask: {"status": "ok", "models": len(t.models), "waiting": len(t.jobs),
                               "busy_seconds": round(t.busy_s, 3), **t.counts},
    "get_server_capabilities": lambda t, ask: {"supported_models": [
        {"model_name": t.name, "max_context_length": t.engine.max_tokens}]},
}


def make_server(trainer: Trainer, host: str, port: int, key: str | None) -> ThreadingHTTPServer:
    """key: what X-API-Key must be; None: nothing is asked for."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        timeout = 120
        disable_nagle_algorithm = True  # a client would wait 40 ms for what follows the header

        def log_message(self, format: str, *args: Any) -> None:
            pass

        def do_POST(self) -> None:
            told, path = self.headers.get("X-API-Key") or "", self.path.split("?")[0].removeprefix("/api/v1/")
            try:
                if key is not None and not hmac.compare_digest(told.encode(), key.encode()):
                    raise Refused("X-API-Key is not the key of this server", 401)
                if path not in ROUTES:
                    raise Refused(f"there is nothing at {self.path[:200]}", 404)
                ask = self.body() if self.command == "POST" else {}
                with nullcontext() if path == "retrieve_future" else trainer.lock:
                    status, body = 200, ROUTES[path](trainer, ask)
            except Refused as e:
                status, body = e.status, {"detail": str(e)}
            except (AttributeError, TypeError, KeyError, ValueError, OverflowError) as e:
                words = f"the request has not the protocol's shape: {type(e).__name__}: {e}"
                status, body = 422, {"detail": words[:400]}
            text = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
            if status != 200:  # the request's body may not have been read
                self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(text)

        do_GET = do_POST

        def body(self) -> Json:
            length = self.headers.get("Content-Length", "")
            if not length.isdigit():
                raise Refused("a body needs a Content-Length", 411)
            if int(length) > LONGEST_BODY:
                raise Refused(f"the body has more than {LONGEST_BODY} bytes", 413)
            try:
                ask = json.loads(self.rfile.read(int(length)) or b"{}")
            except (ValueError, RecursionError) as e:
                raise Refused(f"the body is no JSON: {e}", 400) from e
            if not isinstance(ask, dict):
                raise Refused("the body is no JSON object", 400)
            return ask

    class Server(ThreadingHTTPServer):
        request_queue_size = 1024  # a run asks for as many samples at once

    return Server((host, port), Handler)
