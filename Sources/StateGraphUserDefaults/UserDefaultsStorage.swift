public import StateGraphCore

extension GraphStorageBacking {
  /// Storage under `key` in the program's own defaults (`UserDefaults.standard`). Otherwise the
  /// same as ``userDefaults(suite:key:)``.
  public static func userDefaults(key: String) -> GraphStorageBacking {
    GraphStorageBacking(UserDefaultsStorage(key: UserDefaultsKey(suite: nil, key: key)))
  }

  /// Storage in the defaults of a suite, which several programs can share.
  ///
  /// **Reading** asks `UserDefaults` every time, so a read returns what any code of this process
  /// has stored last. If the key is absent, or holds a value of another type, the read returns the
  /// node's initial value. The stored value stays as it is until the node is set. Setting an
  /// optional to nil stores a nil, which is not the same as an absent key.
  ///
  /// **Setting** a different value stores the value in the defaults and in the suite's file, and
  /// calls the observers, before the assignment returns. The value therefore survives the end of
  /// the process, even a crash. If values of a suite are set more than a hundred times in one
  /// second, for example by a slider, further assignments do not wait for the file. A background
  /// thread then writes the file, usually within milliseconds, and at the latest when the process
  /// exits. Foundation on Linux overwrites the file in place, so a power failure or a kill during
  /// this write can destroy the whole file.
  ///
  /// **Changes by other code** are found by checking, because Foundation on Linux does not report
  /// them. While a node or observer depends on a key, a background thread checks ten times a second
  /// for changes by other code of this process, and once a second for changes by other processes.
  /// It then calls the observers. Several changes between two checks count as one. A read of the
  /// node finds a change by this process at once. If nothing depends on the key, a change by
  /// another process becomes visible after the next assignment in the same suite.
  ///
  /// - Parameters:
  ///   - suite: The suite's name, as for `UserDefaults(suiteName:)`.
  ///   - key: Any string, including the empty one. Foundation's file format treats two keys as
  ///     equal if they differ only in the Unicode form of an accented letter. It also drops a byte
  ///     order mark at the beginning of a key.
  public static func userDefaults(suite: String, key: String) -> GraphStorageBacking {
    GraphStorageBacking(UserDefaultsStorage(key: UserDefaultsKey(suite: suite, key: key)))
  }
}

/// Stores one value in user defaults, under one key of one suite.
struct UserDefaultsStorage: GraphStorage {
  let key: UserDefaultsKey

  func backing<Value: GraphStorable>(initial: Value) -> StoredBacking<Value> {
    let key = key
    let watches = UserDefaultsWatches.shared
    let initialValue = initial.storageValue
    let read = { watches.read(key).flatMap(Value.init(storageValue:)) ?? initial }
    return StoredBacking(
      dependency: { watches.signal(for: key, initial: initialValue) },
      read: {
        if Signal.isTracking { watches.signal(for: key, initial: initialValue).depend() }
        return read()
      },
      write: { new in
        let value = new.storageValue
        let old = watches.read(key).flatMap(Value.init(storageValue:)) ?? initial
        watches.write(value, to: key, isChange: old.storageValue != value)
      }
    )
  }
}
