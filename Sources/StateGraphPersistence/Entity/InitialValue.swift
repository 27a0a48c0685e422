public import StateGraphSQLite

extension EntityState {
  /// The value that a property is set to, in the form that its column stores.
  public struct InitialValue: Sendable {
    package enum Content: Sendable {
      case value(SQLiteValue)
      case reference(any Entity)
      /// The column has no form that would be read back as the same value. Indirect, because the
      /// error is large and there are millions of the other cases.
      indirect case refused(DatabaseError)
    }

    package let content: Content

    /// A value of a column that stores the property's type.
    public init(_ value: some Bindable) {
      do throws(DatabaseError) {
        content = .value(try value.storedValue())
      } catch {
        content = .refused(error)
      }
    }

    /// An entity, for a column that stores the entity's key.
    public init(_ reference: (some Entity)?) {
      content = reference.map { .reference($0) } ?? .value(.null)
    }

    /// A value of a column with a conversion.
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

    /// A value or nil, for a column with a conversion.
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
          "The column conversion of a property threw an error for a value of \(type).",
          remedy: "See the cause.",
          cause: error
        )
    }
  }
}
