import Foundation
import StateGraphCore

/// One key of one suite of user defaults. Keys are compared by their bytes, as in `UserDefaults`.
struct UserDefaultsKey: @unchecked Sendable {
  // SAFETY: the strings are constants, and Foundation's `UserDefaults` is thread-safe.
  /// The suite's name, or nil for the program's own defaults.
  let suite: String?
  let key: String
  let defaults: UserDefaults

  init(suite: String?, key: String) {
    self.suite = suite
    self.key = key
    if let suite {
      guard let defaults = UserDefaults(suiteName: suite) else {
        preconditionFailure(
          "'\(suite)' is not a suite's name. Use .userDefaults(key:) for the program's defaults."
        )
      }
      self.defaults = defaults
    } else {
      defaults = .standard
    }
  }

  /// Returns the stored value. Returns nil if there is none, or if this library does not store its
  /// type.
  ///
  /// The caller must hold the lock of ``UserDefaultsWatches``.
  func load() -> GraphStorageValue? {
    defaults.object(forKey: key).flatMap(UserDefaultsPropertyList.value)
  }

  /// Stores `value` in memory only. ``UserDefaultsWriter`` later writes the value to the file.
  ///
  /// The caller must hold the lock of ``UserDefaultsWatches``.
  func store(_ value: GraphStorageValue) {
    defaults.set(UserDefaultsPropertyList.object(for: value), forKey: key)
  }
}

extension UserDefaultsKey: Hashable {
  static func == (left: UserDefaultsKey, right: UserDefaultsKey) -> Bool {
    left.suite == right.suite && left.key.utf8.elementsEqual(right.key.utf8)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(suite)
    hasher.combine(key)
  }
}
