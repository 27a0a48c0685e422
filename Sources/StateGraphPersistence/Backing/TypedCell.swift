import StateGraphCore

/// A cell as a node of some type sees it: decoded once for each change, and compared by what would
/// be stored.
final class TypedCell<Value>: @unchecked Sendable {
  // SAFETY: everything is immutable, and `Value` comes here through its Stored node only, which is
  // Sendable where Value is.
  private let cell: DatabaseCell
  private let coding: CellCoding<Value>
  /// The value while the cell holds none of this type.
  private let initial: Value

  init(_ cell: DatabaseCell, _ coding: CellCoding<Value>, initial: Value) {
    self.cell = cell
    self.coding = coding
    self.initial = initial
  }

  /// A computed node in between keeps the decoded value, and tells only those who are told
  /// something new: not of other text that means the same, nor of the initial value's being stored.
  var backing: StoredBacking<Value> {
    let node = Computed<Value>(
      areEqual: { self.coding.areEqual($0, $1) },
      name: "database cell",
      fileID: "",
      line: 0,
      { _ in self.read() }
    )
    return StoredBacking(
      dependency: { node },
      read: { node.wrappedValue },
      write: { self.write($0) }
    )
  }

  private func read() -> Value {
    guard case .value(let stored)? = cell.read() else { return initial }
    return coding.decode(stored) ?? initial
  }

  private func write(_ new: Value) {
    if case .value(let stored)? = try? cell.content(), let old = coding.decode(stored),
      coding.areEqual(old, new)
    {
      return
    }
    cell.write({ try coding.encode(new) }, accepts: { coding.decode($0) != nil })
  }
}
