import TestSupport
import Testing

@testable import StateGraphSQLite

/// How long the queue waits for a process that does not take the free write lock.
@Suite struct WriteLockPatienceTests {
  @Test func `several stopped waiters are skipped within the busy timeout`() throws {
    let scene = try WriteLockScene()
    let database = try WriteLockScene.open(scene.path, busyTimeout: .seconds(5))
    let stopped = try (0..<3).map { _ in try SharingFile.open(beside: scene.location) }
    // Each waiter has taken a ticket, and never checks its turn.
    let tickets = stopped.compactMap { $0.takeTicket() }
    #expect(Set(tickets).count == 3)
    for number in 0..<20 { try WriteLockScene.commit(database, writer: 1, number: number) }
    #expect(try scene.counts().counter == 20)
    for (file, ticket) in zip(stopped, tickets) { file.unlock(byte: ticket) }
  }
  @Test func `a later writer does not take the free lock before a waiting one`() throws {
    let scene = try WriteLockScene()
    let waiter = try SharingFile.open(beside: scene.location)
    let ticket = try #require(waiter.takeTicket())
    let lock = try InterprocessWriteLock(scene.location)
    let waited = try lock.acquire(orFailAfter: .seconds(5))
    #expect(waited >= .nanoseconds(InterprocessWriteLock.patienceNanoseconds))
    #expect(lock.isHeld)
    // Its time slice is its own, also then.
    lock.release()
    waiter.unlock(byte: ticket)
    #expect(try InterprocessWriteLock(scene.location).acquire(orFailAfter: .seconds(5)) == .zero)
  }
}
