import CSQLite

/// Stands in for the collations that only the program has which made a file.
///
/// SQLite does not compile a statement that uses an index in the order of a collation which it does
/// not know, even if the statement compares nothing. With a stand-in, it reads the rows of such an
/// index in the order that the other program has stored. If SQLite calls a stand-in, it compares
/// values, and its results may be wrong. The statement then fails.
///
/// A statement may have written rows before it fails, so only connections that keep no writes have
/// stand-ins.
final class StandInCollations {
  private var called: String?

  /// A collation whose name SQLite did not know.
  private final class StandIn {
    let name: String
    let owner: StandInCollations

    init(name: String, owner: StandInCollations) { (self.name, self.owner) = (name, owner) }
  }

  /// Adds a stand-in for each collation that is missing on a connection. The connection must keep
  /// this object.
  init(on handle: OpaquePointer) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_collation_needed(handle, context) { context, handle, _, name in
      guard let context, let name else { return }
      let owner = Unmanaged<StandInCollations>.fromOpaque(context).takeUnretainedValue()
      let missing = String(cString: name)
      // SQLite asks for its own collations, too, before it adapts them to a file of UTF-16.
      guard !["BINARY", "NOCASE", "RTRIM"].contains(where: missing.isSameName(as:)) else { return }
      owner.add(missing, to: handle)
    }
  }

  private func add(_ name: String, to handle: OpaquePointer?) {
    let standIn = Unmanaged.passRetained(StandIn(name: name, owner: self))
    let result = sqlite3_create_collation_v2(
      handle,
      name,
      SQLITE_UTF8,
      standIn.toOpaque(),
      { standIn, _, _, _, _ in
        guard let standIn else { return 0 }
        let found = Unmanaged<StandIn>.fromOpaque(standIn).takeUnretainedValue()
        found.owner.called = found.name
        return 0
      },
      { standIn in
        if let standIn { Unmanaged<StandIn>.fromOpaque(standIn).release() }
      }
    )
    // SQLite releases the object only if the call has succeeded.
    if result != SQLITE_OK { standIn.release() }
  }

  /// Returns the name of a collation that SQLite has called since the last call of this method, or
  /// nil if it has called none.
  func takeCalled() -> String? {
    guard let name = called else { return nil }
    called = nil
    return name
  }
}
