"""Reads and uses the windows of a program as a screen reader does, by AT-SPI over D-Bus."""

from gi.repository import Gio, GLib

CONTROLS = {"button", "text box", "search box", "checkbox", "combo box", "progress bar", "image",
            "toggle button", "text", "entry"}
VISIBLE_ROWS = 24
# The number of the state in the set of states of AT-SPI.
SENSITIVE = 24


class Gone(Exception):
    """The object has disappeared, or the program has ended."""


class Node:
    """An accessible object, which describes a widget."""

    def __init__(self, bus, owner, path):
        self.bus, self.owner, self.path = bus, owner, path

    def call(self, interface, method, arguments=None):
        try:
            return self.bus.call_sync(
                self.owner, self.path, "org.a11y.atspi." + interface, method, arguments, None,
                Gio.DBusCallFlags.NONE, 5_000, None).unpack()
        except GLib.Error as error:
            raise Gone(error.message) from error

    def read(self, interface, name):
        try:
            return self.bus.call_sync(
                self.owner, self.path, "org.freedesktop.DBus.Properties", "Get",
                GLib.Variant("(ss)", ("org.a11y.atspi." + interface, name)), None,
                Gio.DBusCallFlags.NONE, 5_000, None).unpack()[0]
        except GLib.Error as error:
            raise Gone(error.message) from error

    @property
    def children(self):
        return [Node(self.bus, owner, path)
                for owner, path in self.call("Accessible", "GetChildren")[0]]

    @property
    def name(self):
        return self.read("Accessible", "Name")

    @property
    def description(self):
        return self.read("Accessible", "Description")

    @property
    def role(self):
        return self.call("Accessible", "GetRoleName")[0]

    def has_state(self, number):
        low, high = self.call("Accessible", "GetState")[0]
        return bool((low | high << 32) >> number & 1)

    @property
    def is_enabled(self):
        return self.has_state(SENSITIVE)

    @property
    def text(self):
        # GTK 4.8 returns text only for an explicit end.
        count = self.read("Text", "CharacterCount")
        return self.call("Text", "GetText", GLib.Variant("(ii)", (0, count)))[0]

    @text.setter
    def text(self, new):
        self.call("EditableText", "SetTextContents", GLib.Variant("(s)", (new,)))

    def press(self):
        self.call("Action", "DoAction", GLib.Variant("(i)", (0,)))

    @property
    def frame(self):
        """The place in the window: x, y, width and height."""
        # The places of GTK 4.8 are relative to the window (1).
        return self.call("Component", "GetExtents", GLib.Variant("(u)", (1,)))[0]

    def descendants(self):
        yield self
        try:
            # GTK keeps some hundred rows around the visible ones of a table.
            children = self.children[:VISIBLE_ROWS]
        except Gone:
            # The rows of a table are replaced during an import.
            return
        for child in children:
            yield from child.descendants()


class Reader:
    """The accessibility bus of the session."""

    def __init__(self):
        session = Gio.bus_get_sync(Gio.BusType.SESSION, None)
        address = session.call_sync(
            "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None,
            Gio.DBusCallFlags.NONE, 10_000, None).unpack()[0]
        flags = (Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
                 | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION)
        self.bus = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)
        self.registry = Node(self.bus, "org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")

    def windows(self):
        """The windows of all programs that a screen reader sees."""
        found = []
        for program in self.registry.children:
            try:
                found += program.children
            except Gone:
                # The registry keeps a killed program for a while.
                continue
        return found

    def nodes(self):
        """All objects, in the order of the screen. Objects that disappear meanwhile are left out."""
        for window in self.windows():
            try:
                yield from window.descendants()
            except Gone:
                continue
