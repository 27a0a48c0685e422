public import StateGraphCore
import StateGraphSQLite

extension ColumnAccess {
  /// Returns the column's value, converted to the property's type.
  ///
  /// The graph node that is being evaluated then depends on the column. If the stored value cannot
  /// be converted, returns the placeholder of the conversion.
  public func read<Conversion: ColumnConversion>(
    _ index: Int,
    as conversion: Conversion.Type
  ) -> Conversion.Value {
    converted(state.value(index), by: conversion) ?? Conversion.placeholder
  }

  /// Returns the column's value, converted to the property's type.
  ///
  /// The graph node that is being evaluated then depends on the column. Returns nil if the column
  /// is NULL, or if the stored value cannot be converted.
  public func read<Conversion: ColumnConversion>(
    _ index: Int,
    as conversion: Conversion.Type
  ) -> Conversion.Value? {
    converted(state.value(index), by: conversion)
  }

  /// Converts a value and stores it in the column.
  ///
  /// If the conversion throws, the column does not change. The error is reported as
  /// `Database.write` describes.
  public func write<Conversion: ColumnConversion>(
    _ index: Int,
    _ value: Conversion.Value,
    as conversion: Conversion.Type
  ) {
    set(index, to: EntityState.InitialValue(value, as: conversion))
  }

  /// Converts a value and stores it in the column. Nil is stored as NULL without a conversion.
  public func write<Conversion: ColumnConversion>(
    _ index: Int,
    _ value: Conversion.Value?,
    as conversion: Conversion.Type
  ) {
    set(index, to: EntityState.InitialValue(value, as: conversion))
  }

  /// Returns the graph node of a property whose value is converted for its column.
  ///
  /// Use the node to observe the property.
  public func node<Conversion: ColumnConversion>(
    _ index: Int,
    as conversion: Conversion.Type
  ) -> Stored<Conversion.Value> {
    node(
      index,
      read: { read(index, as: conversion) },
      write: { write(index, $0, as: conversion) }
    )
  }

  /// Returns the graph node of an optional property whose value is converted for its column.
  ///
  /// Use the node to observe the property.
  public func node<Conversion: ColumnConversion>(
    _ index: Int,
    as conversion: Conversion.Type
  ) -> Stored<Conversion.Value?> {
    node(
      index,
      read: { read(index, as: conversion) },
      write: { write(index, $0, as: conversion) }
    )
  }

  private func converted<Conversion: ColumnConversion>(
    _ value: SQLiteValue,
    by conversion: Conversion.Type
  ) -> Conversion.Value? {
    guard let stored = Conversion.Stored(value: value) else { return nil }
    return try? Conversion.value(stored)
  }
}
