#!/usr/bin/env python3
"""aiohomekit's CoAP controller as the controller of an accessory over Thread at ::1, without mDNS.

    ASSAY_PEER_SETUP_CODE=XXX-XX-XXX aiohk_thread.py

The commands are those of aiohk_controller.py that this controller has: pair, verify, accessories, read, write, subscribe,
unsubscribe, event, pairings, add-pairing, remove-pairing, identify {port}, close, measure, measure-pair-setup, closed {session}:
{"closed"} is whether the next request is answered that the session does not exist.

aiohomekit cannot add a pairing over CoAP. So `add-pairing` writes the message of another controller of aiohomekit to the
characteristic Pairings, in the way in which its CoAP controller removes and lists pairings.
"""

import asyncio
import time
import uuid

import aiohomekit.protocol
from aiohomekit.characteristic_cache import CharacteristicCacheMemory
from aiohomekit.controller.coap.connection import decode_list_pairings_response
from aiohomekit.controller.coap.controller import CoAPController
from aiohomekit.controller.coap.discovery import CoAPDiscovery
from aiohomekit.controller.coap.pairing import CoAPPairing
from aiohomekit.controller.coap.pdu import OpCode, PDUStatus
from aiohomekit.protocol.tlv import HAP_TLV, TLV
from aiohk_controller import UnambiguousSrpClient, by_name, described, milliseconds, pair_of, summary
from conversation import Conversation, Refused, setup_code
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ADDRESS = "::1"
PATIENCE = 30


class Session(CoAPPairing):
    """A session that keeps the events that it received."""

    def __init__(self, controller, pairing):
        super().__init__(controller, dict(pairing))
        self.events = asyncio.Queue()

    def event_received(self, event):
        self.events.put_nowait([{"aid": aid, "iid": iid, **entry} for (aid, iid), entry in event.items()])


