public import StateGraphNormalization
import StateGraphSQLite

/// Reads and sets the primary key in the row image (the stored values) of one entity.
///
/// The image of a loaded or added entity contains the key. If a store makes the identifiers, the
/// identifier is stored only in the image. Otherwise, the image of an object without a row may lack
/// the key, although the object has an identifier.
@_documentation(visibility: internal)
public struct KeyAccess {
  fileprivate let state: EntityState

  /// The primary key of the entity. `nil` if the entity's row image does not contain the key.
  var value: RowKey? {
    state.lock.withLock {
      let count = state.definitionWithoutLock.keyColumns.count
      return hasValue(count) ? state.image.key(count) : nil
    }
  }

  /// Whether the row image contains the key. Call with the lock of the state held.
  private func hasValue(_ count: Int) -> Bool {
    (0..<count).allSatisfy { state.image.storageClass(at: $0) != .null }
  }

  /// Returns the identifier of an object whose identifier a store makes.
  ///
  /// Stops the program if the store has not made the identifier yet. The `typedID` that `@Entity`
  /// generates calls this method.
  public func identifier<Owner, Raw: EntityKey>() -> TypedIdentifier<Owner, Raw> {
    guard let raw = value.flatMap({ Raw(rowKey: $0) }) else {
      preconditionFailure(
        """
        A new \(Owner.self) has no identifier before it is added to a store, which makes it. \
        Read 'assignedID' if it may be new.
        """
      )
    }
    return TypedIdentifier(raw)
  }

  /// Sets the key of an object without a row, if it has no key yet.
  ///
  /// For example, a store in memory makes the key of an object that is added to it.
  func set(_ key: RowKey) {
    state.lock.withLock {
      let count = state.definitionWithoutLock.keyColumns.count
      guard state.phase == .detached, !hasValue(count) else { return }
      state.image = state.image.replacing(key.values.enumerated().map { ($0.offset, $0.element) })
    }
  }
}

extension EntityState {
  /// The primary key in the row image. The `typedID` that `@Entity` generates uses it.
  public var _$key: KeyAccess { KeyAccess(state: self) }
}

extension Entity {
  /// The identifier, or nil if the object has no identifier yet.
  ///
  /// An object has no identifier if its type declares ``KeySource/database`` and the object is in
  /// no store. The program has not added such an object, or the write that added it was rolled
  /// back. Reading `id` of such an object stops the program. A `Computed` that reads this property
  /// does not depend on it.
  public var assignedID: TypedID? {
    guard Self._$definition.isKeyedByDatabase else { return typedID }
    return _$entity._$key.value.flatMap { TypedIdentifierRawValue(rowKey: $0) }.map { TypedID($0) }
  }

  /// The primary key of this entity. Its value is NULL if the object has no identifier yet.
  var _$key: RowKey {
    guard Self._$definition.isKeyedByDatabase else { return typedID.raw.rowKey }
    return _$entity._$key.value ?? .value(.null)
  }
}

extension Entity {
  /// Returns the primary key, to store it in a column that refers to this entity.
  ///
  /// - Parameter property: The name of the referring property, for the error message.
  /// - Throws: `.misuse` if the object has no identifier yet.
  func _$keyToStore(_ property: @autoclosure () -> String) throws(DatabaseError) -> SQLiteValue {
    let key = _$key.first
    guard key.isNull else { return key }
    throw DatabaseError(
      .misuse,
      "\(property()) refers to a \(Self.self) that has no identifier, because it is in no store.",
      remedy: "Add it before the row that refers to it, in the same write."
    )
  }
}

// MARK: - In a store in memory

extension Entity {
  public static var _$isIdentifiedByStore: Bool { _$definition.isKeyedByDatabase }

  public var _$integerIdentifier: Int64? {
    if case .value(.integer(let integer)) = _$entity._$key.value { integer } else { nil }
  }

  public func _$setIntegerIdentifier(_ integer: Int64) {
    _$entity._$key.set(.value(.integer(integer)))
  }
}
