import StateGraphSQLite

/// The changes of one or several commits, from which a ``CommitReport`` is made: the number of
/// changed rows for each table, and the number of invalidated graph nodes.
///
/// A small commit is kept with its rows. These rows are counted only on request, because the counts
/// are rarely read. A large commit is counted immediately, and only its counts are stored, to save
/// memory.
struct CommitChanges: Sendable {
  /// The number of the newest of these commits.
  private(set) var number: UInt64
  private(set) var commitCount = 1
  private(set) var isSchemaChanged = false
  /// The number of live queries and relationships that the commits invalidated.
  private(set) var markedSlotCount = 0
  /// The number of graph nodes of all kinds that the commits invalidated directly. Nodes that only
  /// depend on these nodes are not counted.
  private(set) var touchedNodeCount = 0
  /// The changes of a small commit whose rows have not been counted yet, or nil if ``counted`` has
  /// the counts of all rows.
  private var uncounted: ChangeSet?
  private var counted: [TableCounts] = []

  struct TableCounts: Sendable {
    let name: String
    var rows: RowChangeCounts
  }

  /// Creates an empty sum, to which ``add(_:)`` adds commits. `number` is the number of the last
  /// commit before the sum.
  init(after number: UInt64) { (self.number, commitCount) = (number, 0) }

  init(
    _ changeSet: ChangeSet,
    number: UInt64,
    markedSlotCount: Int,
    touchedNodeCount: Int
  ) {
    self.number = number
    self.markedSlotCount = markedSlotCount
    self.touchedNodeCount = touchedNodeCount
    isSchemaChanged = changeSet.schemaChanged
    if changeSet.isSmall { uncounted = changeSet } else { counted = Self.count(changeSet) }
  }

  /// The counts of changed rows for each changed table, in no particular order.
  var tables: [TableCounts] { uncounted.map(Self.count) ?? counted }

  private static func count(_ changeSet: ChangeSet) -> [TableCounts] {
    changeSet.tables.map { TableCounts(name: $0.string, rows: RowChangeCounts($1)) }
  }

  mutating func add(_ later: CommitChanges) {
    number = later.number
    commitCount += later.commitCount
    isSchemaChanged = isSchemaChanged || later.isSchemaChanged
    markedSlotCount += later.markedSlotCount
    touchedNodeCount += later.touchedNodeCount
    (counted, uncounted) = (tables, nil)
    for table in later.tables {
      if let place = counted.firstIndex(where: { $0.name.hasSameBytes(as: table.name) }) {
        counted[place].rows.add(table.rows)
      } else {
        counted.append(table)
      }
    }
  }
}

extension ChangeSet {
  /// Whether the change set is small enough to be kept in memory: at most 16 rows and 16 KiB.
  fileprivate var isSmall: Bool {
    var (rowCount, size) = (0, 0)
    for changes in tables.values {
      guard case .rows(let rows) = changes else { continue }
      rowCount += rows.count
      guard rowCount <= 16 else { return false }
      for row in rows { size += (row.old?.payloadSize ?? 0) + (row.new?.payloadSize ?? 0) }
    }
    return size <= 16_384
  }
}

/// The numbers of inserted, deleted and updated rows of one table, and the updated columns.
struct RowChangeCounts: Sendable {
  private(set) var insertedCount = 0
  private(set) var deletedCount = 0
  private(set) var updatedCount = 0
  private(set) var updatedColumns = ColumnPlaces()
  private(set) var isReset = false

  init(_ changes: TableChanges) {
    guard case .rows(let rows) = changes else {
      isReset = true
      return
    }
    for row in rows {
      switch (row.old, row.new) {
      case (nil, _): insertedCount += 1
      case (_, nil): deletedCount += 1
      case (let old?, let new?):
        updatedCount += 1
        // A column that has already changed in another row is not compared again.
        for index in old.indices
        where !updatedColumns.contains(index) && !old.isIdentical(at: index, to: new) {
          updatedColumns.insert(index)
        }
      }
    }
  }

  mutating func add(_ later: RowChangeCounts) {
    insertedCount += later.insertedCount
    deletedCount += later.deletedCount
    updatedCount += later.updatedCount
    updatedColumns.formUnion(later.updatedColumns)
    isReset = isReset || later.isReset
  }
}

/// A set of column positions. Positions below 64 need no memory allocation.
struct ColumnPlaces: Sendable {
  private var first: UInt64 = 0
  private var further: Set<Int> = []

  func contains(_ place: Int) -> Bool {
    place < 64 ? first & 1 << UInt64(place) != 0 : further.contains(place)
  }

  mutating func insert(_ place: Int) {
    if place < 64 { first |= 1 << UInt64(place) } else { further.insert(place) }
  }

  mutating func formUnion(_ other: ColumnPlaces) {
    first |= other.first
    further.formUnion(other.further)
  }
}
