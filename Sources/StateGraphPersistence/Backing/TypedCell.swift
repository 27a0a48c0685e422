import StateGraphCore

/// A cell of a database (one column of one row), converted to the Swift type of a graph node.
///
/// Each content of the cell is decoded once. Values are compared by their stored forms.
final class TypedCell<Value>: @unchecked Sendable {
  // SAFETY: every field is immutable. Only the cell's `Stored` node uses `Value`, and that node is
  // Sendable only if `Value` is.
  private let cell: DatabaseCell
  private let coding: CellCoding<Value>
  /// The value of the graph node if the cell's row does not exist, or if the stored value has a
  /// different type.
  private let initial: Value

  init(_ cell: DatabaseCell, coding: CellCoding<Value>, initial: Value) {
    self.cell = cell
    self.coding = coding
    self.initial = initial
  }

  /// The functions by which the graph node reads and writes the cell.
  ///
  /// The graph node reads a computed node, which caches the decoded value. A commit that changes
  /// only the stored form therefore invalidates no dependents. An example is different white space
  /// in a stored JSON text.
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
