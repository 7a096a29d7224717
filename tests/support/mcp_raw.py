"""A client of "rollbook mcp" without a library: lines out, lines in.  Used by tests/cli/mcp.sh."""
import json
import os
import sqlite3
import subprocess
import sys

PROGRAM = sys.argv[1]
RIGHT = """//@ launch r(x, y, n) grid=ceil_div(n, 256) block=256
extern "C" __global__ void r(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = fminf(fmaxf(x[i] / 6.0f + 0.5f, 0.0f), 1.0f);
}
"""
WRONG = RIGHT.replace("0.5f", "0.75f")


def fail(what):
    sys.exit("FAIL: " + what)


def want(condition, what):
    if not condition:
        fail(what)


class Agent:
    def __init__(self, *options):
        self.child = subprocess.Popen([PROGRAM, "mcp", "--db", "a.db", *options], stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE)
        self.n = 0
        self.ask("initialize", {"protocolVersion": "2025-06-18", "clientInfo": {"name": "raw", "version": "1"}})

    def send(self, message):
        line = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.child.stdin.write(line + b"\n")
        self.child.stdin.flush()

    def answer(self):
        line = self.child.stdout.readline()
        want(line, "the program ended without an answer")
        return json.loads(line)

    def request(self, method, params):
        self.n += 1
        return {"jsonrpc": "2.0", "id": self.n, "method": method, "params": params}

    def ask(self, method, params):
        self.send(self.request(method, params))
        return self.answer()

    def call(self, tool, **arguments):
        got = self.ask("tools/call", {"name": tool, "arguments": arguments})
        want("result" in got, f"{tool} {arguments}: {got}")
        text = got["result"]["content"][0]["text"]
        if got["result"]["isError"]:
            want("\nNext: " in text, f"{tool}: an error without a next step: {text}")
        return got["result"]["isError"], text, got["result"].get("structuredContent")

    def end(self):
        self.child.stdin.close()
        rest = self.child.stdout.read()
        return self.child.wait(60), rest


def rows(sql):
    with sqlite3.connect("file:a.db?mode=ro", uri=True) as db:
        return db.execute(sql).fetchall()


def test_protocol():
    agent = Agent()
    for revision, given in [("2024-11-05", "2024-11-05"), ("2025-06-18", "2025-06-18"), ("1999-01-01", "2025-11-25")]:
        got = agent.ask("initialize", {"protocolVersion": revision, "clientInfo": {"name": "raw", "version": "1"}})
        want(got["result"]["protocolVersion"] == given, f"initialize {revision}: {got}")
    for line, code, number in [
        (b"{", -32700, None), (b"\xff", -32700, None), (b"[" * 100000, -32700, None), (b"[]", -32600, None),
        (b"7", -32600, None), (b'{"jsonrpc":"2.0"}', -32600, None),
        (b'{"jsonrpc":"1.0","id":4,"method":"ping"}', -32600, 4),
        (b'{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":"x","method":"prompts/list"}', -32601, "x"),
        (b'{"jsonrpc":"2.0","id":5,"method":"ping","params":[]}', -32602, 5),
        (b'{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"nothing"}}', -32602, 6),
        (b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"task","arguments":{"task":"a\\u0000"}}}', -32602, 7),
        (b'{"jsonrpc":"2.0","id":8,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}', -32002, 8),
    ]:
        agent.send(line)
        got = agent.answer()
        want(got.get("error", {}).get("code") == code and got["id"] == number, f"{line[:80]}: {got}")
    agent.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
    agent.send(b'{"jsonrpc":"2.0","id":9,"result":{}}')
    want(agent.ask("ping", {})["result"] == {}, "ping after a notification and an answer")
    tools = agent.ask("tools/list", {})["result"]["tools"]
    want([t["name"] for t in tools] == ["task", "evaluate", "profile", "history", "best", "diff", "noise", "submit"], "the tools")
    for name, arguments in [
        ("evaluate", {"task": 5, "kernel": RIGHT}), ("evaluate", {"task": "l1/28", "kernal": RIGHT}),
        ("evaluate", {"task": "l1/28"}), ("evaluate", {"task": "l1/28", "kernel": "x" * (1 << 20) + "y"}),
        ("evaluate", {"task": "l9/1", "kernel": RIGHT}), ("evaluate", {"task": "l1/28", "kernel": RIGHT, "mode": "slow"}),
        ("history", {"n": 0}), ("history", {"n": 1.5}), ("diff", {"a": 2**62}), ("profile", {}), ("noise", {"evaluation": 1}),
    ]:
        want(agent.call(name, **arguments)[0], f"{name} {str(arguments)[:60]} was taken")
    want(agent.end() == (0, b""), "the end of input")


def test_files():
    os.makedirs("root/inner")
    with open("root/inner/k.cu", "w") as f:
        f.write(RIGHT)
    os.symlink("/etc/passwd", "root/passwd")
    os.symlink("inner/k.cu", "root/k.cu")
    os.mkfifo("root/pipe")
    agent = Agent("--root", "root", "--run", "files")
    for path in ["../a.db", "/etc/passwd", "passwd", "pipe", "inner", "none.cu", "/dev/zero", ""]:
        want(agent.call("evaluate", task="l1/28", path=path)[0], f"the path '{path}' was read")
    want("correct" in agent.call("evaluate", task="l1/28", path="k.cu", case="tiny")[1], "a link that stays below the root")
    agent.end()


