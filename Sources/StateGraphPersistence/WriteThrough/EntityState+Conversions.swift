public import StateGraphCore
import StateGraphSQLite

// What the accessors call that `@GraphStored` writes for a property with a conversion.

extension EntityState {
  /// The column's value in the property's form, recorded as read.
  public func read<Conversion: ColumnConversion>(
    _ index: Int,
    as conversion: Conversion.Type
  ) -> Conversion.Value {
    converted(value(index), conversion) ?? Conversion.placeholder
  }

  /// The column's value in the property's form, or nil where it is NULL; recorded as read.
  public func read<Conversion: ColumnConversion>(
    _ index: Int,
    as conversion: Conversion.Type
  ) -> Conversion.Value? {
    converted(value(index), conversion)
  }

  /// Sets the column to what the conversion makes of the value.
  public func write<Conversion: ColumnConversion>(
    _ index: Int,
    _ value: Conversion.Value,
    as conversion: Conversion.Type
  ) {
    set(index, InitialValue(value, as: conversion))
  }

  /// Sets the column to what the conversion makes of the value, or to NULL.
  public func write<Conversion: ColumnConversion>(
    _ index: Int,
    _ value: Conversion.Value?,
    as conversion: Conversion.Type
  ) {
    set(index, InitialValue(value, as: conversion))
  }

  /// The node of a column with a conversion.
  public func node<Conversion: ColumnConversion>(
    _ index: Int,
    as conversion: Conversion.Type
  ) -> Stored<Conversion.Value> {
    Stored(
      backing: StoredBacking(
        dependency: { self.signal(index) },
        read: { self.read(index, as: conversion) },
        write: { self.write(index, $0, as: conversion) }
      )
    )
  }

  /// The node of a column with a conversion, or NULL.
  public func node<Conversion: ColumnConversion>(
    _ index: Int,
    as conversion: Conversion.Type
  ) -> Stored<Conversion.Value?> {
    Stored(
      backing: StoredBacking(
        dependency: { self.signal(index) },
        read: { self.read(index, as: conversion) },
        write: { self.write(index, $0, as: conversion) }
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
