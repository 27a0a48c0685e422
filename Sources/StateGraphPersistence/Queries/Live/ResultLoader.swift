import StateGraphLive
import StateGraphSQLite

/// Loads the result of a live query, or of a relationship, from the file if its slot keeps no rows.
protocol ResultLoader: Sendable {
  /// Returns how commits update the result. Returns nil if only SQL can decide which rows belong to
  /// the result, or in which order.
  func plan() throws -> MaintenancePlan?

  /// Loads rows from the file, in the order of the plan.
  ///
  /// - Parameters:
  ///   - plan: Nil to load the complete result with the query's own limit and offset.
  ///   - image: The loaded rows sort after this image. Nil to load from the first row on.
  ///   - count: The maximum number of rows to load; nil for all.
  func rows(_ plan: MaintenancePlan?, after image: RowImage?, count: Int?) throws -> LoadedResult

  /// Returns the entity for a row that a commit has added to the result. Returns nil if a later
  /// commit has deleted the row, or if the row cannot be loaded.
  ///
  /// - Parameters:
  ///   - image: The columns of the row that the slot keeps.
  ///   - generation: The value of ``generation`` at that commit.
  func payload(of image: RowImage, since generation: UInt64) throws -> RowObject?

  /// The number of commits that have touched the table. The slot reads it under its lock.
  var generation: UInt64 { get }
}

/// The element of a row in a live result: an entity with its type erased. The code for live results
/// is therefore compiled only once, and not for every entity type.
typealias RowObject = any AnyObject & Sendable
typealias LiveRow = OrderedRows<RowObject>.Row

/// Rows that were read from the file.
struct LoadedResult {
  var rows: [LiveRow]
  /// Whether every row that SQL found has an entity. A slot does not keep an incomplete result,
  /// because it would take the missing rows for the end of the result.
  var isComplete = true
}

/// The result of a live query as of one commit.
enum LiveResult: Sendable {
  /// A result that is updated by commits. It shares memory with the results of earlier and later
  /// commits.
  case kept(RowSlice<RowObject>)
  /// A result that was loaded for one read, and that commits do not update.
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

  /// Calls `body` with each row. This is faster than indexing, which has to search for each index.
  func forEach(_ body: (LiveRow) throws -> Void) rethrows {
    switch self {
    case .kept(let rows): try rows.forEach(body)
    case .read(let rows): try rows.forEach(body)
    }
  }

  /// Returns the entities of the rows, as an array of their type.
  func entities<Element: Entity>(as type: Element.Type) -> [Element] {
    var objects: [AnyObject] = []
    objects.reserveCapacity(count)
    forEach { objects.append($0.element) }
    // SAFETY: a loader makes entities of one type, which is the caller's. Arrays of all classes
    // have the same layout.
    return unsafeBitCast(objects, to: [Element].self)
  }
}
