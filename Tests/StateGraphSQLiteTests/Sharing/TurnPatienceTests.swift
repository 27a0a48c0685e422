import TestSupport
import Testing

@testable import StateGraphSQLite

/// How long others are waited for who do not take the turn when it is free.
@Suite struct TurnPatienceTests {
  @Test func `several who wait and are stopped are passed by within the busy timeout`() throws {
    let scene = try TurnScene()
    let database = try TurnScene.open(scene.path, busyTimeout: .seconds(5))
    let stopped = try (0..<3).map { _ in try SharingFile.open(beside: scene.location) }
    // They have taken their tickets and never look again.
    let tickets = stopped.compactMap { $0.takeTicket() }
    #expect(Set(tickets).count == 3)
    for number in 0..<20 { try TurnScene.commit(database, writer: 1, number: number) }
    #expect(try scene.counts().counter == 20)
    for (file, ticket) in zip(stopped, tickets) { file.unlock(byte: ticket) }
  }
  @Test func `who comes later does not take a turn that is free for one who waits`() throws {
    let scene = try TurnScene()
    let waiter = try SharingFile.open(beside: scene.location)
    let ticket = try #require(waiter.takeTicket())
    let turn = try ProcessTurn(scene.location)
    let waited = try turn.acquire(orFailAfter: .seconds(5))
    #expect(waited >= .nanoseconds(ProcessTurn.patienceNanoseconds))
    #expect(turn.isHeld)
    // Its time at the turn is its own, also then.
    turn.release()
    waiter.unlock(byte: ticket)
    #expect(try ProcessTurn(scene.location).acquire(orFailAfter: .seconds(5)) == .zero)
  }
}
