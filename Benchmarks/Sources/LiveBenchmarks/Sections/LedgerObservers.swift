import StateGraphPersistence
import Synchronization

/// Three nested queries for each user: the latest activities of an organization with the account of
/// each; its richest accounts with the latest activities of each; the organizations by total with
/// the richest accounts of each.
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
      // In the order of `LedgerQuery`.
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
        sum.add(activity.typedID.raw, activity.amount)
        sum.add(activity.account.typedID.raw, activity.account.balance)
      }
      return sum
    }
  }

  private func richestAccounts(_ organization: Organization) -> Computed<LedgerSum> {
    let window = accounts.query.where { $0.organization == organization }
      .order { $0.balance.descending }.limit(RelationalThroughput.windowSize).live
    let children = ChildQueries<Account, Activity> { [activities] account in
      activities.query.where { $0.account == account }
        .order { $0.typedID.descending }.limit(RelationalThroughput.childCount)
    }
    return Computed { _ in
      var sum = LedgerSum()
      for account in window.wrappedValue {
        sum.add(account.typedID.raw, account.balance)
        for activity in children.of(account) { sum.add(activity.typedID.raw, activity.amount) }
      }
      return sum
    }
  }

  private func leaders() -> Computed<LedgerSum> {
    let window = organizations.query.order { $0.total.descending }
      .limit(RelationalThroughput.windowSize).live
    let children = ChildQueries<Organization, Account> { [accounts] organization in
      accounts.query.where { $0.organization == organization }
        .order { $0.balance.descending }.limit(RelationalThroughput.childCount)
    }
    return Computed { _ in
      var sum = LedgerSum()
      for organization in window.wrappedValue {
        sum.add(organization.typedID.raw, organization.total)
        for account in children.of(organization) { sum.add(account.typedID.raw, account.balance) }
      }
      return sum
    }
  }

  /// Compares what the observers were last told with the file.
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

/// The live query of each parent, made when it is first asked for.
private final class ChildQueries<Parent: Entity, Child: Entity>: Sendable {
  private let nodes = Mutex<[Parent.TypedID: Computed<LiveCollection<Child>>]>([:])
  private let query: @Sendable (Parent) -> Query<Child>

  init(_ query: @escaping @Sendable (Parent) -> Query<Child>) { self.query = query }

  func of(_ parent: Parent) -> LiveCollection<Child> {
    let node = nodes.withLock { nodes in
      if let known = nodes[parent.typedID] { return known }
      let made = query(parent).live
      nodes[parent.typedID] = made
      return made
    }
    return node.wrappedValue
  }
}
