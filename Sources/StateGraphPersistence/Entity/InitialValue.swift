public import StateGraphSQLite

/// What a property is set to, in the form of its column.
public struct InitialValue: Sendable {
  package enum Content: Sendable {
    case value(SQLiteValue)
    case reference(any Entity)
    /// There is no form that would be read back as the same.
    /// Boxed: the others are small, and there are millions of them.
    indirect case refused(DatabaseError)
  }

  package let content: Content

  /// A value, for a column that holds one.
  public init(_ value: some Bindable) {
    do throws(DatabaseError) {
      content = .value(try value.storedValue())
    } catch {
      content = .refused(error)
    }
  }

  /// An entity, for a column that refers to one.
  public init(_ reference: (some Entity)?) {
    content = reference.map { .reference($0) } ?? .value(.null)
  }

  /// A value, for a column that holds it in another form.
  public init<Conversion: ColumnConversion>(
    _ value: Conversion.Value,
    as conversion: Conversion.Type
  ) {
    do {
      content = .value(try Conversion.stored(value).storedValue())
    } catch {
      content = .refused(InitialValue.refusal(error, Conversion.Value.self))
    }
  }

  /// A value or nil, for a column that holds it in another form.
  public init<Conversion: ColumnConversion>(
    _ value: Conversion.Value?,
    as conversion: Conversion.Type
  ) {
    self = value.map { InitialValue($0, as: conversion) } ?? InitialValue(SQLiteValue.null)
  }

  private static func refusal(_ error: any Error, _ type: Any.Type) -> DatabaseError {
    (error as? DatabaseError)
      ?? DatabaseError(
        .typeMismatch,
        "A value of \(type) was refused by the conversion of its column.",
        remedy: "See the cause.",
        cause: error
      )
  }
}
