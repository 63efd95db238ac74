#!/usr/bin/env python3
"""aiohomekit as the controller of an accessory on 127.0.0.1, without mDNS.

    ASSAY_PEER_SETUP_CODE=XXX-XX-XXX aiohk_controller.py [--debug]

Controllers (long-term keys) and sessions (encrypted connections) have names that the test chooses; keys live only in
this process. Characteristics are named "AID.IID". Times are in milliseconds. Commands (conversation.py says how they
are sent):

    pair {controller, port, code?, ambiguous?}     pair-setup; {"accessory", "restarts", "start", "finish", "total"}
    verify {session, controller, port?}            connects, pair-verify; {"time"}
    accessories {session}                          {"accessories": [...]}
    read {session, ids}                            {"read": {"1.9": {"value": true}, "1.99": {"status": -70409, ...}}}
    write {session, values}                        {"failed": {"1.9": {"status": ...}}}; empty if all is well
    subscribe, unsubscribe {session, ids}          {"failed": ...} in the same way
    event {session, within}                        the next event: {"at", "characteristics": [{"aid", "iid", "value"}]}, or
                                                   {"at": null} if none came within so many seconds
    pairings {session}                             {"pairings": [{"id", "admin", "public-key"}]}
    add-pairing {session, controller, admin}       invents that controller and adds it; {"id"}
    remove-pairing {session, controller}
    identify {session} or {port}                   paired, or unpaired
    request {session, method, target, body?}       any request inside the session; {"status", "body"}
    closed {session, within}                       {"closed": true} once the accessory has closed the connection
    close {session}
    measure {controller, characteristic, verifies, reads}
                                                   {"verify": {...}, "read": {..., "per-second", "processor"}}
    measure-pair-setup {port, times}               pairs and removes; {"start": {...}, "finish": {...}, "total": {...}}

aiohomekit treats leading zero bytes of A, B, S in its own way (about one pairing in 80 fails against accessories that
follow Apple's reference). So `pair` draws its key again, or starts again, until there are none; `ambiguous` leaves that out.
"""

import argparse
import asyncio
import logging
import statistics
import time
import uuid

import aiohomekit.protocol
from aiohomekit import hkjson
from aiohomekit.characteristic_cache import CharacteristicCacheMemory
from aiohomekit.controller.ip.controller import IpController
from aiohomekit.controller.ip.discovery import IpDiscovery
from aiohomekit.controller.ip.pairing import IpPairing
from aiohomekit.exceptions import BusyError, HttpErrorResponse
from aiohomekit.model.categories import Categories
from aiohomekit.model.feature_flags import FeatureFlags
from aiohomekit.model.status_flags import StatusFlags
from aiohomekit.zeroconf import HomeKitService
from conversation import Conversation, Refused, setup_code
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ADDRESS = "127.0.0.1"
# The default timeout of a command.
PATIENCE = 20
ADMIN = 1


def described(address, port, kind):
    """An accessory of this service type, as multicast DNS would describe it."""
    return HomeKitService(
        name="accessory",
        id="00:00:00:00:00:00",
        model="",
        feature_flags=FeatureFlags(0),
        status_flags=StatusFlags.UNPAIRED,
        config_num=1,
        state_num=1,
        category=Categories.OTHER,
        protocol_version="1.1",
        type=kind,
        address=address,
        addresses=[address],
        port=port,
    )


class UnambiguousSrpClient(aiohomekit.protocol.SrpClient):
    """Draws its private key until neither A nor S nor K starts with a zero byte, which implementations treat differently."""

    def set_server_public_key(self, B_b):
        super().set_server_public_key(B_b)
        while True:
            secret = self.get_shared_secret_bytes()
            self._session_key = self.digest(secret)
            if self.A_b[0] and secret[0] and self._session_key[0]:
                return
            fresh = type(self)(self.username, self.password)
            self.a, self.A, self.A_b = fresh.a, fresh.A, fresh.A_b


PLAIN_SRP_CLIENT = aiohomekit.protocol.SrpClient


class Session(IpPairing):
    """One encrypted connection, which is never reopened, and keeps the events that it received."""

    def __init__(self, controller, pairing):
        super().__init__(controller, dict(pairing))
        self.events = asyncio.Queue()
        self.closed = asyncio.Event()
        self._connection_lost = self.connection._connection_lost
        self.connection._connection_lost = self._stay_closed

    async def open(self):
        # Not `_ensure_connected`, which retries forever.
        await self.connection._connect_once()

    def event_received(self, event):
        self.events.put_nowait({"at": milliseconds(time.monotonic()), "characteristics": event["characteristics"]})

    def _stay_closed(self, exception):
        self.connection.closing = True
        self._connection_lost(exception)
        self.closed.set()


