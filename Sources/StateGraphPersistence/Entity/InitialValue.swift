public import StateGraphSQLite

extension EntityState {
  /// The new value of a property, in the form that its column stores.
  public struct InitialValue: Sendable {
    package enum Content: Sendable {
      case value(SQLiteValue)
      case reference(any Entity)
      /// The column cannot store the value, for the reason in the error.
      ///
      /// The case is indirect, because a stored `DatabaseError` would enlarge each of millions of
      /// values.
      indirect case refused(DatabaseError)
    }

    package let content: Content

    /// Converts a value for a column that stores the property's type without a conversion. If the
    /// column cannot store the value, the value is `refused`.
    public init(_ value: some Bindable) {
      do throws(DatabaseError) {
        content = .value(try value.storedValue())
      } catch {
        content = .refused(error)
      }
    }

    /// Creates the value of a column that stores the key of `reference`. A nil becomes NULL.
    public init(_ reference: (some Entity)?) {
      content = reference.map { .reference($0) } ?? .value(.null)
    }

    /// Converts a value by the column's conversion. If the conversion throws, the value is
    /// `refused`.
    public init<Conversion: ColumnConversion>(
      _ value: Conversion.Value,
      as conversion: Conversion.Type
    ) {
      do {
        content = .value(try Conversion.stored(value).storedValue())
      } catch {
        content = .refused(InitialValue.refusal(error, of: Conversion.Value.self))
      }
    }

    /// Converts an optional value by the column's conversion. A nil becomes NULL.
    public init<Conversion: ColumnConversion>(
      _ value: Conversion.Value?,
      as conversion: Conversion.Type
    ) {
      self = value.map { InitialValue($0, as: conversion) } ?? InitialValue(SQLiteValue.null)
    }

    private static func refusal(_ error: any Error, of type: Any.Type) -> DatabaseError {
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
