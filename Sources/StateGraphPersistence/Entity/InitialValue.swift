public import StateGraphSQLite

/// What a property of a new entity is until somebody sets it.
public struct InitialValue: Sendable {
  enum Content: Sendable {
    case value(SQLiteValue)
    case reference(any Entity)
  }

  let content: Content

  /// A value, for a column that holds one.
  public init(_ value: some Bindable) {
    content = .value(value.value)
  }

  /// An entity, for a column that refers to one.
  public init(_ reference: (some Entity)?) {
    content = reference.map { .reference($0) } ?? .value(.null)
  }
}
