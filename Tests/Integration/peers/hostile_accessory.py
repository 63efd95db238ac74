#!/usr/bin/env python3
"""A server on 127.0.0.1 that is not an accessory, with one of many behaviours. Needs only Python.

    hostile_accessory.py MANNER [--port 0]

The ready line gives `port`. The one command, `connections`, answers {"connections": N}: how many were accepted so far.
"""

import argparse
import asyncio
import os
import re
import socket
import struct

from conversation import Conversation

BLOCK = b"x" * 65536
TLV = "application/pairing+tlv8"
JSON = "application/hap+json"


def response(body, kind=JSON, status="200 OK"):
    head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


async def pour(writer, head, block=BLOCK):
    """Sends the head and then the block until the other side closes."""
    writer.write(head)
    while True:
        writer.write(block)
        await writer.drain()


def reset(writer):
    """Closes with a reset."""
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


async def a_request(reader):
    """Reads one whole request, head and body."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = re.search(rb"(?i)^content-length: *(\d+)\r$", head, re.MULTILINE)
    return head + await reader.readexactly(int(length[1]) if length else 0)


async def for_ever():
    await asyncio.Event().wait()


# Each behaviour is a function of one accepted connection.


async def silent(reader, writer):
    """accepts, reads everything, never responds"""
    while await reader.read(65536):
        pass


async def echo(reader, writer):
    """echoes the received bytes"""
    while block := await reader.read(65536):
        writer.write(block)
        await writer.drain()


async def ok(reader, writer):
    """answers 200 without a body to everything"""
    while await a_request(reader):
        writer.write(response(b""))


async def ok_json(reader, writer):
    """answers 200 with {} to everything"""
    while await a_request(reader):
        writer.write(response(b"{}"))


async def ok_state(reader, writer):
    """answers 200 with a TLV of State 2 alone to everything"""
    while await a_request(reader):
        writer.write(response(b"\x06\x01\x02", TLV))


async def no_content(reader, writer):
    """answers 204 to everything"""
    while await a_request(reader):
        writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")


async def unavailable(reader, writer):
    """tells every pair-setup that it is already paired"""
    while await a_request(reader):
        writer.write(response(b"\x06\x01\x02\x07\x01\x06", TLV))


async def garbage(reader, writer):
    """answers each block with 4 KiB of random bytes"""
    while await reader.read(65536):
        writer.write(os.urandom(4096))
        await writer.drain()


async def half_response(reader, writer):
    """sends half a response and hangs"""
    await a_request(reader)
    writer.write(response(b"\x06\x01\x02\x07\x01\x06", TLV)[:-3])
    await for_ever()


async def drip(reader, writer):
    """answers a long response, one byte a second"""
    await a_request(reader)
    for byte in response(BLOCK, TLV):
        writer.write(bytes([byte]))
        await asyncio.sleep(1)


async def endless_body(reader, writer):
    """answers with a body that never ends, in chunks"""
    await a_request(reader)
    chunk = b"%x\r\n" % len(BLOCK) + BLOCK + b"\r\n"
    await pour(writer, f"HTTP/1.1 200 OK\r\nContent-Type: {TLV}\r\nTransfer-Encoding: chunked\r\n\r\n".encode(), chunk)


async def huge_length(reader, writer):
    """announces a body of 2^63-1 bytes and begins to send it"""
    await a_request(reader)
    await pour(writer, f"HTTP/1.1 200 OK\r\nContent-Type: {TLV}\r\nContent-Length: {2**63 - 1}\r\n\r\n".encode())


async def endless_head(reader, writer):
    """answers with a head that never ends"""
    await a_request(reader)
    await pour(writer, b"HTTP/1.1 200 OK\r\n", b"X-More: 1\r\n" * 1000)


async def endless_events(reader, writer):
    """answers with events and never with a response"""
    await a_request(reader)
    event = b'EVENT/1.0 200 OK\r\nContent-Type: application/hap+json\r\nContent-Length: 22\r\n\r\n{"characteristics":[]}'
    await pour(writer, b"", event * 100)


async def bad_length(reader, writer):
    """answers with a Content-Length that is not a number"""
    await a_request(reader)
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: -12\r\n\r\n")
    await for_ever()


async def invalid_json(reader, writer):
    """answers everything with truncated JSON"""
    while await a_request(reader):
        writer.write(response(b'{"accessories": [{"aid": 1, "services": ['))


async def invalid_utf8(reader, writer):
    """answers everything with JSON whose text is not UTF-8"""
    while await a_request(reader):
        writer.write(response(b'{"accessories": "\xc3\x28\xff"}'))


async def deep_json(reader, writer):
    """answers everything with JSON nested 100,000 deep"""
    while await a_request(reader):
        writer.write(response(b"[" * 100_000 + b"]" * 100_000))


async def short_tlv(reader, writer):
    """answers everything with a TLV whose length goes beyond its end"""
    while await a_request(reader):
        writer.write(response(b"\x06\x01\x02\x03\xff\x00", TLV))


async def close_on_accept(reader, writer):
    """closes immediately"""


async def close_on_request(reader, writer):
    """closes after a request"""
    await a_request(reader)


async def reset_on_accept(reader, writer):
    """resets immediately"""
    reset(writer)


async def reset_on_request(reader, writer):
    """resets after a request"""
    await a_request(reader)
    reset(writer)


async def reset_in_response(reader, writer):
    """resets in the middle of a response"""
    await a_request(reader)
    writer.write(response(BLOCK, TLV)[:2000])
    await writer.drain()
    reset(writer)


MANNERS = {
    manner.__name__.replace("_", "-"): manner
    for manner in (
        silent, echo, ok, ok_json, ok_state, no_content, unavailable, garbage, half_response, drip, endless_body,
        huge_length, endless_head, endless_events, bad_length, invalid_json, invalid_utf8, deep_json, short_tlv,
        close_on_accept, close_on_request, reset_on_accept, reset_on_request, reset_in_response,
    )
}  # fmt: skip


class Commands:
    accepted = 0

    async def connections(self):
        return {"connections": self.accepted}


async def main():
    lines = "\n".join(f"  {name:18} {manner.__doc__}" for name, manner in MANNERS.items())
    parser = argparse.ArgumentParser(
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=f"manners:\n  {'closed':18} no process listens on the port\n{lines}",
    )
    parser.add_argument("manner", choices=["closed", *MANNERS], metavar="MANNER")
    parser.add_argument("--port", type=int, default=0)
    options = parser.parse_args()
    commands = Commands()

    async def meet(reader, writer):
        commands.accepted += 1
        try:
            await MANNERS[options.manner](reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # the other side closed, or did not send HTTP
        except asyncio.CancelledError:
            pass  # the test is over
        finally:
            writer.close()

    if options.manner == "closed":
        # Bound but not listening: the port is ours, so no other process can listen on it.
        with socket.socket() as held:
            held.bind(("127.0.0.1", options.port))
            await Conversation(commands).run(port=held.getsockname()[1])
    else:
        server = await asyncio.start_server(meet, "127.0.0.1", options.port)
        await Conversation(commands).run(port=server.sockets[0].getsockname()[1])


if __name__ == "__main__":
    asyncio.run(main())
