#if GTK
import GTKTestSupport
import TestSupport
import Testing

/// Reads the window of the example as a screen reader does.
@MainActor
final class ScreenReader {
  private let bus: AccessibilityBus
  /// The controls without a name that the reader has found, with their roles.
  private(set) var nameless: Set<String> = []
  private var lastError: BusError?
  private static let controls: Set = ["button", "text box", "checkbox", "combo box"]

  init(bus: AccessibilityBus) { self.bus = bus }

  /// Waits until the program shows all of these: a role and a name.
  func wait(for wanted: [String]) async throws {
    var shown: [String] = []
    let deadline = TestDeadline()
    while !deadline.hasPassed {
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

  /// Types a text into a field, in place of its text.
  func fill(_ name: String, _ text: String) async throws {
    try await wait(for: ["text box \(name)"])
    let field = try read().first { $0.text == "text box \(name)" }
    try bus.setText(text, of: try #require(field).object)
  }

  /// Waits until a field has a text.
  func wait(forField name: String, _ text: String) async throws {
    var shown: String?
    let deadline = TestDeadline()
    while !deadline.hasPassed {
      let field = try read().first { $0.text == "text box \(name)" }
      shown = try? field.map { try bus.text(of: $0.object) }
      if shown == text { return }
      await Task.yield()
    }
    throw TestFailure("waits for \(text) in \(name), shown: \(shown ?? "no field")")
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
      // An object has disappeared during the reading. The next reading does not find it.
      lastError = error
    }
    return found
  }
}

#endif
