#!/usr/bin/env python3
"""HAP-python as an accessory on 127.0.0.1, without mDNS unless it is asked to advertise itself.

    ASSAY_PEER_SETUP_CODE=XXX-XX-XXX happy_accessory.py [--kind bridge|light|camera] [--port 0] [--state FOLDER] [--advertise]
        [--strands BEHAVIOUR] [--debug]

light: one accessory, a Lightbulb (On, Brightness, Hue, Saturation) and a TemperatureSensor.
camera: two streams of a HAP-python Camera, with SRTP. It sends no media, and a snapshot is a gray picture.
bridge: aid 1 the bridge, aid 2 that light, aid 3 a Thermostat and a StatelessProgrammableSwitch.

The ready line gives `port`, `device-id` and `payload`, the setup payload. Commands (conversation.py says how they are sent):

    set {characteristic, value}   changes a value on the accessory: on, brightness, hue, saturation, temperature, press
    get {characteristic}          {"value": ...}
    database                      {"accessories": [...]}
    pairings                      {"pairings": [{"id", "admin"}]}
    connections                   {"connections": N}
    answer {path, body, status}   from now on, inside a session, `path` is answered with these bytes (hex); no body: as usual
           {path, message}        … with these bytes (hex) in place of a whole HTTP message
           {…, times}             … repeated so often
    reset                         forgets all pairings, closes all connections
"""

import argparse
import asyncio
import logging
import os
import tempfile
from dataclasses import dataclass
from http import HTTPStatus

import strandings
from conversation import Conversation, Refused, setup_code
from pyhap import camera
from pyhap.accessory import Accessory, Bridge
from pyhap.accessory_driver import AccessoryDriver
from pyhap.const import CATEGORY_LIGHTBULB, CATEGORY_THERMOSTAT
from pyhap.hap_handler import HAPServerHandler
from pyhap.hap_protocol import HAPServerProtocol
from zeroconf import IPVersion
from zeroconf.asyncio import AsyncZeroconf

DEVICE_ID = "A1:B2:C3:D4:E5:01"


class Quiet:
    """An accessory that does not print its setup code."""

    def setup_message(self):
        pass


class Light(Quiet, Accessory):
    category = CATEGORY_LIGHTBULB

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.set_info_service("0.1.0", "Peers", "LT-1", "SN-0002")
        bulb = self.add_preload_service("Lightbulb", chars=["Name", "On", "Brightness", "Hue", "Saturation"])
        bulb.configure_char("Name", value="Lamp")
        sensor = self.add_preload_service("TemperatureSensor")
        self.controls = {
            "on": bulb.configure_char("On", value=False),
            "brightness": bulb.configure_char("Brightness", value=50),
            "hue": bulb.configure_char("Hue", value=0),
            "saturation": bulb.configure_char("Saturation", value=0),
            "temperature": sensor.configure_char("CurrentTemperature", value=21.5),
        }


class Thermostat(Quiet, Accessory):
    category = CATEGORY_THERMOSTAT

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.set_info_service("0.1.0", "Peers", "TS-1", "SN-0003")
        thermostat = self.add_preload_service("Thermostat")
        thermostat.configure_char("CurrentTemperature", value=20.0)
        thermostat.configure_char("TargetTemperature", value=21.0)
        thermostat.configure_char("CurrentHeatingCoolingState", value=0)
        thermostat.configure_char("TargetHeatingCoolingState", value=0)
        thermostat.configure_char("TemperatureDisplayUnits", value=0)
        button = self.add_preload_service("StatelessProgrammableSwitch")
        self.controls = {"press": button.configure_char("ProgrammableSwitchEvent")}


class Camera(Quiet, camera.Camera):
    SIZES = [
        (1920, 1080), (1280, 720), (640, 360), (480, 270), (320, 180),
        (1280, 960), (1024, 768), (640, 480), (480, 360), (320, 240),
    ]  # fmt: skip

    def __init__(self, *arguments, **options):
        profiles, levels = camera.VIDEO_CODEC_PARAM_PROFILE_ID_TYPES, camera.VIDEO_CODEC_PARAM_LEVEL_TYPES
        offer = {
            "video": {
                "codec": {
                    "profiles": [profiles["BASELINE"], profiles["MAIN"]],
                    "levels": [levels["TYPE3_1"]],
                },
                "resolutions": [[width, height, 30] for width, height in self.SIZES],
            },
            "audio": {"codecs": [{"type": "OPUS", "samplerate": 24}, {"type": "AAC-eld", "samplerate": 16}]},
            "srtp": True,
            "address": "127.0.0.1",
            "stream_count": 2,
        }
        super().__init__(offer, *arguments, **options)
        self.set_info_service("0.1.0", "Peers", "CM-1", "SN-0004")
        self.controls = {}

    async def start_stream(self, session_info, stream_config):
        return True

    async def stop_stream(self, session_info):
        pass

    def get_snapshot(self, image_size):
        return gray_picture(image_size["image-width"], image_size["image-height"])


