"""The protocol between a test and a peer: one JSON object on each line, over the peer's standard input and output.

    peer  -> test    {"ready": true, "pid": 4711, ...}             once, when the peer may be used
    test  -> peer    {"call": 1, "do": "read", ...}                  a command
    peer  -> test    {"call": 1, "ok": true, ...}                    its answer
                     {"call": 1, "ok": false, "error": "AuthenticationError", "message": "..."}

Commands run side by side, so an answer may overtake another: the number says which is which. When its standard input ends,
a peer ends; so none outlives the test that started it, even one that was killed. What libraries print goes to the
standard error.
"""

import asyncio
import json
import os
import signal
import sys

LONGEST_LINE = 16 * 1024 * 1024


class Refused(Exception):
    """The command is invalid here; the message says why."""


class Conversation:
    """One peer's side of the conversation; `commands` is an object whose methods are the commands."""

    def __init__(self, commands):
        self._commands = commands
        # The conversation takes the standard output for itself: all other output goes to standard error.
        self._output = os.fdopen(os.dup(1), "w", buffering=1)
        os.dup2(2, 1)
        self._ended = asyncio.Event()
        self._running = set()

    def say(self, **message):
        self._output.write(json.dumps(message) + "\n")

    async def run(self, **ready):
        """Reports that the peer is ready, and responds to commands until the input ends or a signal arrives."""
        loop = asyncio.get_running_loop()
        for ending in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(ending, self._ended.set)
        lines = asyncio.StreamReader(limit=LONGEST_LINE)
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
        self.say(ready=True, pid=os.getpid(), **ready)
        listening = loop.create_task(self._listen(lines))
        await self._ended.wait()
        for task in (listening, *self._running):
            task.cancel()

    async def _listen(self, lines):
        while line := await lines.readline():
            task = asyncio.create_task(self._answer(line))
            self._running.add(task)
            task.add_done_callback(self._running.discard)
        self._ended.set()

    async def _answer(self, line):
        number = None
        try:
            message = json.loads(line)
            number = message.pop("call", None)
            name = message.pop("do")
            method = getattr(self._commands, name.replace("-", "_"), None)
            if name.startswith("_") or method is None:
                raise Refused(f"no command '{name}'")
            answer = await method(**{key.replace("-", "_"): value for key, value in message.items()})
        except Exception as problem:  # every error is a response
            self.say(call=number, ok=False, error=type(problem).__name__, message=str(problem) or repr(problem))
        else:
            self.say(call=number, ok=True, **(answer or {}))


def setup_code():
    """The setup code that the test gives in the environment, so that no command line shows it."""
    code = os.environ.get("ASSAY_PEER_SETUP_CODE")
    if not code:
        raise SystemExit("ASSAY_PEER_SETUP_CODE must hold the setup code, as XXX-XX-XXX")
    return code
