import StateGraphCore

/// A cell of a database with the Swift type of one graph node.
///
/// It decodes each content once, and compares values by their stored forms.
final class TypedCell<Value>: @unchecked Sendable {
  // SAFETY: every field is immutable. Only the cell's `Stored` node uses `Value`, and that node is
  // Sendable only if `Value` is.
  private let cell: DatabaseCell
  private let coding: CellCoding<Value>
  /// The value of the node if the cell has no row, or a value of another type.
  private let initial: Value

  init(_ cell: DatabaseCell, _ coding: CellCoding<Value>, initial: Value) {
    self.cell = cell
    self.coding = coding
    self.initial = initial
  }

  /// The functions by which the graph node reads and writes the cell.
  ///
  /// A computed node in between keeps the decoded value, and wakes dependents only if that value
  /// changes. It does not wake them for another text with the same meaning, or when the initial
  /// value is stored.
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