def gray_picture(width, height):
    """A JPEG file with one gray: each block after the first has the code 0 for its level and 0 for its end."""

    def segment(marker, content):
        return bytes([0xFF, marker]) + (len(content) + 2).to_bytes(2, "big") + content

    frame = bytes([8]) + height.to_bytes(2, "big") + width.to_bytes(2, "big") + bytes([1, 1, 0x11, 0])
    tables = segment(0xC4, bytes([0x00, 1] + [0] * 15 + [0])) + segment(0xC4, bytes([0x10, 1] + [0] * 15 + [0]))
    blocks = ((width + 7) // 8) * ((height + 7) // 8)
    scan = bytearray((2 * blocks + 7) // 8)
    scan[-1] |= (1 << (len(scan) * 8 - 2 * blocks)) - 1
    head = b"\xff\xd8" + segment(0xDB, bytes([0] + [16] * 64)) + segment(0xC0, frame) + tables
    return head + segment(0xDA, bytes([1, 1, 0, 0, 63, 0])) + bytes(scan) + b"\xff\xd9"


class QuietBridge(Quiet, Bridge):
    pass


class NoAdvertiser:
    """Replaces the mDNS advertisement of HAP-python."""

    async def async_register_service(self, *arguments, **options):
        pass

    async def async_unregister_service(self, *arguments, **options):
        pass

    async def async_update_service(self, *arguments, **options):
        pass

    async def async_close(self):
        pass


@dataclass
class Told:
    """A response that replaces HAP-python's own; without a status it is a whole message."""

    content: bytes
    status: HTTPStatus | None


class Commands:
    def __init__(self, driver, controls):
        self._driver = driver
        self._controls = controls
        self._answers = {}
        self._answer_as_told()

    async def set(self, characteristic, value):
        self._control(characteristic).set_value(value)

    async def get(self, characteristic):
        return {"value": self._control(characteristic).get_value()}

    async def database(self):
        return self._driver.get_accessories()

    async def pairings(self):
        state = self._driver.state
        return {"pairings": [{"id": str(key).upper(), "admin": state.is_admin(key)} for key in state.paired_clients]}

    async def connections(self):
        return {"connections": len(self._driver.http_server.connections)}

    async def answer(self, path, body=None, status=200, message=None, times=1):
        if body is not None:
            self._answers[path] = Told(bytes.fromhex(body) * times, HTTPStatus(status))
        elif message is not None:
            self._answers[path] = Told(bytes.fromhex(message) * times, None)
        else:
            self._answers.pop(path, None)

    async def reset(self):
        state = self._driver.state
        for client in list(state.paired_clients):
            if client in state.paired_clients:  # removing the last admin removes the others
                self._driver.unpair(client)
        for connection in list(self._driver.http_server.connections.values()):
            connection.close()

    def _control(self, name):
        if name not in self._controls:
            raise Refused(f"no characteristic '{name}' here, only {', '.join(self._controls)}")
        return self._controls[name]

    def _answer_as_told(self):
        """Sends the given responses instead of HAP-python's own, in encrypted sessions only."""
        answers = self._answers
        dispatch, send_response = HAPServerHandler.dispatch, HAPServerProtocol.send_response

        def told(handler, request, body=None):
            response = dispatch(handler, request, body)
            path = request.target.decode().partition("?")[0]
            answer = answers.get(path) if handler.is_encrypted else None
            if answer:
                response.body, response.task = answer.content, None
                response.message = answer.content if answer.status is None else None
                status = answer.status or HTTPStatus.OK
                response.status_code, response.reason = status.value, status.phrase
            return response

        def send(protocol, response):
            message = getattr(response, "message", None)
            if message is None:
                return send_response(protocol, response)
            # HAP-python assumes that it has sent its own message, so that it accepts the next request.
            protocol.write = lambda data: None
            send_response(protocol, response)
            del protocol.write
            protocol.write(message)

        HAPServerHandler.dispatch = told
        HAPServerProtocol.send_response = send


def tell_port(driver):
    """Makes the driver advertise the port on which its server listens."""
    start = driver.http_server.async_start

    async def start_and_tell(loop):
        await start(loop)
        driver.state.port = driver.http_server.server.sockets[0].getsockname()[1]

    driver.http_server.async_start = start_and_tell


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kind", default="bridge", choices=["bridge", "light", "camera"])
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--state", help="where pairings are kept; without it they end with the process")
    parser.add_argument("--advertise", action="store_true", help="mDNS on 127.0.0.1, by zeroconf")
    parser.add_argument("--strands", choices=strandings.ALL, help="loses the state of its tester in this way")
    parser.add_argument("--debug", action="store_true")
    options = parser.parse_args()
    logging.basicConfig(level=logging.DEBUG if options.debug else logging.WARNING)

    with tempfile.TemporaryDirectory(prefix="assay-peer-") as temporary:
        driver = AccessoryDriver(
            address="127.0.0.1",
            listen_address="127.0.0.1",
            port=options.port,
            persist_file=os.path.join(options.state or temporary, "accessory.state"),
            pincode=setup_code().encode(),
            mac=DEVICE_ID,
            loop=asyncio.get_running_loop(),
            async_zeroconf_instance=(
                AsyncZeroconf(interfaces=["127.0.0.1"], ip_version=IPVersion.V4Only)
                if options.advertise
                else NoAdvertiser()
            ),
        )
        # HAP-python replaces port 0 by its own default, so the server is set again and reports its port.
        driver.http_server._addr_port = ("127.0.0.1", options.port)
        tell_port(driver)
        if options.kind == "light":
            root = Light(driver, "PyLight")
            controls = root.controls
        elif options.kind == "camera":
            root = Camera(driver, "PyCamera")
            controls = root.controls
        else:
            root = QuietBridge(driver, "PyBridge")
            root.set_info_service("0.1.0", "Peers", "BR-1", "SN-0001")
            members = [Light(driver, "PyLamp", aid=2), Thermostat(driver, "PyThermo", aid=3)]
            for member in members:
                root.add_accessory(member)
            controls = {name: control for member in members for name, control in member.controls.items()}
        driver.add_accessory(root)

        if options.strands:
            strandings.apply(options.strands, driver, asyncio.get_running_loop())
        conversation = Conversation(Commands(driver, controls))
        await driver.async_start()
        port = driver.state.port
        await conversation.run(**{"port": port, "device-id": driver.state.mac, "payload": root.xhm_uri()})
        await driver.async_stop()


if __name__ == "__main__":
    asyncio.run(main())
