public import StateGraphCore

extension GraphStorageBacking {
  /// Storage in the program's own defaults (`UserDefaults.standard`) under `key`. For the details
  /// see ``userDefaults(suite:key:)``.
  public static func userDefaults(key: String) -> GraphStorageBacking {
    GraphStorageBacking(UserDefaultsStorage(key: UserDefaultsKey(suite: nil, key: key)))
  }

  /// Storage in the defaults of a suite, which several programs can share.
  ///
  /// **Reading** asks the defaults every time, so a read returns what any code of this process has
  /// stored. If the key is absent or holds a value of another type, the read returns the node's
  /// initial value, and the stored value stays until the node is set. An optional that was set to
  /// nil is stored as nil, which is not the same as absent.
  ///
  /// **Setting** a different value stores it in the defaults and in the file, and calls the
  /// observers, before the set returns. The value therefore survives the end of the process,
  /// however it ends. If a suite is set more than a hundred times in one second, for example by a
  /// slider, further sets do not wait for the file: a background thread writes it, usually within
  /// milliseconds and at the latest when the process exits. Foundation on Linux rewrites the file
  /// in place, so a power failure or a kill during that write can lose the whole file.
  ///
  /// **Changes by other code**: Foundation on Linux does not report changes. So while a node or
  /// observer depends on a key, a background thread checks ten times a second for changes by other
  /// code of this process, and once a second for changes by other processes, and calls the
  /// observers. Changes between two checks are seen as one. A read of the node detects a change by
  /// this process earlier. Without a dependent, a change by another process becomes visible after a
  /// set in the same suite.
  ///
  /// - Parameters:
  ///   - suite: The suite's name, as for `UserDefaults(suiteName:)`.
  ///   - key: Any string, including the empty one. In the file, Foundation treats two keys as equal
  ///     if they differ only in the Unicode form of an accented letter, and drops a byte order mark
  ///     at the beginning.
  public static func userDefaults(suite: String, key: String) -> GraphStorageBacking {
    GraphStorageBacking(UserDefaultsStorage(key: UserDefaultsKey(suite: suite, key: key)))
  }
}

/// Stores a value under one key.
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
