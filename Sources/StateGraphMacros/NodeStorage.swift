/// The expressions by which a property's accessors read and write its value.
struct NodeStorage {
  /// The value. The current evaluation depends on it.
  let read: String
  /// The value without a dependency, for the observers of the property.
  let peek: String
  /// The expression that can be changed in place, if there is one.
  let place: String?
  private let before: String
  private let after: String

  /// The statement that sets the value.
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
