import StateGraphCore
import StateGraphThreads

/// Retains the entities that were used last, up to a limit.
///
/// A program that soon uses one of these entities again finds it in memory, without a SELECT.
final class RecentEntities: @unchecked Sendable {
  // SAFETY: entities are Sendable, and this object only retains them.
  private struct Ring {
    var entities: [AnyObject] = []
    var next = 0
  }

  private let ring = Guarded(Ring())
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  /// Retains the last entities of `used`, up to the limit.
  ///
  /// If `growing` is true, retains all entities of `used`, even beyond the limit, until later
  /// entities replace them.
  func remember(_ used: [AnyObject], growing: Bool = false) {
    let limit = growing ? max(limit, used.count) : limit
    guard limit > 0, !used.isEmpty else { return }
    var evicted: [AnyObject] = []
    ring.withLock { ring in
      for entity in used.suffix(limit) {
        guard ring.entities.count >= limit else {
          ring.entities.append(entity)
          continue
        }
        evicted.append(ring.entities[ring.next])
        ring.entities[ring.next] = entity
        ring.next = (ring.next + 1) % ring.entities.count
      }
    }
    // The `deinit` of these entities is user code, which must not run while a node is evaluated.
    if !evicted.isEmpty { DeferredRelease.release(HeldValue(evicted)) }
  }

  func forgetAll() {
    let forgotten = ring.withLock { ring in
      defer { ring = Ring() }
      return ring.entities
    }
    withExtendedLifetime(forgotten) {}
  }
}
