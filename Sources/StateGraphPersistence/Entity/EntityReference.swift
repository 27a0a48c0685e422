/// A reference by several columns: a property that refers to an entity with a composite key, and
/// the columns that store the key.
///
/// A reference to an entity with a key of one column is an ``EntityColumn``.
@_documentation(visibility: internal)
public struct EntityReference: Sendable {
  /// The name of the property in Swift.
  package let property: String
  package let path: any AnyKeyPath & Sendable
  /// The names of the columns, in the order of the referenced key.
  ///
  /// A column may also belong to the primary key of the referring entity, or to another property.
  package let columns: [String]
  package let isOptional: Bool
  let options: [ColumnOption]
  /// Returns the definition of the referenced entity.
  ///
  /// This property is a closure, because definitions can refer to each other and to themselves.
  package let referencedTable: @Sendable () -> EntityDefinition
  /// The types of the referenced key's columns, in key order.
  let partTypes: [any (EntityKey & Bindable).Type]
}

// MARK: - Initialisers for the code that `@Entity` writes

extension EntityReference {
  /// Creates a reference. The columns store the key of the referenced entity.
  public init<Owner: Entity, Target: Entity>(
    _ property: String,
    _ type: Target.Type,
    columns: [String],
    path: KeyPath<Owner, Target>,
    options: [ColumnOption] = []
  ) where Target.TypedIdentifierRawValue: CompositeEntityKey {
    self.property = property
    self.path = path.literal
    self.columns = columns
    self.options = options
    isOptional = false
    referencedTable = { Target._$definition }
    partTypes = Target.TypedIdentifierRawValue._$partTypes
  }

  /// Creates an optional reference. The columns store the key of the referenced entity, or NULL.
  public init<Owner: Entity, Target: Entity>(
    _ property: String,
    _ type: Target?.Type,
    columns: [String],
    path: KeyPath<Owner, Target?>,
    options: [ColumnOption] = []
  ) where Target.TypedIdentifierRawValue: CompositeEntityKey {
    self.property = property
    self.path = path.literal
    self.columns = columns
    self.options = options
    isOptional = true
    referencedTable = { Target._$definition }
    partTypes = Target.TypedIdentifierRawValue._$partTypes
  }

  /// Turns `@Column(columns:)` on a property without a composite key into a compile-time error.
  @_disfavoredOverload
  @available(
    *,
    unavailable,
    message: """
      '@Column(columns:)' is only for a reference to an entity whose key is a 'CompositeKey'. For \
      one column, write '@Column("name")'.
      """
  )
  public init<Owner: Entity, Value>(
    _ property: String,
    _ type: Value.Type,
    columns: [String],
    path: KeyPath<Owner, Value>,
    options: [ColumnOption] = []
  ) {
    preconditionFailure("This initialiser is unavailable.")
  }
}

extension EntityReference {
  func has(_ mark: ColumnOption.Mark) -> Bool {
    options.contains { if case .mark(mark) = $0.kind { true } else { false } }
  }

  var deleteRule: DeleteRule? {
    for option in options { if case .onDelete(let rule) = option.kind { return rule } }
    return nil
  }
}
