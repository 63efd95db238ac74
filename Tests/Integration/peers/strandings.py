"""Behaviours of HAP-python by which a tester loses the accessory's state, each by its name; see `apply`."""

import signal

from pyhap import tlv
from pyhap.accessory_driver import AccessoryDriver
from pyhap.characteristic import Characteristic
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


def managing_users(behaviours):
    handle = HAPServerHandler.handle_pairings

    def handle_pairings(handler):
        method = pairing_method(handler)
        if method == LIST:
            return handler._handle_list_pairings()
        changes = {ADD: handler._handle_add_pairing, REMOVE: handler._handle_remove_pairing}
        if method not in changes:
            return handle(handler)
        return changes[method](tlv.decode(handler.request_body))

    HAPServerHandler.handle_pairings = handle_pairings


def forgotten_users(behaviours):
    verify, sessions = HAPServerHandler._pair_verify_two, {}

    def pair_verify_two(handler, items):
        verify(handler, items)
        client, state = handler.client_uuid, handler.state
        if client is None or state.is_admin(client):
            return
        sessions[client] = sessions.get(client, 0) + 1
        if sessions[client] % 4 == 0:
            state.remove_paired_client(client)

    HAPServerHandler._pair_verify_two = pair_verify_two


def colour_while_on(behaviours):
    update = Characteristic.client_update_value

    def client_update_value(characteristic, value, sender=None):
        if characteristic.display_name in ("Hue", "Saturation"):
            if not characteristic.service.get_characteristic("On").value:
                raise ValueError("The lamp is off.")
        return update(characteristic, value, sender)

    Characteristic.client_update_value = client_update_value


ALL = {
    one.__name__.replace("_", "-"): one
    for one in (
        silent_removal,
        closing_removal,
        silent_list,
        kept_pairings,
        only_admins,
        four_connections,
        managing_users,
        forgotten_users,
        colour_while_on,
    )
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
