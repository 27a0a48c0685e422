import StateGraphPersistence
import Synchronization

/// Three nested queries for each user: the latest activities of an organization, with the account
/// of each; the richest accounts of the organization, with the latest activities of each; and the
/// organizations by total, with the richest accounts of each.
final class LedgerObservers {
  private let organizations: EntityStore<Organization>
  private let accounts: EntityStore<Account>
  private let activities: EntityStore<Activity>
  private var sums: [Latest<LedgerSum>] = []
  private var nodes: [Computed<LedgerSum>] = []
  private var subscription: AnyCancellable?

  init(_ database: Database) throws {
    organizations = try EntityStore<Organization>(database)
    accounts = try EntityStore<Account>(database)
    activities = try EntityStore<Activity>(database)
    for user in 0..<RelationalThroughput.userCount {
      let number = user % LedgerContent.organizationCount
      guard let organization = organizations.get(by: .init(number)) else { continue }
      // `check` expects the order of `LedgerQuery`.
      nodes += [latestActivities(organization), richestAccounts(organization), leaders()]
    }
    sums = nodes.map { _ in Latest() }
    subscription = withGraphTracking {
      for (node, sum) in zip(nodes, sums) { node.onChange(sum.receive) }
    }
  }

  private func latestActivities(_ organization: Organization) -> Computed<LedgerSum> {
    let window = activities.query.where { $0.organization == organization }
      .order { $0.typedID.descending }.limit(RelationalThroughput.windowSize).live
    return Computed { _ in
      var sum = LedgerSum()
      for activity in window.wrappedValue {
        var row = LedgerSum()
        row.add(activity.typedID.raw, activity.amount)
        row.add(activity.account.typedID.raw, activity.account.balance)
        sum.add(activity.typedID.raw, row)
      }
      return sum
    }
  }

  private func richestAccounts(_ organization: Organization) -> Computed<LedgerSum> {
    let rows = RowNodes<Account> { [activities] account in
      let children = activities.query.where { $0.account == account }
        .order { $0.typedID.descending }.limit(RelationalThroughput.childCount).live
      return Computed { _ in
        var row = LedgerSum()
        row.add(account.typedID.raw, account.balance)
        for activity in children.wrappedValue { row.add(activity.typedID.raw, activity.amount) }
        return row
      }
    }
    let window = accounts.query.where { $0.organization == organization }
      .order { $0.balance.descending }.limit(RelationalThroughput.windowSize).live
    return rows.sum(of: window)
  }

  private func leaders() -> Computed<LedgerSum> {
    let rows = RowNodes<Organization> { [accounts] organization in
      let children = accounts.query.where { $0.organization == organization }
        .order { $0.balance.descending }.limit(RelationalThroughput.childCount).live
      return Computed { _ in
        var row = LedgerSum()
        row.add(organization.typedID.raw, organization.total)
        for account in children.wrappedValue { row.add(account.typedID.raw, account.balance) }
        return row
      }
    }
    let window = organizations.query.order { $0.total.descending }
      .limit(RelationalThroughput.windowSize).live
    return rows.sum(of: window)
  }

  /// Compares the last values of the observers with the file.
  func check(_ database: Database) throws {
    for (index, sum) in sums.enumerated() {
      let user = index / LedgerQuery.allCases.count
      let query = LedgerQuery.allCases[index % LedgerQuery.allCases.count]
      let expected = try query.sum(of: user % LedgerContent.organizationCount) { sql, key in
        try database.rows(.raw(sql, arguments: key.map { [$0] } ?? [])).map(\.integers)
      }
      verify(sum.value == expected, "\(query) of user \(user)")
    }
  }
}

/// One node for each row of a window and its children. A write evaluates only the nodes of the
/// affected rows. Each user has separate nodes.
private final class RowNodes<Parent: Entity>: Sendable {
  private let nodes = Mutex<[Parent.TypedID: Computed<LedgerSum>]>([:])
  private let make: @Sendable (Parent) -> Computed<LedgerSum>

  init(_ make: @escaping @Sendable (Parent) -> Computed<LedgerSum>) { self.make = make }

  func sum(of window: Computed<LiveCollection<Parent>>) -> Computed<LedgerSum>
  where Parent.TypedIdentifierRawValue == Int {
    Computed { _ in
      var sum = LedgerSum()
      for row in window.wrappedValue { sum.add(row.typedID.raw, self.node(of: row).wrappedValue) }
      return sum
    }
  }

  private func node(of parent: Parent) -> Computed<LedgerSum> {
    nodes.withLock { nodes in
      if let known = nodes[parent.typedID] { return known }
      let made = make(parent)
      nodes[parent.typedID] = made
      return made
    }
  }
}
