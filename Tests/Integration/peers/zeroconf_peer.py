#!/usr/bin/env python3
"""python-zeroconf as a responder and as a browser, on the interfaces of a private network.

    zeroconf_peer.py [--interface ADDRESS ...]

It runs only where the loopback interface is the only one. The ready line has no facts. Commands:

    register {name, port, address, txt}     advertises _hap._tcp with this TXT record; an empty address is not advertised
    update {name, port, address, txt}       announces another TXT record
    unregister {name, port, address, txt}   says goodbye
    browse {within}                         {"services": [{"name", "port", "addresses", "txt"}]}
"""

import argparse
import asyncio
import ipaddress
import socket

from conversation import Conversation, Refused
from zeroconf import IPVersion
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

TYPE = "_hap._tcp.local."


def info(name, port, address, txt):
    return AsyncServiceInfo(
        TYPE,
        f"{name}.{TYPE}",
        port=port,
        addresses=[ipaddress.ip_address(address).packed] if address else [],
        properties=txt,
        server=f"{name.replace(' ', '-')}.local.",
    )


class Commands:
    def __init__(self, zeroconf):
        self._zeroconf = zeroconf

    async def register(self, **service):
        await (await self._zeroconf.async_register_service(info(**service)))

    async def update(self, **service):
        await (await self._zeroconf.async_update_service(info(**service)))

    async def unregister(self, **service):
        await (await self._zeroconf.async_unregister_service(info(**service)))

    async def browse(self, within=2):
        names = set()
        browser = AsyncServiceBrowser(
            self._zeroconf.zeroconf, TYPE, handlers=[lambda zeroconf, service_type, name, state_change: names.add(name)]
        )
        await asyncio.sleep(within)
        await browser.async_cancel()
        services = []
        for name in sorted(names):
            service = AsyncServiceInfo(TYPE, name)
            if await service.async_request(self._zeroconf.zeroconf, 1000):
                text = {key.decode(): value.decode() for key, value in service.properties.items() if value}
                services.append(
                    {
                        "name": name.removesuffix("." + TYPE),
                        "port": service.port,
                        "addresses": service.parsed_addresses(IPVersion.All),
                        "txt": text,
                    }
                )
        return {"services": services}


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--interface", action="append", default=[])
    options = parser.parse_args()
    others = [name for _, name in socket.if_nameindex() if name != "lo"]
    if others:
        raise Refused(f"this peer runs only in a private network, and here are {', '.join(others)}")
    zeroconf = AsyncZeroconf(interfaces=options.interface or ["127.0.0.1"], ip_version=IPVersion.All)
    await Conversation(Commands(zeroconf)).run()
    await zeroconf.async_close()


if __name__ == "__main__":
    asyncio.run(main())
