public import StateGraph
import StateGraphSQLite

// The functions that the accessors call which `@GraphStored` writes for a property with a
// conversion.

extension EntityState {
  /// The column's value, converted. The current evaluation depends on it.
  public func _$read<Conversion: ColumnConversion>(
    _ index: Int,
    as conversion: Conversion.Type
  ) -> Conversion.Value {
    converted(value(index), conversion) ?? Conversion.placeholder
  }

  /// The column's value, converted, or nil for NULL. The current evaluation depends on it.
  public func _$read<Conversion: ColumnConversion>(
    _ index: Int,
    as conversion: Conversion.Type
  ) -> Conversion.Value? {
    converted(value(index), conversion)
  }

  /// Sets the column to the stored form of the value.
  public func _$write<Conversion: ColumnConversion>(
    _ index: Int,
    _ value: Conversion.Value,
    as conversion: Conversion.Type
  ) {
    set(index, InitialValue(value, as: conversion))
  }

  /// Sets the column to the stored form of the value, or to NULL for nil.
  public func _$write<Conversion: ColumnConversion>(
    _ index: Int,
    _ value: Conversion.Value?,
    as conversion: Conversion.Type
  ) {
    set(index, InitialValue(value, as: conversion))
  }

  /// The node of a column with a conversion.
  public func _$node<Conversion: ColumnConversion>(
    _ index: Int,
    as conversion: Conversion.Type
  ) -> Stored<Conversion.Value> {
    Stored(
      backing: StoredBacking(
        dependency: { self.signal(index) },
        read: { self._$read(index, as: conversion) },
        write: { self._$write(index, $0, as: conversion) }
      )
    )
  }

  /// The node of an optional column with a conversion.
  public func _$node<Conversion: ColumnConversion>(
    _ index: Int,
    as conversion: Conversion.Type
  ) -> Stored<Conversion.Value?> {
    Stored(
      backing: StoredBacking(
        dependency: { self.signal(index) },
        read: { self._$read(index, as: conversion) },
        write: { self._$write(index, $0, as: conversion) }
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
