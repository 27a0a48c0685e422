package import StateGraphRows

/// Aggregates for each value of a column (`GROUP BY`), kept from the changed rows alone. They keep
/// what they need of every row, so that nothing is ever read again. Hydrate them before anything
/// else.
///
/// A group is a row too: its image has the value that the group is of, and then the functions'
/// results, NULL where a result is no value. So groups can be put into an order, or counted, by
/// feeding their changes on.
package struct LiveGroups: Sendable {
  package typealias Row = OrderedRows<Group>.Row

  /// What is known of the rows of one group.
  package struct Group: Sendable {
    fileprivate var rowCount = 0
    private var states: [any RowAggregate]
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
  /// The groups in the order of their values; a group without rows is none.
  private var groups: OrderedRows<Group>

  /// - Parameter term: The column to group by. Values that it holds equal are one group, which is
  ///   called by the first of them that came.
  package init(by term: RowOrder.Term, _ functions: [AggregateFunction]) {
    (column, self.functions) = (term.column, functions)
    groups = OrderedRows(RowOrder([term.alone]))
  }

  /// Starts afresh.
  ///
  /// - Parameter images: All rows that match.
  package mutating func hydrate(_ images: some Sequence<RowImage>) {
    let order = groups.order
    hydrate(sorted: images.sorted { order.compare(value(of: $0), value(of: $1)) < 0 })
  }

  /// Starts afresh.
  ///
  /// - Parameter images: All rows that match, by the column that they are grouped by.
  package mutating func hydrate(sorted images: some Sequence<RowImage>) {
    var hydrated: [Row] = []
    var group: (value: RowImage, content: Group)?
    func finish() {
      guard let group else { return }
      let image = LiveGroups.image(of: group.value, group.content)
      hydrated.append(Row(image: image, element: group.content))
    }
    // Group by group, so that each is changed where it lies.
    let order = groups.order
    for image in images {
      let value = value(of: image)
      if group.map({ order.compare($0.value, value) != 0 }) ?? true {
        finish()
        group = (value, Group(functions))
      }
      group?.content.rowCount += 1
      _ = group?.content.apply(old: nil, new: image)
    }
    finish()
    groups = OrderedRows(order, sorted: hydrated)
  }

  /// Takes in the change of one row.
  ///
  /// - Parameter groupDidChange: Is given a group's image before and now; nil where it was or is
  ///   none.
  package mutating func apply(
    old: RowImage?,
    new: RowImage?,
    groupDidChange: (RowImage?, RowImage?) -> Void = { _, _ in }
  ) -> LiveOutcome {
    var outcome = LiveOutcome.unchanged
    func note(_ before: RowImage?, _ now: RowImage?) {
      outcome = .changed
      groupDidChange(before, now)
    }
    let isConsistent: Bool
    if let old, let new, groups.order.compare(value(of: old), value(of: new)) == 0 {
      isConsistent = change(old, new, note)
    } else {
      isConsistent =
        (old.map { change($0, nil, note) } ?? true) && (new.map { change(nil, $0, note) } ?? true)
    }
    return isConsistent ? outcome : .inconsistent
  }

  /// The groups in the order of their values: stays as it is.
  package var visible: RowSlice<Group> { RowSlice(groups) }

  /// The group of a value.
  package subscript(value: SQLiteValue) -> Group? {
    let position = groups.position(of: [value])
    return position.isPresent ? groups.row(at: position).element : nil
  }

  private func value(of image: RowImage) -> RowImage { RowImage([column], of: image) }

  /// Of one group: a row came, left, or became another.
  private mutating func change(
    _ old: RowImage?,
    _ new: RowImage?,
    _ didChange: (RowImage?, RowImage?) -> Void
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
    let now = LiveGroups.image(of: before?.image ?? value, group)
    // Of two results that are no values the images are the same.
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

  /// - Parameter value: An image with the group's value in the first column, which is copied as it
  ///   is: text need not be what a String holds.
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
