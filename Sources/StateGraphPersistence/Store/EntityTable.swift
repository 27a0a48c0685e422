import StateGraphCore
import StateGraphNormalization
import StateGraphSQLite
import StateGraphThreads
import Synchronization

/// The live entities of one table: the identity map, and what the stores and relationships over it
/// share.
///
/// One object for each row, on whatever thread it is asked for. States are held weakly; the
/// entities used last are held strongly, so that walking from post to author a thousand times is
/// not a thousand SELECTs.
final class EntityTable<Element: Entity>: AnyEntityTable, @unchecked Sendable {
  // SAFETY: `ownEventCount`, `refusedCells`, `watched` and `layoutForWriting` are for the holder of
  // the turn; everything else is immutable or guards itself.

  let graph: DatabaseGraph
  let definition = Element._$definition
  let keyCount = Element._$definition.keyColumns.count
  let identities: Guarded<Identities>
  let recent: RecentEntities
  /// Fires when any row comes, goes, or gets another object.
  let membership: Signal
  let presence: PresenceSignals<RowKey>
  /// Counts the rows that were read and that no entity can stand for.
  let refusals = Atomic<Int>(0)
  /// What the open transaction has done to the table.
  let watched: WatchedTable
  /// How many of its events are rows that `add` inserted, as they now stand; nil where one of them
  /// may not stand as it was bound, or not at all.
  @exclusivity(unchecked) var ownEventCount: Int? = 0
  /// What conversions have refused of the write that is about to be committed.
  var refusedCells: Set<ColumnCell> = []
  /// The layout, for the holder of the turn, who changes it: every row that is written asks for it.
  @exclusivity(unchecked) var layoutForWriting: EntityLayout

  var name: String { definition.table }
  var schema: TableSchema { layout.table }

  /// - Throws: `.schemaMismatch` where the file's table is not what the entity declares.
  init(_ graph: DatabaseGraph, _ database: Database) throws {
    self.graph = graph
    let layout = try EntityLayout(opening: definition, in: database)
    identities = Guarded(Identities(layout: layout))
    layoutForWriting = layout
    recent = RecentEntities(limit: database.configuration.recentEntityCount)
    watched = try database.watch(layout.table)
    membership = Signal(keeping: SignalName("which rows \(definition.table) has"))
    presence = PresenceSignals(named: SignalName("whether \(definition.table) has a row"))
  }

  var refusalCount: Int { refusals.load(ordering: .relaxed) }

  /// Counts the commits that touched the table.
  var generation: UInt64 { identities.withLock { $0.generation } }

  var layout: EntityLayout { identities.withLock { $0.layout } }

  /// What the states of this table refer to it by.
  var home: EntityHome {
    identities.withLock { identities in
      if let home = identities.home { return home }
      let made = EntityHome(definition, self)
      identities.home = made
      return made
    }
  }

  /// The entity of a row that is registered already.
  func live(_ key: RowKey) -> Element? {
    identities.withLock { $0.map.state(key) }?.entity(as: Element.self)
  }

  func anyEntity(_ key: RowKey) -> (any Entity)? { graph.find(Element.self, key) }

  func forgetRecent() { recent.forgetAll() }

  func databaseIsGone() {
    let home = identities.withLock { identities in
      defer { identities.home = nil }
      return identities.home
    }
    _ = home
  }

  func stateWillDie(_ state: EntityState) {
    let hash = state.currentImage.keyHash(keyCount)
    identities.withLock { identities in
      identities.map.remove(state, hash)
      if !identities.pending.isEmpty { identities.pending.remove(state, hash) }
    }
  }
}
