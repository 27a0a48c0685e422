#if GTK
import CGTK
import Foundation
import Glibc
import TestSupport

/// A private D-Bus session with an accessibility bus. Through this bus, a test reads the widgets of
/// other programs as a screen reader does.
///
/// Each call blocks the thread until the other process answers. A test must not call its own
/// process, which cannot answer while its thread is blocked.
@MainActor
public final class AccessibilityBus {
  /// An accessible object of a program, such as the object that describes a widget to screen
  /// readers.
  public struct Object: Hashable, Sendable {
    let program: String
    let path: String
  }

  /// The D-Bus address of the session bus. Tests pass it to programs in their environment.
  public let sessionAddress: String
  private let daemon: pid_t
  /// The directory for the socket of the accessibility bus, so that it differs from the socket of
  /// the desktop.
  private let directory: TemporaryDirectory
  private let connection: OpaquePointer
  /// The connection to the session bus.
  private let session: OpaquePointer
  private static let registry = Object(
    program: "org.a11y.atspi.Registry",
    path: "/org/a11y/atspi/accessible/root"
  )

  /// Starts a session bus, which starts the accessibility bus.
  public init() throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw TestDisplayError.system(errno) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 3)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // `setpriv --pdeathsig` ends the daemon with this process, even if this process crashes.
    let words = [
      "setpriv", "--pdeathsig", "KILL", "dbus-daemon", "--session", "--nofork", "--nopidfile",
      "--print-address=3",
    ]
    directory = try TemporaryDirectory()
    daemon = try ChildProcess.start(
      words,
      &actions,
      changes: ["XDG_RUNTIME_DIR": directory.path]
    )
    close(ends[1])
    sessionAddress = TestDisplay.line(from: ends[0])
    close(ends[0])
    guard !sessionAddress.isEmpty else { throw TestDisplayError.noProgram("dbus-daemon") }
    session = try Self.connect(to: sessionAddress)
    let bus = Object(program: "org.a11y.Bus", path: "/org/a11y/bus")
    let answer = try Self.call(session, bus, "org.a11y.Bus.GetAddress", "()")
    connection = try Self.connect(to: answer.child(0).text)
  }

  isolated deinit {
    g_object_unref(UnsafeMutableRawPointer(connection))
    g_object_unref(UnsafeMutableRawPointer(session))
    kill(daemon, SIGKILL)
    _ = ChildProcess.wait(for: daemon)
  }

  /// The root objects of the programs that have registered with the accessibility bus.
  public func programs() throws -> [Object] { try children(of: Self.registry) }

  /// Returns the object and all objects below it, each object before its children.
  public func descendants(of object: Object) throws -> [Object] {
    [object] + (try children(of: object).flatMap(descendants))
  }

  /// Asks the app with an identifier to open texts as links, as any program of the user can.
  public func open(_ texts: [String], identifier: String) throws {
    let list = texts.map { "'\($0)'" }.joined(separator: ", ")
    let path = "/" + identifier.replacing(".", with: "/")
    let app = Object(program: identifier, path: path)
    let arguments = "(@as [\(list)], @a{sv} {})"
    _ = try Self.call(session, app, "org.freedesktop.Application.Open", arguments)
  }

  /// Returns the accessible name of the object, which a screen reader reads aloud.
  public func name(of object: Object) throws -> String {
    let arguments = "('org.a11y.atspi.Accessible', 'Name')"
    let answer = try call(object, "org.freedesktop.DBus.Properties.Get", arguments)
    return answer.child(0).child(0).text
  }

  /// Returns GTK's name of the object's role, such as `button`.
  public func role(of object: Object) throws -> String {
    try call(object, "org.a11y.atspi.Accessible.GetRoleName", "()").child(0).text
  }

  /// Performs the first action of an object, such as the click of a button.
  public func act(on object: Object) throws {
    _ = try call(object, "org.a11y.atspi.Action.DoAction", "(0,)")
  }

  /// Replaces the text of a field, as a screen reader or a dictation program does.
  public func setText(_ text: String, of object: Object) throws {
    let quoted = text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
    _ = try call(object, "org.a11y.atspi.EditableText.SetTextContents", "('\(quoted)',)")
  }

  /// Returns the middle of an object on the screen. Each window is at the top left of the screen,
  /// because the display has no window manager.
  public func middle(of object: Object) throws -> (x: Int, y: Int) {
    // The places of GTK 4.8 are relative to the window (1).
    let extents = try call(object, "org.a11y.atspi.Component.GetExtents", "(@u 1,)").child(0)
    func number(_ index: Int) -> Int { extents.child(index).number }
    return (number(0) + number(2) / 2, number(1) + number(3) / 2)
  }

  /// Returns the text of a field.
  public func text(of object: Object) throws -> String {
    // GTK 4.8 returns text only for an explicit end.
    let end = try call(
      object,
      "org.freedesktop.DBus.Properties.Get",
      "('org.a11y.atspi.Text', 'CharacterCount')"
    )
    let count = end.child(0).child(0).number
    return try call(object, "org.a11y.atspi.Text.GetText", "(0, \(count))").child(0).text
  }

  private func children(of object: Object) throws -> [Object] {
    let list = try call(object, "org.a11y.atspi.Accessible.GetChildren", "()").child(0)
    return (0..<list.count).map { index in
      let child = list.child(index)
      return Object(program: child.child(0).text, path: child.child(1).text)
    }
  }

  private func call(
    _ object: Object,
    _ method: String,
    _ arguments: String
  ) throws -> BusValue {
    try Self.call(connection, object, method, arguments)
  }

  private static func connect(to address: String) throws -> OpaquePointer {
    var flags = G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
    flags |= G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue
    var error: UnsafeMutablePointer<GError>?
    let connection = g_dbus_connection_new_for_address_sync(
      address,
      GDBusConnectionFlags(rawValue: flags),
      nil,
      nil,
      &error
    )
    guard let connection else { throw BusError(taking: error) }
    return connection
  }

  /// Calls a method of D-Bus. `method` is the name of the interface, a dot and the name of the
  /// method. `arguments` is in the text format of `GVariant`, such as `('a', 1)`.
  private static func call(
    _ connection: OpaquePointer,
    _ object: Object,
    _ method: String,
    _ arguments: String
  ) throws -> BusValue {
    let dot = method.lastIndex(of: ".") ?? method.startIndex
    var error: UnsafeMutablePointer<GError>?
    let answer = g_dbus_connection_call_sync(
      connection,
      object.program,
      object.path,
      String(method[..<dot]),
      String(method[method.index(after: dot)...]),
      g_variant_parse(nil, arguments, nil, nil, nil),
      nil,
      GDBusCallFlags(rawValue: 0),
      Int32(TestDeadline.seconds * 1_000),
      nil,
      &error
    )
    guard let answer else { throw BusError(taking: error) }
    return BusValue(answer)
  }
}

/// The error of a D-Bus call, with the message of D-Bus.
public struct BusError: Error {
  public let message: String

  init(taking error: UnsafeMutablePointer<GError>?) {
    message = error.map { String(cString: $0.pointee.message) } ?? "no message"
    g_error_free(error)
  }
}

/// A value in the answer to a D-Bus call. It owns a reference to a `GVariant`.
private final class BusValue {
  private let variant: OpaquePointer

  /// Takes over the caller's reference to `variant`.
  init(_ variant: OpaquePointer) { self.variant = variant }

  deinit { g_variant_unref(variant) }

  var count: Int { Int(g_variant_n_children(variant)) }
  var text: String { String(cString: g_variant_get_string(variant, nil)) }
  var number: Int { Int(g_variant_get_int32(variant)) }

  func child(_ index: Int) -> BusValue {
    BusValue(g_variant_get_child_value(variant, gsize(index)))
  }
}

#endif
