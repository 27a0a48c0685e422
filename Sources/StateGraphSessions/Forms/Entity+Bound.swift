public import StateGraphPersistence
public import StateGraphPresentation

extension Entity {
  /// A property of this entity as the value of a field.
  ///
  /// ```swift
  /// TextField("Title", text: book.bound(\.title, undo: "Rename Book", in: undoLog))
  /// ```
  ///
  /// Each accepted text is one transaction, on a thread of the database. If the database refuses
  /// it, for example by a CHECK constraint, nothing is written, and the field shows the reason.
  ///
  /// - Parameters:
  ///   - property: A stored property of the entity.
  ///   - name: The name of the step of the undo log, or nil if the write is not undoable.
  ///   - log: The undo log of the writes.
  ///   - check: Called before the write. Throws a `FieldRefusal` if the entity cannot have the
  ///     value.
  public func bound<Value: Equatable & Sendable>(
    _ property: any ReferenceWritableKeyPath<Self, Value> & Sendable,
    undo name: String? = nil,
    in log: UndoLog? = nil,
    check: (@Sendable (Value) throws -> Void)? = nil
  ) -> FieldValue<Value> {
    FieldValue(
      id: BoundProperty(entity: typedID, property: property),
      read: { self[keyPath: property] },
      write: { new in
        try check?(new)
        guard let database = self.database else { return self[keyPath: property] = new }
        do {
          if let name, let log {
            try await database.write(undo: name, in: log) { self[keyPath: property] = new }
          } else {
            try await database.write { self[keyPath: property] = new }
          }
        } catch let error as DatabaseError {
          if error.code == .notDurable {
            return WriteFailureReport(of: database).committed(despite: error)
          }
          throw FieldRefusal(error.message)
        }
      }
    )
  }
}

/// Identifies a property of a row.
private struct BoundProperty<ID: Hashable & Sendable>: Hashable, @unchecked Sendable {
  // SAFETY: `property` is a key path that is `Sendable`.
  let entity: ID
  let property: AnyKeyPath

  init(entity: ID, property: any AnyKeyPath & Sendable) {
    (self.entity, self.property) = (entity, property)
  }
}
