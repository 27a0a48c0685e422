package import StateGraphRows

/// Aggregates for each value of a column (`GROUP BY`). They are updated from changed rows. The
/// groups keep what they need of every row, so that no row has to be read again. Call a `hydrate`
/// method before anything else.
///
/// Each group is also a row: its image has the group's value, followed by the results of the
/// functions (NULL for a result without a value). The changes of groups can therefore be applied to
/// another maintained result, which sorts or counts the groups.
package struct MaintainedGroups: Sendable {
  package typealias Row = OrderedRows<Group>.Row

  /// The state of one group.
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
  /// The groups in the order of their values. Groups without rows are removed.
  private var groups: OrderedRows<Group>

  /// - Parameters:
  ///   - term: The column to group by. Values that are equal under its collation form one group.
  ///     The value of the group is the one that was added first.
  ///   - functions: The aggregate functions of each group.
  package init(by term: RowOrder.Term, _ functions: [AggregateFunction]) {
    (column, self.functions) = (term.column, functions)
    groups = OrderedRows(RowOrder([term.alone]))
  }

  /// Replaces all groups with the groups of the given rows.
  ///
  /// - Parameter images: All matching rows.
  package mutating func hydrate(_ images: some Sequence<RowImage>) {
    let order = groups.order
    hydrate(sorted: images.sorted { order.compare(value(of: $0), value(of: $1)) < 0 })
  }

  /// Replaces all groups with the groups of the given rows.
  ///
  /// - Parameter images: All matching rows, sorted by the column to group by.
  package mutating func hydrate(sorted images: some Sequence<RowImage>) {
    var hydrated: [Row] = []
    var group: (value: RowImage, content: Group)?
    func finish() {
      guard let group else { return }
      let image = MaintainedGroups.image(of: group.value, group.content)
      hydrated.append(Row(image: image, element: group.content))
    }
    // Builds one group after another, so that the current group changes in place without a copy.
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

  /// Updates the groups for the change of one row.
  ///
  /// - Parameters:
  ///   - old: The row's image before the change; nil if the row did not match.
  ///   - new: The row's image after the change; nil if the row does not match.
  ///   - groupDidChange: Called with a group's image before and after the change. An image is nil
  ///     if the group did not exist before the change, or does not exist after it.
  package mutating func apply(
    old: RowImage?,
    new: RowImage?,
    groupDidChange: (RowImage?, RowImage?) -> Void = { _, _ in }
  ) -> MaintenanceOutcome {
    var outcome = MaintenanceOutcome.unchanged
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

  /// The groups in the order of their values. The slice does not change when the groups change.
  package var visible: RowSlice<Group> { RowSlice(groups) }

  /// The group with a value; nil if there is none.
  package subscript(value: SQLiteValue) -> Group? {
    let position = groups.position(of: [value])
    return position.isPresent ? groups.row(at: position).element : nil
  }

  private func value(of image: RowImage) -> RowImage { RowImage([column], of: image) }

  /// Applies the change of one row to a single group. If both images are given, they belong to the
  /// same group.
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
    let now = MaintainedGroups.image(of: before?.image ?? value, group)
    // The results are compared, because the images are also identical if both have NULL for results
    // without a value.
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

  /// Returns the image of a group: its value, followed by the results of its functions.
  ///
  /// - Parameters:
  ///   - value: An image with the group's value in the first column. Its bytes are copied
  ///     unchanged, because text may be invalid UTF-8.
  ///   - group: The group.
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
