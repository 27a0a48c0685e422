#if GTK
import GTKTestSupport
import StateGraphGTK
import TestSupport
import Testing

/// The example as a process: for people who do not see its window, and without a display.
@MainActor
@Suite(.windows, .timeLimit(.minutes(3)))
struct ExampleTests {
  @Test func `without a display the example ends with the exit code 69`() async throws {
    let process = try ExampleProcess(environment: [
      "DISPLAY": nil, "WAYLAND_DISPLAY": nil, "XDG_RUNTIME_DIR": nil, "GDK_BACKEND": nil,
    ])
    #expect(await process.exitCode() == 69)
  }

  @Test func `each control of the example has a name and a role, and actions press it`()
    async throws
  {
    let bus = try AccessibilityBus()
    let process = try ExampleProcess(environment: [
      "GTK_A11Y": "atspi", "DBUS_SESSION_BUS_ADDRESS": bus.sessionAddress,
    ])
    defer { process.end() }
    let reader = ScreenReader(bus: bus)
    try await reader.wait(for: ["button A machine in a view", "label Count: 0"])
    try await reader.press("Increment", until: ["label Count: 1"])
    try await reader.press("Done", until: ["label Finished"])
    try await reader.press("One machine, two pages", until: ["button Edit Counter"])
    try await reader.press("Edit Counter", until: ["button Back", "label Edit Counter"])
    try await reader.press("A view state", until: ["text box Title", "checkbox Loud"])
    try await reader.press("An account", until: ["button Log in", "button Register"])
    try await reader.press("Log in", until: ["text box Name", "button I forgot my password"])
    try await reader.press("I forgot my password", until: ["text box Address"])
    try await reader.press("A machine in a view", until: ["label Count: 0"])
    #expect(reader.nameless.isEmpty)
    let program = try #require(try bus.programs().first)
    #expect(try bus.name(of: program) == "counter")
  }
}

/// Reads the window of the example as a screen reader does.
@MainActor
private final class ScreenReader {
  private let bus: AccessibilityBus
  /// The controls without a name that it has met, with their roles.
  private(set) var nameless: Set<String> = []
  /// Ends a wait that would never end.
  private static let timeout = Duration.seconds(20)
  private var lastError: BusError?
  private static let controls: Set = ["button", "text box", "checkbox", "combo box"]

  init(bus: AccessibilityBus) { self.bus = bus }

  /// Waits until the program shows all of these: a role and a name.
  func wait(for wanted: [String]) async throws {
    var shown: [String] = []
    let end = ContinuousClock.now.advanced(by: Self.timeout)
    while ContinuousClock.now < end {
      shown = try read().map(\.text)
      if Set(wanted).isSubset(of: shown) { return }
      await Task.yield()
    }
    throw TestFailure("waits for \(wanted), shown: \(shown), \(String(describing: lastError))")
  }

  /// Presses a button, and waits until the program shows all of these.
  func press(_ name: String, until wanted: [String]) async throws {
    try await wait(for: ["button \(name)"])
    let button = try read().first { $0.text == "button \(name)" }
    try bus.act(on: try #require(button).object)
    try await wait(for: wanted)
  }

  private func read() throws -> [(text: String, object: AccessibilityBus.Object)] {
    var found: [(text: String, object: AccessibilityBus.Object)] = []
    do {
      for program in try bus.programs() {
        for object in try bus.descendants(of: program) {
          let (role, name) = (try bus.role(of: object), try bus.name(of: object))
          if Self.controls.contains(role), name.isEmpty { nameless.insert(role) }
          found.append(("\(role) \(name)", object))
        }
      }
    } catch let error as BusError {
      // An object has gone while the bus was read. The next reading does without it.
      lastError = error
    }
    return found
  }
}

#endif