class Commands:
    def __init__(self):
        self._controller = CoAPController(char_cache=CharacteristicCacheMemory(), zeroconf_instance=None)
        self._pairings = {}
        self._sessions = {}

    async def pair(self, controller, port, code=None):
        aiohomekit.protocol.SrpClient = UnambiguousSrpClient
        async with asyncio.timeout(PATIENCE):
            finish = await self._discovery(port).async_start_pairing("accessory")
            pairing = (await finish(code or setup_code())).pairing_data
        self._pairings[controller] = pairing
        return {"accessory": pairing["AccessoryPairingID"]}

    async def verify(self, session, controller):
        if controller not in self._pairings:
            raise Refused(f"controller '{controller}' has no pairing")
        self._sessions[session] = await self._listed(self._pairings[controller])

    async def close(self, session):
        await end(self._sessions.pop(session))

    async def accessories(self, session):
        async with asyncio.timeout(PATIENCE):
            return {"accessories": await self._sessions[session].list_accessories_and_characteristics()}

    async def read(self, session, ids):
        async with asyncio.timeout(PATIENCE):
            return {"read": by_name(await self._sessions[session].get_characteristics([pair_of(name) for name in ids]))}

    async def write(self, session, values):
        entries = [(*pair_of(name), value) for name, value in values.items()]
        async with asyncio.timeout(PATIENCE):
            return {"failed": by_name(await self._sessions[session].put_characteristics(entries))}

    async def subscribe(self, session, ids):
        async with asyncio.timeout(PATIENCE):
            return {"failed": by_name(await self._sessions[session].subscribe([pair_of(name) for name in ids]))}

    async def unsubscribe(self, session, ids):
        async with asyncio.timeout(PATIENCE):
            return {"failed": by_name(await self._sessions[session].unsubscribe([pair_of(name) for name in ids]))}

    async def event(self, session, within):
        try:
            return {"characteristics": await asyncio.wait_for(self._sessions[session].events.get(), within)}
        except asyncio.TimeoutError:
            return {"characteristics": None}

    async def pairings(self, session):
        async with asyncio.timeout(PATIENCE):
            listed = await self._sessions[session].list_pairings()
        return {"pairings": [{"id": one["pairingId"], "admin": one["permissions"] == 1} for one in listed]}

    async def add_pairing(self, session, controller, admin):
        through = self._sessions[session]
        key = Ed25519PrivateKey.generate()
        invented = dict(through.pairing_data)
        invented["iOSPairingId"] = str(uuid.uuid4())
        invented["iOSDeviceLTSK"] = key.private_bytes_raw().hex()
        invented["iOSDeviceLTPK"] = key.public_key().public_bytes_raw().hex()
        message = TLV.encode_list(
            [
                (TLV.kTLVType_State, TLV.M1),
                (TLV.kTLVType_Method, TLV.AddPairing),
                (TLV.kTLVType_Identifier, invented["iOSPairingId"].encode()),
                (TLV.kTLVType_PublicKey, bytes.fromhex(invented["iOSDeviceLTPK"])),
                (TLV.kTLVType_Permissions, b"\x01" if admin else b"\x00"),
            ]
        )
        connection = through.connection
        characteristic = connection.info.accessories[0].find_service_characteristic_by_type(0x55, 0x50)
        payload = TLV.encode_list([(HAP_TLV.kTLVHAPParamValue, message)])
        async with asyncio.timeout(PATIENCE):
            _, written = await connection.enc_ctx.post(OpCode.CHAR_WRITE, characteristic.instance_id, payload)
            _, read = await connection.enc_ctx.post(OpCode.CHAR_READ, characteristic.instance_id, b"")
        if isinstance(written, PDUStatus) or isinstance(read, PDUStatus):
            raise Refused(f"the pairing was not added: {written}, {read}")
        answer = dict(decode_list_pairings_response(read))
        if TLV.kTLVType_Error in answer:
            raise Refused(f"the pairing was not added: error {answer[TLV.kTLVType_Error].hex()}")
        self._pairings[controller] = invented
        return {"id": invented["iOSPairingId"]}

    async def remove_pairing(self, session, controller):
        async with asyncio.timeout(PATIENCE):
            # Not the pairing's method, which also closes the session if the pairing is its own.
            await self._sessions[session].connection.remove_pairing(self._pairings[controller]["iOSPairingId"])

    async def identify(self, port):
        async with asyncio.timeout(PATIENCE):
            return {"identified": await self._discovery(port).async_identify()}

    async def closed(self, session):
        context = self._sessions[session].connection.enc_ctx
        async with asyncio.timeout(PATIENCE):
            try:
                await context.post(OpCode.SERV_SIG_READ, 1, b"")
            except Exception:
                pass
        # aiohomekit shuts the context down when it is answered 4.04.
        return {"closed": context.coap_ctx is None}

    async def measure(self, controller, characteristic, verifies, reads):
        pairing = self._pairings[controller]
        verify = []
        for _ in range(verifies):
            session = Session(self._controller, pairing)
            began = time.perf_counter()
            async with asyncio.timeout(PATIENCE):
                # Not `_ensure_connected`, which also reads the database.
                await session.connection.do_pair_verify(pairing)
            verify.append(milliseconds(time.perf_counter() - began))
            await end(session)
        session = await self._listed(pairing)
        wanted = {pair_of(characteristic)}
        read = []
        began, worked = time.perf_counter(), time.process_time()
        for _ in range(reads):
            one = time.perf_counter()
            await session.get_characteristics(wanted)
            read.append(milliseconds(time.perf_counter() - one))
        elapsed, worked = time.perf_counter() - began, time.process_time() - worked
        await end(session)
        rates = {"per-second": round(reads / elapsed), "processor": milliseconds(worked / reads)}
        return {"verify": summary(verify), "read": {**summary(read), **rates}}

    async def measure_pair_setup(self, port, times):
        aiohomekit.protocol.SrpClient = UnambiguousSrpClient
        taken = []
        for _ in range(times):
            async with asyncio.timeout(PATIENCE):
                began = time.perf_counter()
                finish = await self._discovery(port).async_start_pairing("accessory")
                pairing = (await finish(setup_code())).pairing_data
                taken.append(milliseconds(time.perf_counter() - began))
            session = await self._listed(pairing)
            await session.connection.remove_pairing(pairing["iOSPairingId"])
            await end(session)
        return {"total": summary(taken)}

    async def _listed(self, pairing):
        """A session whose database is known: the controller looks there for permissions when it writes."""
        session = Session(self._controller, pairing)
        async with asyncio.timeout(PATIENCE):
            await session._ensure_connected()
            await session.list_accessories_and_characteristics()
        return session

    def _discovery(self, port):
        return CoAPDiscovery(self._controller, described(ADDRESS, port, "_hap._udp.local."))


async def end(session):
    """Ends a session: aiohomekit's own `close` leaves its port open."""
    context = session.connection.enc_ctx
    if context.coap_ctx:
        await context.coap_ctx.shutdown()
        context.coap_ctx = None


async def main():
    await Conversation(Commands()).run()


if __name__ == "__main__":
    asyncio.run(main())
