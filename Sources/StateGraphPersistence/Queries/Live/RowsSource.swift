import StateGraphLive
import StateGraphSQLite

/// Where a slot gets its rows from when nothing is kept.
protocol RowsSource: Sendable {
  /// How the rows are followed; nil where only SQL can tell which ones belong, or in which order.
  func plan() throws -> RowsPlan?

  /// The rows in order: the first `count`, or those behind `image`; nil for all. Without a plan the
  /// result as it is.
  func rows(_ plan: RowsPlan?, after image: RowImage?, count: Int?) throws -> LoadedRows

  /// What stands for a row that a commit has brought, whose kept columns are `image`. Nil where the
  /// row is gone again, or nothing can stand for it.
  ///
  /// - Parameter generation: ``generation`` at that commit.
  func payload(of image: RowImage, since generation: UInt64) throws -> RowObject?

  /// Counts the commits that touched the table. Runs under a lock.
  var generation: UInt64 { get }
}

/// What stands for a row of a live query: an entity, without its type, so that everything between
/// the commit and the user's array is compiled for one type.
typealias RowObject = any AnyObject & Sendable
typealias LiveRow = OrderedRows<RowObject>.Row

struct LoadedRows {
  var rows: [LiveRow]
  /// Whether something stands for every row that SQL found: what a limit left out is not known
  /// otherwise.
  var isWhole = true
}

/// The rows of a live query at one commit.
enum SlotRows: Sendable {
  /// Shares its memory with those of the commits before and after.
  case kept(RowSlice<RowObject>)
  case read([LiveRow])
}

extension SlotRows: RandomAccessCollection {
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

  /// Calls `body` with each row: an index would be looked up for each.
  func forEach(_ body: (LiveRow) throws -> Void) rethrows {
    switch self {
    case .kept(let rows): try rows.forEach(body)
    case .read(let rows): try rows.forEach(body)
    }
  }

  /// What stands for the rows, which are entities of one type.
  func entities<Element: Entity>(as type: Element.Type) -> [Element] {
    var objects: [AnyObject] = []
    objects.reserveCapacity(count)
    forEach { objects.append($0.element) }
    // SAFETY: a source of rows makes entities of one type, which is the caller's; an array of one
    // class is laid out as that of any other.
    return unsafeBitCast(objects, to: [Element].self)
  }
}
