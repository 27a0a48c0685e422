import Foundation
import StateGraph

/// A suite of the user's defaults for one test, removed with its file when the test lets go of it.
final class DefaultsSuite: Sendable {
  let name: String

  init() { name = "stategraph-test-\(UUID().uuidString)" }

  deinit { DefaultsSuite.remove(name) }

  /// Where Foundation on Linux keeps it.
  static func file(of name: String) -> String {
    let environment = ProcessInfo.processInfo.environment
    let folder = environment["XDG_CONFIG_HOME"] ?? (environment["HOME"] ?? "") + "/.config"
    return folder + "/\(name).plist"
  }

  static func remove(_ name: String) {
    guard let defaults = UserDefaults(suiteName: name) else { return }
    // Written once more where something is left to write, and only then removed.
    for key in defaults.dictionaryRepresentation().keys { defaults.removeObject(forKey: key) }
    _ = defaults.synchronize()
    try? FileManager.default.removeItem(atPath: file(of: name))
  }

  var file: String { DefaultsSuite.file(of: name) }

  /// What other code of this process sees.
  subscript(key: String) -> Any? {
    get { UserDefaults(suiteName: name)?.object(forKey: key) }
    set { UserDefaults(suiteName: name)?.set(newValue, forKey: key) }
  }

  /// Forgets what is in memory, so that the next look reads the file.
  func reload() { _ = UserDefaults(suiteName: name)?.synchronize() }

  func node<Value: GraphStorable & Equatable>(
    _ key: String,
    _ initial: Value
  ) -> Stored<Value> {
    Stored(wrappedValue: initial, backed: .userDefaults(suite: name, key: key))
  }
}
