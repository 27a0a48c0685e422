import StateGraph
import StateGraphCore
import StateGraphLive
import Synchronization
import TestSupport
import Testing

@testable import StateGraphPersistence
@testable import StateGraphSQLite

/// Commits during the read of a live query, as another thread may make them: the rows that were
/// read before a commit are not kept after it.
@Suite struct LiveInterruptionTests {
  let scene: QueryScene
  let interruption = Interruption()
  var database: Database { scene.database }
  var graph: DatabaseGraph { DatabaseGraph.of(database) }

  init() throws {
    scene = try QueryScene()
    try database.execute("UPDATE articles SET views = 100 + views WHERE id IN ('a1', 'a2')")
  }

  @Test func `a commit during the first read of a live query is in the second`() throws {
    try withRows { slot, fresh throws in
      interruption.isNext { [database] in
        try database.execute("UPDATE articles SET views = 1 WHERE id = 'a1'")
      }
      #expect(try slot.rows().ids.contains("a1") == false)
      #expect(try slot.rows().ids == fresh())
    }
  }

  @Test func `a commit while another is followed is followed too`() throws {
    try withRows { slot, fresh throws in
      _ = try slot.rows()
      let reads = graph.reads.total
      try database.execute("UPDATE articles SET views = 1 WHERE id = 'a1'")
      interruption.isNext { [database] in
        try database.execute("UPDATE articles SET views = 1 WHERE id = 'a2'")
      }
      #expect(try slot.rows().ids.contains("a2") == false)
      #expect(try slot.rows().ids == fresh())
      #expect(graph.reads.total == reads)
    }
  }

  @Test func `a commit during the first read of an aggregate is in the second`() throws {
    let query = scene.articles.query.where { $0.views < 60 }
    guard case .table(let table) = query.source else { return }
    let source = InterruptedAggregates(
      source: QueryAggregateLoader(query: table, shape: query.shape, result: .aggregate(.count)),
      interruption: interruption
    )
    let slot = AggregateSlot(source, reads: graph.reads, named: SignalName("interrupted"))
    let registration = SlotRegistration(slot, routes: [route(of: table)], in: graph)
    interruption.isNext { [database] in
      try database.execute("UPDATE articles SET views = 1 WHERE id = 'a1'")
    }
    let before = try query.fetchCount()
    #expect(try slot.rows() == [[.integer(Int64(before))]])
    #expect(try slot.rows() == [[.integer(Int64(before + 1))]])
    withExtendedLifetime(registration) {}
  }

  /// Calls `body` with a slot that the router finds, and with a fresh read for comparison.
  private func withRows(_ body: (ResultSlot, () throws -> [String]) throws -> Void) throws {
    let query = scene.articles.query.where { $0.views < 60 }
    guard case .table(let table) = query.source else { return }
    let source = InterruptedRows(
      source: QueryLoader(query: table, shape: query.shape),
      interruption: interruption
    )
    let slot = ResultSlot(source, reads: graph.reads, named: SignalName("interrupted"))
    let registration = SlotRegistration(slot, routes: [route(of: table)], in: graph)
    try body(slot) { try query.fetch().ids }
    withExtendedLifetime(registration) {}
  }

  private func route(of table: QueryTable<Article>) -> TableRoute {
    let template = RouteTemplate(
      table: "articles",
      matchColumns: [],
      watchedColumns: ["id", "views"]
    )
    return TableRoute(template, values: [], in: table.table.layout.table)
  }
}

/// A closure that runs once, in the middle of the next read.
final class Interruption: Sendable {
  private let body = Mutex<(@Sendable () throws -> Void)?>(nil)

  func isNext(_ body: @escaping @Sendable () throws -> Void) {
    self.body.withLock { $0 = body }
  }

  func happen() throws {
    let next = body.withLock { body in
      defer { body = nil }
      return body
    }
    try next?()
  }
}

/// The real loader of a query, which lets another commit happen after each of its reads. It leaves
/// out nothing.
private struct InterruptedRows: ResultLoader {
  let source: QueryLoader<Article>
  let interruption: Interruption

  func plan() throws -> MaintenancePlan? { try source.plan() }

  func rows(_ plan: MaintenancePlan?, after image: RowImage?, count: Int?) throws -> LoadedResult {
    let loaded = try source.rows(plan, after: image, count: count)
    try interruption.happen()
    return loaded
  }

  func payload(of image: RowImage, since generation: UInt64) throws -> RowObject? {
    let payload = try source.payload(of: image, since: generation)
    try interruption.happen()
    return payload
  }

  var generation: UInt64 { source.generation }
}

/// The real loader of aggregates, which lets another commit happen after it has made values of the
/// rows. It leaves out nothing.
private struct InterruptedAggregates: AggregateLoader {
  let source: QueryAggregateLoader<Article>
  let interruption: Interruption

  func plan() throws -> AggregatePlan? { try source.plan() }

  func rows() throws -> [[SQLiteValue]] { try source.rows() }

  func hydrate(_ values: LiveValues, plan: AggregatePlan) throws -> LiveValues {
    let hydrated = try source.hydrate(values, plan: plan)
    try interruption.happen()
    return hydrated
  }

  func refill(_ aggregate: MaintainedAggregate, plan: AggregatePlan) throws -> MaintainedAggregate {
    try source.refill(aggregate, plan: plan)
  }
}

extension LiveResult {
  fileprivate var ids: [String] { entities(as: Article.self).ids }
}
