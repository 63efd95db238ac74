#!/usr/bin/env python3
"""aiocoap as a CoAP server and client, without HAP.

    coap_peer.py [--address ADDRESS]

The server listens at a free port of the address; `{"port"}` in the ready line names it. Its resources:

    /echo       any method; the payload reversed
    /slow       as /echo, after two seconds: a separate response
    /large      GET; 5,000 bytes, which need several blocks
    /count      POST; how often a request arrived there

Commands (conversation.py says how they are sent):

    request {port, method, path, payload, confirmable?}   a request to a server at the address; payloads are hexadecimal;
                                                          {"code": "2.04 Changed", "payload"}
"""

import argparse
import asyncio
import socket

from aiocoap import CON, NON, Code, Context, Message, resource
from conversation import Conversation

PATIENCE = 20


class Echo(resource.Resource):
    def __init__(self, delay=0):
        super().__init__()
        self._delay = delay

    async def render(self, request):
        await asyncio.sleep(self._delay)
        return Message(code=Code.CHANGED, payload=bytes(reversed(request.payload)))


class Large(resource.Resource):
    async def render_get(self, request):
        return Message(code=Code.CONTENT, payload=bytes(index % 251 for index in range(5000)))


class Count(resource.Resource):
    def __init__(self):
        super().__init__()
        self._count = 0

    async def render_post(self, request):
        self._count += 1
        return Message(code=Code.CHANGED, payload=str(self._count).encode())


class Commands:
    def __init__(self, address):
        self._host = f"[{address}]" if ":" in address else address
        self._client = None

    async def request(self, port, method, path, payload, confirmable=True):
        self._client = self._client or await Context.create_client_context()
        message = Message(
            code=getattr(Code, method),
            uri=f"coap://{self._host}:{port}{path}",
            payload=bytes.fromhex(payload),
            _mtype=CON if confirmable else NON,
        )
        async with asyncio.timeout(PATIENCE):
            response = await self._client.request(message).response
        return {"code": str(response.code), "payload": response.payload.hex()}


def free_port(address):
    with socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind((address, 0))
        return probe.getsockname()[1]


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--address", default="::1")
    options = parser.parse_args()
    site = resource.Site()
    site.add_resource(["echo"], Echo())
    site.add_resource(["slow"], Echo(delay=2))
    site.add_resource(["large"], Large())
    site.add_resource(["count"], Count())
    port = free_port(options.address)
    # Over UDP only: the port may be another program's over TCP. The context must be kept, because its end closes the port.
    server = await Context.create_server_context(site, bind=(options.address, port), transports=["udp6"])
    await Conversation(Commands(options.address)).run(port=port)
    await server.shutdown()


if __name__ == "__main__":
    asyncio.run(main())
