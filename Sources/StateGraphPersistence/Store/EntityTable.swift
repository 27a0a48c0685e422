import StateGraph
import StateGraphNormalization
import StateGraphSQLite
import StateGraphThreads

/// The live entities of one table: the identity map, and what the stores and relationships over it
/// share.
///
/// One object for each row, on whatever thread it is asked for. States are held weakly; the
/// entities used last are held strongly, so that walking from post to author a thousand times is
/// not a thousand SELECTs.
final class EntityTable<Element: Entity>: AnyEntityTable {
  struct WeakState {
    weak var state: EntityState?
  }

  struct Identities {
    /// By key. Entries of dead states are removed by those.
    var states: [SQLiteValue: WeakState] = [:]
    var pending = PendingStates()
    /// Counts the commits that touched the table. What was read before one must not be registered
    /// after it.
    var generation: UInt64 = 0
    /// The table as the file declares it.
    var layout: EntityLayout
  }

  static var recentLimit: Int { 1_024 }

  let graph: DatabaseGraph
  let definition = Element._$definition
  let identities: Guarded<Identities>
  let recent = RecentEntities<Element>(limit: recentLimit)
  /// Fires when any row comes, goes, or gets another object.
  let membership = Signal()
  let presence = PresenceSignals<SQLiteValue>()

  var name: String { definition.table }

  /// - Throws: `.schemaMismatch` where the file's table is not what the entity declares.
  init(_ graph: DatabaseGraph, _ database: Database) throws {
    self.graph = graph
    let layout = try EntityLayout(definition, in: database)
    identities = Guarded(Identities(layout: layout))
    try database.watch(layout.table)
  }

  var layout: EntityLayout { identities.withLock { $0.layout } }

  /// The entity of a row that is registered already.
  func live(_ key: SQLiteValue) -> Element? {
    let state = identities.withLock { $0.states[key]?.state }
    return state?.entity(key, as: Element.self)
  }

  func forgetRecent() { recent.forgetAll() }

  func stateWillDie(_ key: SQLiteValue) {
    // Whatever is found leaves the closure before it is released: its own deinit comes back here.
    let successor = identities.withLock { identities in
      let state = identities.states[key]?.state
      if state == nil { identities.states[key] = nil }
      return state
    }
    _ = successor
  }
}