class Commands:
    def __init__(self):
        self._controller = IpController(char_cache=CharacteristicCacheMemory(), zeroconf_instance=None)
        self._pairings = {}
        self._sessions = {}

    async def pair(self, controller, port, code=None, ambiguous=False):
        aiohomekit.protocol.SrpClient = PLAIN_SRP_CLIENT if ambiguous else UnambiguousSrpClient
        async with asyncio.timeout(PATIENCE):
            pairing, times = await self._pair(port, code or setup_code(), ambiguous)
        self._pairings[controller] = pairing
        return {"accessory": pairing["AccessoryPairingID"], "id": pairing["iOSPairingId"], **times}

    async def verify(self, session, controller, port=None):
        if controller not in self._pairings:
            raise Refused(f"controller '{controller}' has no pairing")
        pairing = dict(self._pairings[controller])
        pairing["AccessoryPort"] = port or pairing["AccessoryPort"]
        opened, took = await self._open(pairing)
        self._sessions[session] = opened
        return {"time": took}

    async def accessories(self, session):
        async with asyncio.timeout(PATIENCE):
            return {"accessories": await self._session(session).list_accessories_and_characteristics()}

    async def read(self, session, ids):
        async with asyncio.timeout(PATIENCE):
            return {"read": by_name(await self._session(session).get_characteristics([pair_of(name) for name in ids]))}

    async def write(self, session, values):
        entries = [(*pair_of(name), value) for name, value in values.items()]
        async with asyncio.timeout(PATIENCE):
            return {"failed": by_name(await self._session(session).put_characteristics(entries))}

    async def subscribe(self, session, ids):
        async with asyncio.timeout(PATIENCE):
            return {"failed": by_name(await self._session(session).subscribe([pair_of(name) for name in ids]))}

    async def unsubscribe(self, session, ids):
        async with asyncio.timeout(PATIENCE):
            return {"failed": by_name(await self._session(session).unsubscribe([pair_of(name) for name in ids]))}

    async def event(self, session, within):
        try:
            return await asyncio.wait_for(self._known(session).events.get(), within)
        except asyncio.TimeoutError:
            return {"at": None}

    async def pairings(self, session):
        async with asyncio.timeout(PATIENCE):
            listed = await self._session(session).list_pairings()
        return {
            "pairings": [
                {"id": one["pairingId"], "admin": one["permissions"] == ADMIN, "public-key": one["publicKey"]}
                for one in listed
            ]
        }

    async def add_pairing(self, session, controller, admin):
        through = self._session(session)
        key = Ed25519PrivateKey.generate()
        invented = dict(through.pairing_data)
        invented["iOSPairingId"] = str(uuid.uuid4())
        invented["iOSDeviceLTSK"] = key.private_bytes_raw().hex()
        invented["iOSDeviceLTPK"] = key.public_key().public_bytes_raw().hex()
        async with asyncio.timeout(PATIENCE):
            await through.add_pairing(
                invented["iOSPairingId"], invented["iOSDeviceLTPK"], "Admin" if admin else "User"
            )
        self._pairings[controller] = invented
        return {"id": invented["iOSPairingId"]}

    async def remove_pairing(self, session, controller):
        if controller not in self._pairings:
            raise Refused(f"controller '{controller}' has no pairing")
        async with asyncio.timeout(PATIENCE):
            await self._session(session).remove_pairing(self._pairings[controller]["iOSPairingId"])

    async def identify(self, session=None, port=None):
        async with asyncio.timeout(PATIENCE):
            if session is not None:
                return {"identified": await self._session(session).identify()}
            discovery = self._discovery(port)
            try:
                await discovery.connection._connect_once()
                return {"identified": await discovery.async_identify()}
            finally:
                await discovery.close()

    async def request(self, session, method, target, body=None):
        connection = self._session(session).connection
        content = None if body is None else hkjson.dump_bytes(body)
        headers = []
        if content is not None:
            headers = [("Content-Length", len(content)), ("Content-Type", "application/hap+json")]
        async with asyncio.timeout(PATIENCE):
            try:
                response = await connection.request(method=method, target=target, headers=headers, body=content)
            except HttpErrorResponse as refusal:
                response = refusal.response
        return {"status": response.code, "body": hkjson.loads(response.body) if response.body else None}

    async def closed(self, session, within):
        try:
            await asyncio.wait_for(self._known(session).closed.wait(), within)
            return {"closed": True}
        except asyncio.TimeoutError:
            return {"closed": False}

    async def close(self, session):
        await self._known(session).close()
        del self._sessions[session]

    async def measure(self, controller, characteristic, verifies, reads):
        verify = []
        for _ in range(verifies):
            session, took = await self._open(self._pairings[controller])
            verify.append(took)
            await session.close()
        session, _ = await self._open(self._pairings[controller])
        await session.list_accessories_and_characteristics()
        wanted = {pair_of(characteristic)}
        read = []
        began, worked = time.perf_counter(), time.process_time()
        for _ in range(reads):
            one = time.perf_counter()
            await session.get_characteristics(wanted)
            read.append(milliseconds(time.perf_counter() - one))
        elapsed, worked = time.perf_counter() - began, time.process_time() - worked
        await session.close()
        rates = {"per-second": round(reads / elapsed), "processor": milliseconds(worked / reads)}
        return {"verify": summary(verify), "read": {**summary(read), **rates}}

    async def measure_pair_setup(self, port, times):
        aiohomekit.protocol.SrpClient = UnambiguousSrpClient
        taken = []
        for _ in range(times):
            pairing, took = await self._pair(port, setup_code(), ambiguous=False)
            taken.append(took)
            session, _ = await self._open(pairing)
            await session.remove_pairing(pairing["iOSPairingId"])
            await session.close()
        return {part: summary([took[part] for took in taken]) for part in ("start", "finish", "total")}

    async def _pair(self, port, code, ambiguous):
        restarts = 0
        while True:
            discovery = self._discovery(port)
            try:
                await discovery.connection._connect_once()
                began = time.perf_counter()
                finish = await discovery.async_start_pairing("accessory")
                started = time.perf_counter()
                if starts_with_zero(finish) and not ambiguous:
                    restarts += 1
                    continue
                pairing = (await finish(code)).pairing_data
                ended = time.perf_counter()
            except BusyError:
                # The accessory has not yet seen the end of the connection that the restart closed.
                if restarts == 0:
                    raise
                continue
            finally:
                await discovery.close()
            return pairing, {
                "restarts": restarts,
                "start": milliseconds(started - began),
                "finish": milliseconds(ended - started),
                "total": milliseconds(ended - began),
            }

    async def _open(self, pairing):
        session = Session(self._controller, pairing)
        began = time.perf_counter()
        try:
            async with asyncio.timeout(PATIENCE):
                await session.open()
        except BaseException:
            await session.close()
            raise
        return session, milliseconds(time.perf_counter() - began)

    def _discovery(self, port):
        return IpDiscovery(self._controller, described(ADDRESS, port, "_hap._tcp.local."))

    def _known(self, name):
        if name not in self._sessions:
            raise Refused(f"no session '{name}'")
        return self._sessions[name]

    def _session(self, name):
        session = self._known(name)
        if session.closed.is_set():
            raise Refused(f"session '{name}' was closed by the accessory")
        return session


def starts_with_zero(finish):
    """Whether B, which aiohomekit keeps in the closure of its second half, lacks its full 384 bytes."""
    kept = dict(zip(finish.__code__.co_freevars, (cell.cell_contents for cell in finish.__closure__)))
    return len(bytes(kept["pub_key"]).lstrip(b"\0")) < 384


def pair_of(name):
    aid, iid = name.split(".")
    return int(aid), int(iid)


def by_name(entries):
    return {f"{aid}.{iid}": entry for (aid, iid), entry in (entries or {}).items()}


def milliseconds(seconds):
    return round(seconds * 1000, 3)


def summary(values):
    ordered = sorted(values)
    if not ordered:
        return {"count": 0}
    return {
        "count": len(ordered),
        "median": round(statistics.median(ordered), 3),
        "p95": ordered[int(0.95 * (len(ordered) - 1))],
        "p99": ordered[int(0.99 * (len(ordered) - 1))],
        "min": ordered[0],
        "max": ordered[-1],
    }


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--debug", action="store_true")
    options = parser.parse_args()
    logging.basicConfig(level=logging.DEBUG if options.debug else logging.WARNING)
    await Conversation(Commands()).run()


if __name__ == "__main__":
    asyncio.run(main())
