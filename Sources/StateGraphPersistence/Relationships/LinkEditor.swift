import StateGraphLive
import StateGraphSQLite

/// Changes the links (the rows of a link table) of one owner in the file. Writes only the links
/// that have to change.
struct LinkEditor {
  private let link: LinkTable
  private let owner: EntityAttachment
  /// The links of the owner, in the order of the relationship. Empty if the change does not depend
  /// on the existing links.
  private let links: LiveResult

  init(_ link: LinkTable, owner: EntityAttachment, links: LiveResult) {
    self.link = link
    self.owner = owner
    self.links = links
  }

  /// Adds a link to each of these children, after all existing links.
  func append(_ children: [SQLiteValue]) throws {
    try place(children.map { _ in nil }, added: children, replacing: links.count..<links.count)
  }

  /// Adds a link to a child, before the link at `index`.
  ///
  /// - Throws: `.misuse` if `index` is out of range.
  func insert(_ child: SQLiteValue, at index: Int) throws {
    guard (0...links.count).contains(index) else { throw rangeError }
    try place([nil], added: [child], replacing: index..<index)
  }

  /// Exchanges the positions of two links.
  ///
  /// - Throws: `.misuse` if an index is out of range.
  func swap(_ first: Int, and second: Int) throws {
    guard links.indices.contains(first), links.indices.contains(second) else { throw rangeError }
    if first == second { return }
    if let exchanged = positions.exchange(first, with: second) {
      return try write(exchanged, added: [])
    }
    let range = min(first, second)..<(max(first, second) + 1)
    var items: [Int?] = Array(range)
    items.swapAt(0, items.count - 1)
    try place(items, added: [], replacing: range)
  }

  /// Moves a link, so that it has the index `end` afterwards.
  ///
  /// - Throws: `.misuse` if an index is out of range.
  func move(from start: Int, to end: Int) throws {
    guard links.indices.contains(start), links.indices.contains(end) else { throw rangeError }
    if start == end { return }
    let range = min(start, end)..<(max(start, end) + 1)
    var items: [Int?] = Array(range)
    items.insert(items.remove(at: start - range.lowerBound), at: end - range.lowerBound)
    try place(items, added: [], replacing: range)
  }

  /// Replaces the links of a range by links to these children. Existing links to the same children
  /// are kept, and get new positions if necessary.
  func replace(_ range: Range<Int>, by children: some Collection<SQLiteValue>) throws {
    var unused: [SQLiteValue: [Int]] = [:]
    for index in range.reversed() {
      unused[links[index].image[LinkTable.childPlace], default: []].append(index)
    }
    // A child that occurs twice gets two links, if the table allows that.
    let items = children.map { unused[$0]?.popLast() }
    let database = try owner.table.graph.database()
    for surplus in unused.values.joined().sorted() {
      try link.delete(link.key(of: links[surplus].image), in: database)
    }
    let added = zip(items, children).filter { $0.0 == nil }.map(\.1)
    try place(items, added: added, replacing: range)
  }

  private var rangeError: DatabaseError {
    DatabaseError(
      .misuse,
      "A relationship of \(owner.table.name) was edited at an index that it does not have.",
      remedy: "Read the relationship in the write that edits it."
    )
  }
}

// MARK: - Positions

extension LinkEditor {
  private var positions: LinkPositions {
    LinkPositions(count: links.count) { index in
      let value = links[index].image[LinkTable.orderPlace]
      if case .integer(let position) = value { return position } else { return nil }
    }
  }

  /// Writes the links of a range in a new order.
  ///
  /// - Parameters:
  ///   - items: The new order. An item is the index of an existing link, or nil for a new link.
  ///   - added: The children of the new links, in order.
  ///   - range: The links that the items replace.
  private func place(
    _ items: [Int?],
    added: [SQLiteValue],
    replacing range: Range<Int>
  ) throws {
    guard link.order != nil else {
      for child in added { try insert(child, at: nil) }
      return
    }
    try write(positions.place(items, replacing: range), added: added)
  }

  private func write(_ placements: [LinkPositions.Placement], added: [SQLiteValue]) throws {
    let database = try owner.table.graph.database()
    for move in positions.moves(placements, keepingUnique: link.hasUniqueOrder) {
      let key = link.key(of: links[move.link].image, at: move.origin)
      try link.move(key, to: move.position, in: database)
    }
    let places = placements.filter { $0.link == nil }.map(\.position)
    for (child, place) in zip(added, places) { try insert(child, at: place) }
  }

  private func insert(_ child: SQLiteValue, at place: Int64?) throws {
    let graph = owner.table.graph
    // A deferred update may be a condition for the link, such as a new value of a unique column.
    graph.willUseTransaction()
    try link.insert(owner: owner.key.first, child: child, at: place, in: graph.database())
  }
}
