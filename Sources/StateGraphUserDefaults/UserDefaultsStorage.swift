public import StateGraphCore

extension GraphStorageBacking {
  /// In the program's own defaults (`UserDefaults.standard`), under `key`. See
  /// ``userDefaults(suite:key:)``.
  public static func userDefaults(key: String) -> GraphStorageBacking {
    GraphStorageBacking(UserDefaultsStorage(key: UserDefaultsKey(suite: nil, key: key)))
  }

  /// In the defaults of a suite, which several programs may share.
  ///
  /// **Reading** asks the defaults every time, so it sees at once what any code of this process has
  /// put there. Where the key is absent, or holds another type, the answer is the node's initial
  /// value; what is there stays until somebody sets. An optional that was set to nil is nil, not
  /// absent.
  ///
  /// **Setting** a value that differs puts it into the defaults and tells what depends on the node
  /// before the set returns. It is in the file by then as well, so it outlives the process however
  /// that ends. Sets beyond a hundred of one suite in one second (a slider, a loop) do not wait: a
  /// background thread writes them, as a rule within milliseconds, and at the latest when the
  /// process exits. Foundation on Linux writes the file in place: a crash of the machine, or a kill
  /// in the middle, can cost all of it.
  ///
  /// **Changes by others**: Foundation on Linux tells nobody of a change. While something depends
  /// on a node, and only then, a background thread looks ten times a second for what code of this
  /// process has put there, and once a second for what other processes have; observers are then
  /// called on it. Changes that come faster are seen as one. A read of the node finds a change of
  /// this process sooner, and what depends on the node hears of it then. What another process has
  /// stored is otherwise seen after a set, in this process, in the same suite.
  ///
  /// - Parameters:
  ///   - suite: The suite's name, as `UserDefaults(suiteName:)` takes it.
  ///   - key: Any string, the empty one too. On disk Foundation takes two keys for one that differ
  ///     only in how an accented letter is spelled, and loses a byte order mark at the beginning.
  public static func userDefaults(suite: String, key: String) -> GraphStorageBacking {
    GraphStorageBacking(UserDefaultsStorage(key: UserDefaultsKey(suite: suite, key: key)))
  }
}

/// Keeps a value under one key.
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
