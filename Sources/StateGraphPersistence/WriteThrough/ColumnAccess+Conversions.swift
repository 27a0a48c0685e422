public import StateGraphCore
import StateGraphSQLite

extension ColumnAccess {
  /// The column's value, converted. The current evaluation depends on it.
  public func read<Conversion: ColumnConversion>(
    _ index: Int,
    as conversion: Conversion.Type
  ) -> Conversion.Value {
    converted(state.value(index), conversion) ?? Conversion.placeholder
  }

  /// The column's value, converted, or nil for NULL. The current evaluation depends on it.
  public func read<Conversion: ColumnConversion>(
    _ index: Int,
    as conversion: Conversion.Type
  ) -> Conversion.Value? {
    converted(state.value(index), conversion)
  }

  /// Sets the column to the stored form of the value.
  public func write<Conversion: ColumnConversion>(
    _ index: Int,
    _ value: Conversion.Value,
    as conversion: Conversion.Type
  ) {
    set(index, EntityState.InitialValue(value, as: conversion))
  }

  /// Sets the column to the stored form of the value, or to NULL for nil.
  public func write<Conversion: ColumnConversion>(
    _ index: Int,
    _ value: Conversion.Value?,
    as conversion: Conversion.Type
  ) {
    set(index, EntityState.InitialValue(value, as: conversion))
  }

  /// The node of a column with a conversion.
  public func node<Conversion: ColumnConversion>(
    _ index: Int,
    as conversion: Conversion.Type
  ) -> Stored<Conversion.Value> {
    Stored(
      backing: StoredBacking(
        dependency: { state.signal(index) },
        read: { read(index, as: conversion) },
        write: { write(index, $0, as: conversion) }
      )
    )
  }

  /// The node of an optional column with a conversion.
  public func node<Conversion: ColumnConversion>(
    _ index: Int,
    as conversion: Conversion.Type
  ) -> Stored<Conversion.Value?> {
    Stored(
      backing: StoredBacking(
        dependency: { state.signal(index) },
        read: { read(index, as: conversion) },
        write: { write(index, $0, as: conversion) }
      )
    )
  }

  private func converted<Conversion: ColumnConversion>(
    _ value: SQLiteValue,
    _ conversion: Conversion.Type
  ) -> Conversion.Value? {
    guard let stored = Conversion.Stored(value: value) else { return nil }
    return try? Conversion.value(stored)
  }
}
