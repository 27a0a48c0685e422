extension ColumnOption {
  /// Sets the property to the time of the write. The property's type must be `Date?`.
  ///
  /// ```swift
  /// @GraphStored @Column(.timestamp(.insertion)) var createdAt: Date?
  /// @GraphStored @Column(.timestamp(.update)) var updatedAt: Date?
  /// ```
  ///
  /// All timestamps of one `Database.write` have the same value, which
  /// `Database.Configuration.transactionClock` returns. The library keeps a value that the program
  /// sets itself. The rollback of a write also undoes its timestamps.
  ///
  /// The library sets timestamps where it writes an entity: in `add`, `insert` and `upsert`, when a
  /// property is set, in `touch`, and in the `update` of a query. The library sets no timestamps if
  /// SQL, a trigger, a cascade or another program changes a row. Stores in memory set no
  /// timestamps.
  public static func timestamp(_ event: TimestampEvent) -> ColumnOption {
    ColumnOption(kind: .timestamp(event))
  }
}

/// The kinds of writes that set a timestamp. Pass a value to ``ColumnOption/timestamp(_:)``.
public enum TimestampEvent: Sendable {
  /// The insertion of the entity's row. Later writes, including an `upsert`, keep the value.
  case insertion
  /// The insertion of the entity's row, and each later change of one of its properties.
  ///
  /// Assigning to a property the value that it already has is not a change.
  case update
}
