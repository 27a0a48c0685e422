/// The source text of the expressions that read and write a property's value.
///
/// `GraphStoredMacro` writes these expressions into the accessors of the property.
struct NodeStorage {
  /// The expression that reads the value and records the read as a dependency in the graph.
  let read: String
  /// The expression that reads the old value for `didSet`.
  ///
  /// An assignment does not depend on the old value. The read therefore records no dependency,
  /// except for a column.
  let peek: String
  /// The expression for a value that the accessor `_modify` can change in place.
  ///
  /// The value is nil for a column and for a `weak` or `unowned` property, because their values are
  /// converted.
  let place: String?
  private let before: String
  private let after: String

  /// Returns the statement that stores `value`. The argument is the source text of an expression.
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
    let value = "\(column.access).read(\(column.index)\(column.conversionArgument))"
    return NodeStorage(
      read: value,
      peek: value,
      place: nil,
      before: "\(column.access).write(\(column.index), ",
      after: "\(column.conversionArgument))"
    )
  }
}
