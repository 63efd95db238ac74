"""Behaviours of HAP-python by which a tester loses the accessory's state, each by its name; see `apply`."""

import signal

from pyhap import tlv
from pyhap.accessory_driver import AccessoryDriver
from pyhap.const import HAP_PERMISSIONS
from pyhap.hap_handler import HAP_TLV_TAGS, HAPServerHandler
from pyhap.hap_protocol import HAPServerProtocol

ADD, REMOVE, LIST = 3, 4, 5


def pairing_method(handler):
    """The method of a request to /pairings in a session, else None."""
    if not handler.is_encrypted or handler.path.partition("?")[0] != "/pairings":
        return None
    return tlv.decode(handler.request_body)[HAP_TLV_TAGS.REQUEST_TYPE][0]


class Behaviours:
    """What is done instead of a response to a method of /pairings: `hang` or `close`."""

    def __init__(self):
        self.removal = None
        self.listing = None
        self._dispatch, self._send = HAPServerHandler.dispatch, HAPServerProtocol.send_response
        behaviours = self

        def dispatch(handler, request, body=None):
            response = behaviours._dispatch(handler, request, body)
            method = pairing_method(handler)
            response.instead = {REMOVE: behaviours.removal, LIST: behaviours.listing}.get(method)
            return response

        def send(protocol, response):
            instead = getattr(response, "instead", None)
            if instead is None:
                return behaviours._send(protocol, response)
            if instead == "close":
                protocol.close()

        HAPServerHandler.dispatch = dispatch
        HAPServerProtocol.send_response = send


def silent_removal(behaviours):
    behaviours.removal = "hang"


def closing_removal(behaviours):
    behaviours.removal = "close"
    behaviours.listing = "close"


def silent_list(behaviours):
    behaviours.listing = "hang"


def kept_pairings(behaviours):
    AccessoryDriver.unpair = lambda driver, client: None


def only_admins(behaviours):
    pair = AccessoryDriver.pair
    AccessoryDriver.pair = lambda driver, name, key, permissions: pair(driver, name, key, HAP_PERMISSIONS.ADMIN)


def four_connections(behaviours):
    made = HAPServerProtocol.connection_made

    def connection_made(protocol, transport):
        made(protocol, transport)
        if len(protocol.connections) > 4:
            protocol.close()

    HAPServerProtocol.connection_made = connection_made


ALL = {
    one.__name__.replace("_", "-"): one
    for one in (silent_removal, closing_removal, silent_list, kept_pairings, only_admins, four_connections)
}


def apply(name, driver, loop):
    """Makes HAP-python behave like this. SIGUSR1 resets it, as a button at a real accessory would."""
    ALL[name](Behaviours())

    def press_button():
        for client in list(driver.state.paired_clients):
            if client in driver.state.paired_clients:  # removing the last admin removes the others
                driver.state.remove_paired_client(client)
        for connection in list(driver.http_server.connections.values()):
            connection.close()

    loop.add_signal_handler(signal.SIGUSR1, press_button)
