"""Headless Chromium as a peer: it opens pages from disk, and tells what they did.

It speaks the DevTools protocol over a pipe, so it needs no port and no package. Commands:

    open       path, theme ("light" or "dark"), width, scripts (whether they run)
                                                        -> errors, requests: what the console and the network saw
    heard                                               -> the same, since the page was opened
    evaluate   expression                               -> value, as JSON
    press      key, text                                -> presses a key of the keyboard
    type       text                                     -> presses the key of each letter
    print      path                                     -> writes the page as PDF; bytes: its size
    picture    path                                     -> writes a picture of the whole page
    metrics                                             -> Chromium's counters: Nodes, LayoutCount, ScriptDuration ...
    tree                                                -> nodes: role and name of each, as a screen reader gets them
"""

import argparse
import asyncio
import base64
import itertools
import json
import os
import pathlib
import shutil
import tempfile

from conversation import Conversation, Refused

KEYS = {"Enter": 13, "Tab": 9, "Escape": 27, "/": 191, " ": 32}


class Browser:
    """One browser with one page."""

    def __init__(self, process, reader, writer):
        self._process = process
        self._reader = reader
        self._writer = writer
        self._numbers = itertools.count(1)
        self._waiting = {}
        self._session = None
        self._errors = []
        self._requests = []
        self._loaded = asyncio.Event()

    @classmethod
    async def start(cls, program, profile):
        """Starts the browser, whose file descriptors 3 and 4 are the pipe."""
        their_input, our_output = os.pipe()
        our_input, their_output = os.pipe()
        words = [
            program, "--headless=new", "--remote-debugging-pipe", f"--user-data-dir={profile}", "--no-sandbox",
            "--no-first-run", "--disable-gpu", "--disable-dev-shm-usage", "--disable-extensions", "--hide-scrollbars",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "about:blank",
        ]

        def place_pipe():
            # Both ends move out of the way first: one of them may already be 3 or 4.
            reading, writing = os.dup(their_input), os.dup(their_output)
            os.dup2(reading, 3)
            os.dup2(writing, 4)
            os.set_inheritable(3, True)
            os.set_inheritable(4, True)

        process = await asyncio.create_subprocess_exec(
            *words, close_fds=False, preexec_fn=place_pipe, stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL)
        os.close(their_input)
        os.close(their_output)
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader(limit=512 * 1024 * 1024)
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(our_input, "rb"))
        browser = cls(process, reader, os.fdopen(our_output, "wb", buffering=0))
        browser._listening = loop.create_task(browser._listen())
        target = (await browser._call("Target.createTarget", url="about:blank"))["targetId"]
        attached = await browser._call("Target.attachToTarget", targetId=target, flatten=True)
        browser._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "Performance"):
            await browser._call(f"{domain}.enable")
        return browser

    async def end(self):
        self._process.terminate()
        await self._process.wait()

    async def _listen(self):
        while True:
            try:
                message = json.loads((await self._reader.readuntil(b"\0"))[:-1])
            except asyncio.IncompleteReadError:
                for waiting in self._waiting.values():
                    if not waiting.done():
                        waiting.set_exception(Refused("the browser ended"))
                return
            if "id" in message:
                waiting = self._waiting.pop(message["id"])
                if not waiting.done():
                    waiting.set_result(message)
            else:
                self._hear(message["method"], message.get("params", {}))

    def _hear(self, method, details):
        if method == "Runtime.exceptionThrown":
            self._errors.append(details["exceptionDetails"].get("text", "exception"))
        elif method == "Runtime.consoleAPICalled":
            self._errors.append(" ".join(str(value.get("value")) for value in details["args"]))
        elif method == "Log.entryAdded":
            self._errors.append(details["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self._requests.append(details["request"]["url"])
        elif method == "Page.loadEventFired":
            self._loaded.set()

    async def _call(self, method, **arguments):
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": arguments}
        if self._session:
            message["sessionId"] = self._session
        answer = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        self._writer.write(json.dumps(message).encode() + b"\0")
        answer = await answer
        if "error" in answer:
            raise Refused(f"{method}: {answer['error']['message']}")
        return answer["result"]

    async def open(self, path, theme="light", width=1280, height=900, scripts=True):
        self._errors.clear()
        self._requests.clear()
        self._loaded.clear()
        await self._call("Emulation.setScriptExecutionDisabled", value=not scripts)
        await self._call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
        await self._call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        await self._call("Page.navigate", url=pathlib.Path(path).absolute().as_uri())
        await self._loaded.wait()
        return await self.heard()

    async def heard(self):
        """What the console and the network saw since the page was opened; the page itself is the first request."""
        return {"errors": list(self._errors), "requests": list(self._requests)}

    async def evaluate(self, expression):
        answer = await self._call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise Refused(answer["exceptionDetails"].get("exception", {}).get("description", "exception"))
        return {"value": answer["result"].get("value")}

    async def press(self, key, text=None):
        code = KEYS.get(key, 0)
        press = {"key": key, "windowsVirtualKeyCode": code}
        if text is not None:
            press["text"] = text
        await self._call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", **press)
        await self._call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    async def type(self, text):
        for letter in text:
            await self._call("Input.dispatchKeyEvent", type="keyDown", key=letter, text=letter)
            await self._call("Input.dispatchKeyEvent", type="keyUp", key=letter)

    async def print(self, path=None):
        answer = await self._call("Page.printToPDF", printBackground=True, preferCSSPageSize=True)
        document = base64.b64decode(answer["data"])
        if path:
            pathlib.Path(path).write_bytes(document)
        return {"bytes": len(document)}

    async def picture(self, path, whole=True):
        answer = await self._call("Page.captureScreenshot", captureBeyondViewport=whole)
        pathlib.Path(path).write_bytes(base64.b64decode(answer["data"]))

    async def tree(self):
        answer = await self._call("Accessibility.getFullAXTree")
        nodes = [node for node in answer["nodes"] if not node.get("ignored")]
        return {"nodes": [{"role": node.get("role", {}).get("value", ""), "name": node.get("name", {}).get("value", "")}
                          for node in nodes]}

    async def metrics(self):
        answer = await self._call("Performance.getMetrics")
        return {"metrics": {entry["name"]: entry["value"] for entry in answer["metrics"]}}


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default=shutil.which("chromium"))
    arguments = parser.parse_args()
    if not arguments.program:
        raise SystemExit("chromium is not installed; run .dev/setup chromium")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = await Browser.start(arguments.program, profile)
        try:
            await Conversation(browser).run()
        finally:
            await browser.end()


asyncio.run(main())
