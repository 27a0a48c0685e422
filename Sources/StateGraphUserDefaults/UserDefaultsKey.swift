import Foundation
import StateGraphCore

/// One key of one suite of user defaults. Two keys are equal if their bytes are equal.
struct UserDefaultsKey: @unchecked Sendable {
  // SAFETY: the strings are constants, and Foundation's `UserDefaults` is thread-safe.
  /// The name of the suite. Nil means the program's own defaults.
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

  /// Returns the stored value, or nil if no value of a supported type exists.
  ///
  /// The caller must hold the lock of ``UserDefaultsWatches``.
  func load() -> GraphStorageValue? {
    defaults.object(forKey: key).flatMap(UserDefaultsPropertyList.value)
  }

  /// Stores `value` in memory. ``UserDefaultsWriter`` later writes the value to the file.
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
