public import StateGraphCore

extension GraphStorageBacking {
  /// Stores the value under `key` in the program's own defaults, which are `UserDefaults.standard`.
  ///
  /// The details are the same as for ``userDefaults(suite:key:)``.
  public static func userDefaults(key: String) -> GraphStorageBacking {
    GraphStorageBacking(UserDefaultsStorage(key: UserDefaultsKey(suite: nil, key: key)))
  }

  /// Stores the value in the defaults of a suite, which several programs can share.
  ///
  /// **Reading** loads the value from `UserDefaults` each time. The result is therefore the last
  /// value that any code of this process has stored. If the key is absent or has a value of another
  /// type, the result is the node's initial value. The stored value does not change until the node
  /// is set. Setting an optional to nil stores a nil, which is not the same as an absent key.
  ///
  /// **Setting** a different value stores it in the defaults, calls the observers, and writes the
  /// suite's file. The assignment returns after the file is written. The value therefore survives
  /// the end of the process, even a crash.
  ///
  /// At most a hundred assignments per second in one suite wait for the file. Further assignments,
  /// for example by a slider, do not wait. A background thread then writes the file, usually within
  /// milliseconds, and at the latest when the process exits. Foundation on Linux overwrites the
  /// file in place. A power failure or a kill during this write can therefore destroy the complete
  /// file.
  ///
  /// **Changes by other code** are found by regular checks, because Foundation on Linux does not
  /// report them. The checks take place while a node or observer depends on a key. A background
  /// thread checks ten times a second for changes by this process. It checks once a second for
  /// changes by other processes. After a change, it calls the observers. Several changes between
  /// two checks count as one.
  ///
  /// A read of the node finds a change by this process immediately. If nothing depends on the key,
  /// a change by another process becomes visible after the next assignment in the same suite.
  ///
  /// - Parameters:
  ///   - suite: The suite's name, as for `UserDefaults(suiteName:)`.
  ///   - key: Any string, including the empty one. Foundation's file format ignores the Unicode
  ///     form of an accented letter when it compares keys. It also drops a byte order mark at the
  ///     beginning of a key.
  public static func userDefaults(suite: String, key: String) -> GraphStorageBacking {
    GraphStorageBacking(UserDefaultsStorage(key: UserDefaultsKey(suite: suite, key: key)))
  }
}

/// Stores one value in `UserDefaults`, under one key of one suite. A suite is a named set of
/// defaults with its own file.
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
