import Foundation
import StateGraphCore

/// One key of one suite of the user's defaults.
///
/// Keys differ where their bytes do, as they do for `UserDefaults`.
struct UserDefaultsKey: @unchecked Sendable {
  // SAFETY: the strings are constants, and Foundation's `UserDefaults` may be used on any thread.
  /// Nil for the program's own defaults.
  let suite: String?
  let key: String
  let defaults: UserDefaults

  init(suite: String?, key: String) {
    self.suite = suite
    self.key = key
    if let suite {
      guard let defaults = UserDefaults(suiteName: suite) else {
        preconditionFailure(
          "\(suite) names no suite of its own: use .userDefaults(key:) for the program's defaults."
        )
      }
      self.defaults = defaults
    } else {
      defaults = .standard
    }
  }

  /// What the defaults hold now, or nil where that is nothing, or nothing of ours. Call under the
  /// lock of ``UserDefaultsWatches``.
  func load() -> GraphStorageValue? {
    defaults.object(forKey: key).flatMap(UserDefaultsPropertyList.value)
  }

  /// In memory: see ``UserDefaultsWriter`` for the file. Call under the lock of
  /// ``UserDefaultsWatches``.
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
