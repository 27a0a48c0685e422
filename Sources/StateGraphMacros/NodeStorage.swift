/// The source text with which a property's accessors read and write the value of the property.
struct NodeStorage {
  /// The expression that reads the value and records the read as a dependency in the graph.
  let read: String
  /// The expression that reads the value for `didSet`, without recording a dependency.
  ///
  /// An assignment does not depend on the old value. For a column, the expression is the same as
  /// `read`.
  let peek: String
  /// The expression for a value that can be changed in place.
  ///
  /// Nil for a column and for a `weak` or `unowned` property, because their values are converted.
  let place: String?
  private let before: String
  private let after: String

  /// Returns the statement that stores `value`, which is the source text of a Swift expression.
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
