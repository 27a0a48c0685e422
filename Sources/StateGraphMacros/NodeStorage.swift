/// The Swift expressions that a property's accessors use to read and write the property's value.
struct NodeStorage {
  /// The expression that reads the value and records the read as a dependency.
  let read: String
  /// The expression that reads the value without recording a dependency. The property's observers
  /// use it.
  let peek: String
  /// The expression for a value that can be changed in place, or nil if this is not possible.
  let place: String?
  private let before: String
  private let after: String

  /// Returns the statement that stores `value`, which is a Swift expression.
  func write(_ value: String) -> String { before + value + after }

  static func node(of property: NodeProperty) -> NodeStorage {
    let value = "\(property.nodeName).wrappedValue"
    let peek = "\(property.nodeName)._$unrecorded"
    switch property.reference {
    case .strong:
      return NodeStorage(read: value, peek: peek, place: value, before: "\(value) = ", after: "")
    case .weak, .unowned:
      let isForced = property.reference == .unowned && !property.isOptional
      let object = isForced ? "._$unowned" : ".object"
      return NodeStorage(
        read: value + object,
        peek: peek + object,
        place: nil,
        before: "\(value) = StateGraphCore.GraphWeakReference(",
        after: ")"
      )
    }
  }

  static func column(_ column: ColumnDeclaration) -> NodeStorage {
    let value = "_$entity._$columns.read(\(column.index)\(column.conversionArgument))"
    return NodeStorage(
      read: value,
      peek: value,
      place: nil,
      before: "_$entity._$columns.write(\(column.index), ",
      after: "\(column.conversionArgument))"
    )
  }
}
