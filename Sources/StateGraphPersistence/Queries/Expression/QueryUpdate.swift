import StateGraphNormalization
public import StateGraphSQLite

/// Collects the assignments of ``Query/update(_:)``. The closure of this method receives a
/// `QueryUpdate`, calls `set` for each property, and reads values of the row, such as `$0.price`.
///
/// ```swift
/// try books.query.where { $0.stock == 0 }.update {
///   $0.set(\.price, to: $0.price / 2)
///   $0.set(\.isListed, to: false)
/// }
/// ```
///
/// All assignments of a row use the values that the row has before the update.
@dynamicMemberLookup
public struct QueryUpdate<Element: Entity> {
  private let row: QueryRow<Element>
  private(set) var assignments: [QueryAssignment] = []
  /// The first error that occurred for an assigned value. If the error is not nil, the update
  /// throws it and changes nothing.
  private(set) var failure: DatabaseError?

  init(_ row: QueryRow<Element>) { self.row = row }

  /// Returns the assignments that `body` makes.
  ///
  /// - Throws: The first error that occurred for an assigned value.
  static func assignments(
    _ row: QueryRow<Element>,
    body: (inout QueryUpdate) -> Void
  ) throws(DatabaseError) -> [QueryAssignment] {
    var update = QueryUpdate(row)
    body(&update)
    if let failure = update.failure { throw failure }
    return update.assignments
  }

  /// Returns a column or a relationship of the row, such as `$0.price`.
  public subscript<Member>(dynamicMember path: KeyPath<QueryRow<Element>, Member>) -> Member {
    row[keyPath: path]
  }

  /// Sets a property of every row to the same value.
  public mutating func set<Value: Bindable>(
    _ property: any ReferenceWritableKeyPath<Element, Value> & Sendable,
    to value: Value
  ) {
    do throws(DatabaseError) {
      set(property, to: QueryValue(.value(try value.storedValue())))
    } catch {
      failure = failure ?? error
    }
  }

  /// Sets a property to a value that SQLite computes for each row.
  public mutating func set<Value: Bindable>(
    _ property: any ReferenceWritableKeyPath<Element, Value> & Sendable,
    to value: QueryValue<Value>
  ) {
    assignments.append(
      QueryAssignment(property: PropertyPath(property), value: value.expression) { entity, value in
        let value = try Value.decoded(value)
        return { (entity as? Element)?[keyPath: property] = value }
      }
    )
  }

  /// Makes each row refer to an entity whose key has one column.
  ///
  /// A reference by several columns cannot be set in this way. Assign such a reference to the
  /// property of each entity.
  public mutating func set<Target: Entity>(
    _ property: any ReferenceWritableKeyPath<Element, Target> & Sendable,
    to target: Target
  ) where Target.TypedIdentifierRawValue: Bindable {
    assign(property, to: target) { $0[keyPath: property] = target }
  }

  /// Makes each row refer to an entity whose key has one column. If `target` is nil, the rows refer
  /// to no entity.
  public mutating func set<Target: Entity>(
    _ property: any ReferenceWritableKeyPath<Element, Target?> & Sendable,
    to target: Target?
  ) where Target.TypedIdentifierRawValue: Bindable {
    assign(property, to: target) { $0[keyPath: property] = target }
  }

  private mutating func assign<Target: Entity>(
    _ property: any AnyKeyPath & Sendable,
    to target: Target?,
    change: @escaping @Sendable (Element) -> Void
  ) {
    do throws(DatabaseError) {
      let key = try row.referenceKey(of: target)
      assignments.append(
        QueryAssignment(property: PropertyPath(property), value: .value(key)) { entity, _ in
          return { if let entity = entity as? Element { change(entity) } }
        }
      )
    } catch {
      failure = failure ?? error
    }
  }
}

/// The assignment of a value to a property, for each row of a query.
struct QueryAssignment: Sendable {
  let property: PropertyPath
  let value: QueryExpression
  /// Returns an action that sets the property of an entity in memory to a value. Throws if the
  /// property cannot hold the value. Nothing changes before the action runs.
  let change: @Sendable (any Entity, SQLiteValue) throws -> () -> Void
}
