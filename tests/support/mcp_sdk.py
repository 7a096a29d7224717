"""The official MCP SDK as the client of "rollbook mcp" and of POST /mcp.  Used by tests/cli/mcp_sdk.sh."""
import json
import re
import subprocess
import sys
import urllib.request

import anyio
from mcp import ClientSession, StdioServerParameters
from mcp.client import streamable_http
from mcp.client.stdio import stdio_client

PROGRAM, URL = sys.argv[1:3]
TASKS = ["l1/19", "l1/20", "l1/21", "l1/28", "l1/31"]
http_client = getattr(streamable_http, "streamable_http_client", None) or streamable_http.streamablehttp_client


def member(result, *names):
    return next(getattr(result, name) for name in names if hasattr(result, name))


async def call(session, tool, **arguments):
    result = await session.call_tool(tool, arguments)
    assert not member(result, "is_error", "isError"), (tool, result)
    return result.content[0].text, member(result, "structured_content", "structuredContent")


def pool_of(kernel):
    """One that is wrong at the last elements, the baseline, one that does not compile, a right one that idles."""
    slow = re.sub(r"(__global__[^{]*\{)", r"\1 for (volatile int idle = 0; idle < 200; idle = idle + 1) { }", kernel)
    return [re.sub(r"\bi < n\b", "i < n - 3", kernel), kernel, kernel.replace("__global__", "__globl__"), slow]


async def find_right_ones(session):
    """What an agent that knows the schemas only can do: try each kernel of a pool, keep the right and fast one."""
    tools = {t.name: member(t, "input_schema", "inputSchema") for t in (await session.list_tools()).tools}
    assert set(tools["evaluate"]["required"]) == {"task"} and "kernel" in tools["evaluate"]["properties"]
    for task in TASKS:
        await call(session, "task", task=task)
        uri = "rollbook://task/" + task.replace("/", "-")
        text = (await session.read_resource(uri)).contents[0].text
        pool = pool_of(text.split("```cuda\n")[-1].split("```")[0])
        facts = [(await call(session, "evaluate", task=task, kernel=k, case="tiny"))[1] for k in pool]
        right = [f["correct"] for f in facts]
        assert right == [False, True, False, True], (task, [f["outcome"] for f in facts])
        speedups = [f["speedup"] or 0.0 for f in facts]  # None: the machine was too busy to say
        assert speedups[1] > speedups[3] or facts[1]["speedup"] is None, (task, speedups)
    assert "lines changed" in (await call(session, "history", n=15))[0]


async def one_verdict(session, where, hashes):
    """The same kernel by this door."""
    kernel = open("k.cu").read()
    hashes[where] = (await call(session, "evaluate", task="l1/28", kernel=kernel, case="tiny"))[1]["verdict_sha256"]


def other_doors(hashes):
    shown = subprocess.run([PROGRAM, "eval", "k.cu", "--task", "l1/28", "--case", "tiny", "--json"], stdout=subprocess.PIPE)
    found = re.search(rb'"verdict_sha256": ?"([0-9a-f]{64})"', shown.stdout)
    hashes["eval"] = found.group(1).decode() if found else None
    request = urllib.request.Request(URL + "/evaluate?task=l1/28&case=tiny", data=open("k.cu", "rb").read())
    hashes["http"] = json.load(urllib.request.urlopen(request))["verdict_sha256"]


async def main():
    hashes = {}
    server = StdioServerParameters(command=PROGRAM, args=["mcp", "--db", "a.db"])
    async with stdio_client(server) as streams, ClientSession(streams[0], streams[1]) as session:
        await session.initialize()
        await find_right_ones(session)
        await one_verdict(session, "mcp", hashes)
    async with http_client(URL + "/mcp") as streams, ClientSession(streams[0], streams[1]) as session:
        await session.initialize()
        await one_verdict(session, "mcp over http", hashes)
        async with anyio.create_task_group() as group:
            for _ in range(200):
                group.start_soon(call, session, "history")
        result = await session.call_tool("evaluate", {"task": "l1/28", "path": "k.cu"})
        assert member(result, "is_error", "isError"), "a file was read over HTTP"
    other_doors(hashes)
    assert len(set(hashes.values())) == 1 and None not in hashes.values(), hashes


anyio.run(main)
