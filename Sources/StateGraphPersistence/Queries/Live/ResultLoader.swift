import StateGraphLive
import StateGraphSQLite

/// Loads the rows of a live query or of a relationship from the file.
protocol ResultLoader: Sendable {
  /// Returns the plan by which commits update the result in memory.
  ///
  /// Returns nil if only SQL can decide which rows are in the result, or in which order.
  func plan() throws -> MaintenancePlan?

  /// Loads rows from the file, in the order of the plan.
  ///
  /// - Parameters:
  ///   - plan: The plan of the result in memory, or nil to load the complete result with the
  ///     query's own limit and offset.
  ///   - image: The row after which loading begins, or nil to begin with the first row.
  ///   - count: The maximum number of rows to load, or nil to load all rows.
  func rows(_ plan: MaintenancePlan?, after image: RowImage?, count: Int?) throws -> LoadedResult

  /// Returns the entity for a row that a commit has added to the result.
  ///
  /// Returns nil if a later commit has deleted the row, or if the row cannot be loaded.
  ///
  /// - Parameters:
  ///   - image: The columns of the row that are stored in memory.
  ///   - generation: The value of ``generation`` when the commit reported the row.
  func payload(of image: RowImage, since generation: UInt64) throws -> RowObject?

  /// The number of commits that have changed the table.
  ///
  /// ``payload(of:since:)`` compares this number with an earlier value of the property. If the two
  /// differ, a later commit may have changed the row.
  var generation: UInt64 { get }
}

/// The element of a row in a live result, usually an entity.
///
/// The type is erased, so that the code for live results is compiled only once for all entity
/// types.
typealias RowObject = any AnyObject & Sendable
typealias LiveRow = OrderedRows<RowObject>.Row

/// Rows that were loaded from the file for a live query or a relationship.
struct LoadedResult {
  var rows: [LiveRow]
  /// Whether every row that SQL found has an entity.
  ///
  /// An incomplete result is not stored, because missing rows would look like the end of the
  /// result.
  var isComplete = true
}

/// The result of a live query as of one commit.
enum LiveResult: Sendable {
  /// A result in memory that commits update.
  ///
  /// The result shares memory with the results of earlier and later commits.
  case kept(RowSlice<RowObject>)
  /// A result that was loaded for one read. Commits do not update it.
  case read([LiveRow])
}

extension LiveResult: RandomAccessCollection {
  var startIndex: Int { 0 }

  var endIndex: Int {
    switch self {
    case .kept(let rows): rows.count
    case .read(let rows): rows.count
    }
  }

  subscript(position: Int) -> LiveRow {
    switch self {
    case .kept(let rows): rows[position]
    case .read(let rows): rows[position]
    }
  }

  /// Calls `body` with each row in order.
  ///
  /// This method is faster than access by index, which searches for each row.
  func forEach(_ body: (LiveRow) throws -> Void) rethrows {
    switch self {
    case .kept(let rows): try rows.forEach(body)
    case .read(let rows): try rows.forEach(body)
    }
  }

  /// Returns the entities of the rows as an array.
  ///
  /// `type` must be the entity type of the query, because the cast is not checked.
  func entities<Element: Entity>(as type: Element.Type) -> [Element] {
    var objects: [AnyObject] = []
    objects.reserveCapacity(count)
    forEach { objects.append($0.element) }
    // SAFETY: all entities of a result have the same type, and the caller passes this type. Arrays
    // of all classes have the same layout.
    return unsafeBitCast(objects, to: [Element].self)
  }
}
