package import StateGraphRows

/// The results of aggregate functions for each value of a column (`GROUP BY`).
///
/// Each changed row updates its group, so the query does not have to run again. Call a `hydrate`
/// method first to load the matching rows.
///
/// Each group is also available as a row: the group's value, followed by the results of the
/// functions. A result without a value is NULL. Because the groups are rows, another live query can
/// sort or count them.
package struct MaintainedGroups: Sendable {
  package typealias Row = OrderedRows<Group>.Row

  /// One group: the number of its rows, and the data of each aggregate function over these rows.
  package struct Group: Sendable {
    fileprivate var rowCount = 0
    private var states: [any AggregateState]
    package var results: [AggregateResult] { states.map(\.result) }

    fileprivate func hasSameResults(as other: Group) -> Bool {
      zip(states, other.states).allSatisfy { $0.result.isIdentical(to: $1.result) }
    }

    fileprivate init(_ functions: [AggregateFunction]) {
      states = functions.map(\.stateOfAllRows)
    }

    fileprivate mutating func apply(old: RowImage?, new: RowImage?) -> Bool {
      states.indices.allSatisfy { states[$0].apply(old: old, new: new) }
    }
  }

  private let column: Int
  private let functions: [AggregateFunction]
  /// The groups in the order of their values. A group is removed when its last row is removed.
  private var groups: OrderedRows<Group>

  /// Creates an empty set of groups. Call a `hydrate` method before you read the groups.
  ///
  /// - Parameters:
  ///   - term: The column to group by. Values that are equal under its collation form one group.
  ///     The first added value becomes the value of the group.
  ///   - functions: The aggregate functions of each group.
  package init(by term: RowOrder.Term, _ functions: [AggregateFunction]) {
    (column, self.functions) = (term.column, functions)
    groups = OrderedRows(RowOrder([term.alone]))
  }

  /// Replaces all groups with the groups of the given rows, which may be in any order.
  ///
  /// - Parameter images: All rows that match the query.
  package mutating func hydrate(_ images: some Sequence<RowImage>) {
    let order = groups.order
    hydrate(sorted: images.sorted { order.compare(value(of: $0), with: value(of: $1)) < 0 })
  }

  /// Replaces all groups with the groups of the given rows, without sorting the rows again.
  ///
  /// - Parameter images: All rows that match the query, sorted by the column to group by.
  package mutating func hydrate(sorted images: some Sequence<RowImage>) {
    var hydrated: [Row] = []
    var group: (value: RowImage, content: Group)?
    func finish() {
      guard let group else { return }
      let image = MaintainedGroups.image(of: group.value, group.content)
      hydrated.append(Row(image: image, element: group.content))
    }
    // The loop completes each group before it starts the next group. So it changes the current
    // group in place, without copying it.
    let order = groups.order
    for image in images {
      let value = value(of: image)
      if group.map({ order.compare($0.value, with: value) != 0 }) ?? true {
        finish()
        group = (value, Group(functions))
      }
      group?.content.rowCount += 1
      _ = group?.content.apply(old: nil, new: image)
    }
    finish()
    groups = OrderedRows(order, sorted: hydrated)
  }

  /// Updates the groups after the change of one row.
  ///
  /// Returns `inconsistent` if no group can contain the removed row. In this case, the caller must
  /// load all rows again.
  ///
  /// - Parameters:
  ///   - old: The row's image before the change; nil if the row did not match the query.
  ///   - new: The row's image after the change; nil if the row does not match the query.
  ///   - groupDidChange: Called with a group's image before and after the change. An image is nil
  ///     if the group did not exist before the change, or does not exist after it.
  package mutating func apply(
    old: RowImage?,
    new: RowImage?,
    groupDidChange: (RowImage?, RowImage?) -> Void = { _, _ in }
  ) -> MaintenanceOutcome {
    var outcome = MaintenanceOutcome.unchanged
    func note(before: RowImage?, now: RowImage?) {
      outcome = .changed
      groupDidChange(before, now)
    }
    let isConsistent: Bool
    if let old, let new, groups.order.compare(value(of: old), with: value(of: new)) == 0 {
      isConsistent = change(from: old, to: new, didChange: note)
    } else {
      isConsistent =
        (old.map { change(from: $0, to: nil, didChange: note) } ?? true)
        && (new.map { change(from: nil, to: $0, didChange: note) } ?? true)
    }
    return isConsistent ? outcome : .inconsistent
  }

  /// The groups in the order of their values.
  ///
  /// The slice is a snapshot. Later changes of the groups do not change it.
  package var visible: RowSlice<Group> { RowSlice(groups) }

  /// Returns the group whose rows have this value. Returns nil if no row has the value.
  package subscript(value: SQLiteValue) -> Group? {
    let position = groups.position(of: [value])
    return position.isPresent ? groups.row(at: position).element : nil
  }

  /// Returns the number of groups before the group of an image, and the group itself. Returns nil
  /// if the group does not exist.
  ///
  /// - Parameter image: An image with the group's value in the first column.
  package func place(of image: RowImage) -> (rank: Int, group: Group)? {
    let position = groups.position(of: image)
    guard position.isPresent else { return nil }
    return (groups.rank(at: position), groups.row(at: position).element)
  }

  private func value(of image: RowImage) -> RowImage { RowImage([column], of: image) }

  /// Updates one group after the change of one of its rows.
  ///
  /// If both images are given, both rows must be in the same group. Returns false if the removed
  /// row cannot have been in the group.
  private mutating func change(
    from old: RowImage?,
    to new: RowImage?,
    didChange: (RowImage?, RowImage?) -> Void
  ) -> Bool {
    guard let image = new ?? old else { return true }
    let value = value(of: image)
    let position = groups.position(of: value)
    guard position.isPresent || old == nil else { return false }
    let before = position.isPresent ? groups.row(at: position) : nil
    var group = before?.element ?? Group(functions)
    group.rowCount += (new == nil ? 0 : 1) - (old == nil ? 0 : 1)
    guard group.apply(old: old, new: new) else { return false }
    if group.rowCount == 0 {
      _ = groups.remove(at: position)
      didChange(before?.image, nil)
      return true
    }
    let now = MaintainedGroups.image(of: before?.image ?? value, group)
    // Compares the results and not the images, because different results without a value, such as
    // an overflow and an unknown sum, are NULL in both images.
    let isSame = before?.element.hasSameResults(as: group) ?? false
    let row = Row(image: isSame ? before?.image ?? now : now, element: group)
    if position.isPresent {
      groups.replace(row, at: position)
    } else {
      _ = groups.insert(row, at: position)
    }
    if !isSame { didChange(before?.image, now) }
    return true
  }

  /// Returns a group as a row: the group's value, followed by the results of its functions.
  ///
  /// - Parameters:
  ///   - value: An image with the group's value in the first column. The bytes of the value are
  ///     copied unchanged, because a text may be invalid UTF-8.
  ///   - group: The group whose results are added.
  private static func image(of value: RowImage, _ group: Group) -> RowImage {
    let results = RowImage(
      group.results.map { if case .value(let value) = $0 { value } else { .null } }
    )
    return withExtendedLifetime((value, results)) {
      let cells = [value.cell(at: 0)] + results.indices.map { results.cell(at: $0) }
      return cells.withUnsafeBufferPointer { RowImage(cells: $0) }
    }
  }
}
