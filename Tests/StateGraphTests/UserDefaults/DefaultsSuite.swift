import Foundation
import StateGraph

/// A suite of user defaults for one test. Its file is removed when the test releases it.
final class DefaultsSuite: Sendable {
  let name: String

  init() { name = "stategraph-test-\(UUID().uuidString)" }

  deinit { DefaultsSuite.remove(name) }

  /// The path at which Foundation on Linux stores the suite.
  static func file(of name: String) -> String {
    let environment = ProcessInfo.processInfo.environment
    let folder = environment["XDG_CONFIG_HOME"] ?? (environment["HOME"] ?? "") + "/.config"
    return folder + "/\(name).plist"
  }

  static func remove(_ name: String) {
    guard let defaults = UserDefaults(suiteName: name) else { return }
    // The file is written once more if changes are pending, and removed after that.
    for key in defaults.dictionaryRepresentation().keys { defaults.removeObject(forKey: key) }
    _ = defaults.synchronize()
    try? FileManager.default.removeItem(atPath: file(of: name))
  }

  var file: String { DefaultsSuite.file(of: name) }

  /// The value that other code of this process sees.
  subscript(key: String) -> Any? {
    get { UserDefaults(suiteName: name)?.object(forKey: key) }
    set { UserDefaults(suiteName: name)?.set(newValue, forKey: key) }
  }

  /// Discards the cached values, so that the next read reads the file.
  func reload() { _ = UserDefaults(suiteName: name)?.synchronize() }

  func node<Value: GraphStorable & Equatable>(
    _ key: String,
    _ initial: Value
  ) -> Stored<Value> {
    Stored(wrappedValue: initial, backed: .userDefaults(suite: name, key: key))
  }
}