def test_session():
    agent = Agent("--run", "mine")
    failed, text, right = agent.call("evaluate", task="l1/28", kernel=RIGHT, case="tiny")
    want(not failed and right["correct"] and "It is correct" in text, text)
    other = Agent("--run", "sizes")
    other.call("evaluate", task="l1/28", kernel=RIGHT, case="tiny")
    text = other.call("evaluate", task="l1/28", kernel=RIGHT + "// \u202e\n", case="cpu")[1]
    want("not compared" in text and "\u202e" not in text, f"times of other sizes: {text}")
    want("\u202e" not in other.call("task", task="\u202e")[1], "an override of directions reaches a terminal")
    other.end()
    failed, text, wrong = agent.call("evaluate", task="l1/28", kernel=WRONG, case="tiny")
    want(not failed and not wrong["correct"] and wrong["outcome"] == "mismatch" and "no longer right" in text, text)
    want("no longer right" in agent.call("history")[1], "history")
    want("-        y[i]" in agent.call("diff", a=right["evaluation"], b=wrong["evaluation"])[1], "diff")
    want("need a GPU" in agent.call("profile", evaluation=right["evaluation"])[1], "profile")
    failed, text, _ = agent.call("noise", evaluation=right["evaluation"], again=1)
    want(not failed and text.count("evaluation ") >= 2, text)
    failed, text, final = agent.call("submit", task="28", kernel=RIGHT)
    want(not failed and text.startswith("Submitted.") and final["verdict_sha256"] == right["verdict_sha256"], text)
    want(final["confirmed"]["outcome"] == "measured", text)
    want(agent.call("submit", task="l1/28", kernel=WRONG)[0], "a task was submitted twice")
    agent.end()
    again = Agent("--run", "mine")
    want(again.call("submit", task="l1/28", kernel=WRONG)[0], "a later process of the run submitted once more")
    again.end()
    want(rows("SELECT strategy, status FROM v_run WHERE run = 'mine'") == [("session", "complete")], "the run")
    want(rows("SELECT count(DISTINCT turn), count(DISTINCT sample) FROM v_rollout WHERE run = 'mine'") == [(5, 1)], "turns are evaluations")
    want(rows("SELECT count(*) FROM v_evaluation WHERE run = 'mine' AND purpose = 'confirm'") == [(1,)], "the confirmation")
    want(rows("SELECT tool, sum(failed) FROM v_agent_call WHERE run = 'mine' AND tool IN ('evaluate', 'submit') GROUP BY tool")
         == [("evaluate", 0), ("submit", 2)], "the calls")
    want(rows("SELECT count(*) FROM v_agent_call WHERE arguments LIKE '%__global__%'") == [(0,)], "a kernel among the arguments")


def test_wall():
    """Kernels of other runs are shown for a task of the train part, and in no way for one of the eval part."""
    other = Agent("--run", "other", "--held-out", "l1_seed42")
    held, open_task = [int(i) for i in os.environ["HELD_OUT_AND_OPEN"].split()]
    kernels = {}
    for number in (held, open_task):
        prompt = other.ask("resources/read", {"uri": f"rollbook://task/l1-{number}"})["result"]["contents"][0]["text"]
        kernel = prompt.split("```cuda\n")[-1].split("```")[0] + "// of another run\n"
        maker = Agent("--run", f"maker-{number}")
        kernels[number] = maker.call("evaluate", task=f"l1/{number}", kernel=kernel, case="tiny")[2]
        want(kernels[number]["correct"], f"l1/{number}: {kernels[number]}")
        maker.end()
    hidden = kernels[held]["evaluation"]
    want("of another run" not in str(other.call("best", task=f"l1/{held}")), "best showed a held-out kernel")
    want(other.call("diff", a=hidden)[0], "diff showed a held-out kernel")
    want(other.call("noise", evaluation=hidden)[0] and other.call("profile", evaluation=hidden)[0], "a held-out kernel was used")
    for uri in [f"rollbook://evaluation/{hidden}", f"rollbook://evaluation/{hidden}/code"]:
        want("error" in other.ask("resources/read", {"uri": uri}), uri)
    if kernels[open_task]["speedup"] is not None:
        want("of another run" in other.call("best", task=f"l1/{open_task}", n=10)[1], "best hides what is not held out")
    other.end()


def test_crowd():
    agent = Agent("--run", "crowd")
    n = 200
    for i in range(n):
        kernel = RIGHT + f"// {i % 20}\n"
        agent.send({"jsonrpc": "2.0", "id": i, "method": "tools/call", "params": {
            "name": "evaluate" if i < 20 else "history", "arguments": {"task": "l1/28", "kernel": kernel, "case": "tiny"} if i < 20 else {}}})
    seen = sorted(agent.answer()["id"] for _ in range(n))
    want(seen == list(range(n)), "some of 200 calls have no answer, or two")
    for i in range(30):
        agent.send({"jsonrpc": "2.0", "id": f"c{i}", "method": "tools/call", "params": {
            "name": "evaluate", "arguments": {"task": "l1/28", "kernel": RIGHT + f"// c{i}\n", "case": "tiny"}}})
    for i in range(30):
        agent.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": f"c{i}"}})
    code, rest = agent.end()
    want(code == 0 and rest.count(b"\n") < 30, "no call was cancelled")
    gone = Agent("--run", "gone")
    gone.send(gone.request("tools/call", {"name": "evaluate", "arguments": {"task": "l1/28", "kernel": RIGHT, "case": "tiny"}}))
    gone.child.stdout.close()
    gone.child.stdin.close()
    want(gone.child.wait(60) == 0, "the program outlives its client")


for name, test in list(globals().items()):
    if name.startswith("test_"):
        test()
