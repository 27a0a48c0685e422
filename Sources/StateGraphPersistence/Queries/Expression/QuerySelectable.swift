public import StateGraphNormalization
public import StateGraphSQLite

/// A value that a query can return for each row: a column, a computed value, or an identifier.
///
/// ``QueryValue`` and ``QueryIdentifier`` conform to this protocol. Do not conform your own types.
public protocol QuerySelectable: Sendable {
  /// The Swift type of the value.
  associatedtype Selected

  @_documentation(visibility: internal)
  var _$expressions: SelectedExpressions { get }

  @_documentation(visibility: internal)
  static func _$decoded(_ values: inout SelectedValues) throws -> Selected
}

/// The expressions whose values make up a ``QuerySelectable``. An identifier has one expression for
/// each column of the key.
@_documentation(visibility: internal)
public struct SelectedExpressions: Sendable {
  let list: [QueryExpression]
}

/// The selected values of one row that have not been decoded yet. Each ``QuerySelectable`` type
/// takes its values from the front.
@_documentation(visibility: internal)
public struct SelectedValues {
  private var rest: ArraySlice<SQLiteValue>

  /// How many values ``next()`` has returned.
  private(set) var count = 0
  /// The value that ``next()`` has returned last.
  private(set) var last = SQLiteValue.null

  init(_ values: [SQLiteValue]) { rest = values[...] }

  /// Removes the next value and returns it. Returns NULL if no value is left, because a statement
  /// has returned fewer columns than there are expressions.
  mutating func next() -> SQLiteValue {
    count += 1
    last = rest.popFirst() ?? .null
    return last
  }
}

extension QueryValue: QuerySelectable where Value: Bindable {
  public typealias Selected = Value

  @_documentation(visibility: internal)
  public var _$expressions: SelectedExpressions { SelectedExpressions(list: [expression]) }

  @_documentation(visibility: internal)
  public static func _$decoded(_ values: inout SelectedValues) throws -> Value {
    try Value.decoded(values.next())
  }
}

/// Makes the selection of an entity a compile-time error with an explanation.
@available(
  *,
  unavailable,
  message: "A selection loads no entities: select '$0.author.id' or a property, or use 'fetch()'."
)
extension QueryRow: QuerySelectable {
  public typealias Selected = Element

  @_documentation(visibility: internal)
  public var _$expressions: SelectedExpressions { SelectedExpressions(list: []) }

  @_documentation(visibility: internal)
  public static func _$decoded(_ values: inout SelectedValues) throws -> Element {
    preconditionFailure("This conformance is unavailable.")
  }
}

extension QueryIdentifier: QuerySelectable {
  public typealias Selected = Element.TypedID

  @_documentation(visibility: internal)
  public var _$expressions: SelectedExpressions { SelectedExpressions(list: keyColumns) }

  @_documentation(visibility: internal)
  public static func _$decoded(_ values: inout SelectedValues) throws -> Element.TypedID {
    let key = RowKey(Element._$definition.keyColumns.map { _ in values.next() })
    guard let raw = Element.TypedIdentifierRawValue(rowKey: key) else {
      throw DatabaseError(
        .typeMismatch,
        "A query gave no identifier of a row of \(Element._$definition.table), for example because "
          + "the reference is nil.",
        remedy: "Select only rows whose reference is not nil."
      )
    }
    return Element.TypedID(raw)
  }
}
