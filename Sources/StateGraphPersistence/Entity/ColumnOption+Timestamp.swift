extension ColumnOption {
  /// Sets the property to the time of the write. The property's type must be `Date?`.
  ///
  /// ```swift
  /// @GraphStored @Column(.timestamp(.insertion)) var createdAt: Date?
  /// @GraphStored @Column(.timestamp(.update)) var updatedAt: Date?
  /// ```
  ///
  /// All timestamps of one `Database.write` have the same value, which
  /// `Database.Configuration.transactionClock` returns. A value that the program sets itself is
  /// kept. A write that is undone also undoes its timestamps.
  ///
  /// The library sets timestamps where it writes an entity: in `add`, `insert` and `upsert`, when a
  /// property is set, and in `touch`. It does not set them where SQL, a trigger, a cascade or
  /// another program changes a row. Stores in memory set no timestamps.
  public static func timestamp(_ event: TimestampEvent) -> ColumnOption {
    ColumnOption(kind: .timestamp(event))
  }
}

/// The writes that set a timestamp. Pass it to ``ColumnOption/timestamp(_:)``.
public enum TimestampEvent: Sendable {
  /// The insertion of the entity's row. Later writes keep the value, also an `upsert`.
  case insertion
  /// The insertion of the entity's row, and each later change of one of its properties.
  ///
  /// Setting a property to its current value is no change.
  case update
}
