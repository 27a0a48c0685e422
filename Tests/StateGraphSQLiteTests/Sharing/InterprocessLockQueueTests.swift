import Foundation
import TestSupport
import Testing

@testable import StateGraphSQLite

@Suite struct InterprocessLockQueueTests {
  let directory: TemporaryDirectory
  let location: DatabaseLocation

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("", to: "a.sqlite")
    location = try DatabaseLocation(path: directory.file("a.sqlite"))
  }

  private func open() throws -> SharingFile { try SharingFile.open(beside: location) }

  @Test func `a later waiter has a later ticket, and sees the earlier tickets`() throws {
    var queue = InterprocessLockQueue()
    let files = try (0..<4).map { _ in try open() }
    let isEmpty = queue.isEmpty(files[0], at: 0)
    #expect(isEmpty)
    let tickets = try files.map { try #require($0.takeTicket()) }
    #expect(tickets == tickets.sorted() && Set(tickets).count == 4)
    for index in 0..<4 {
      let ahead = queue.ahead(of: tickets[index], files[index], at: 0)
      #expect(ahead == Array(tickets[..<index]))
    }
    let isStillEmpty = queue.isEmpty(files[0], at: 0)
    #expect(!isStillEmpty)
    files[1].unlock(byte: tickets[1])
    let left = queue.ahead(of: tickets[3], files[3], at: 0)
    #expect(left == [tickets[0], tickets[2]])
  }

  @Test func `the ticket of a closed connection is gone, and its number is not reused`() throws {
    var queue = InterprocessLockQueue()
    var first: SharingFile? = try open()
    let second = try open()
    let (ticket, mine) = (try #require(first?.takeTicket()), try #require(second.takeTicket()))
    let ahead = queue.ahead(of: mine, second, at: 0)
    #expect(ahead == [ticket])
    first = nil
    // A process that another test starts has a copy of each descriptor, and so of the ticket, until
    // it runs its program.
    try waitUntil { queue.ahead(of: mine, second, at: 0).isEmpty }
    // Its number is not given again.
    #expect(try #require(open().takeTicket()) == mine + 1)
    _ = first
  }

  @Test func `a skipped waiter does not count for 100 ms`() throws {
    var queue = InterprocessLockQueue()
    let (first, second) = (try open(), try open())
    let (ticket, mine) = (try #require(first.takeTicket()), try #require(second.takeTicket()))
    queue.skip(ticket, at: 1_000)
    second.unlock(byte: mine)
    let ahead = queue.ahead(of: mine, second, at: 1_000)
    #expect(ahead.isEmpty)
    let isEmpty = queue.isEmpty(second, at: 100_000_999)
    #expect(isEmpty)
    let isEmptyLater = queue.isEmpty(second, at: 100_001_000)
    #expect(!isEmptyLater)
    let aheadLater = queue.ahead(of: mine, second, at: 100_001_000)
    #expect(aheadLater == [ticket])
  }

  @Test func `each further skip of a waiter is twice as long, up to 800 ms`() throws {
    var queue = InterprocessLockQueue()
    let (first, second) = (try open(), try open())
    let (ticket, mine) = (try #require(first.takeTicket()), try #require(second.takeTicket()))
    var now: Int64 = 0
    for milliseconds in [100, 200, 400, 800, 800] as [Int64] {
      queue.skip(ticket, at: now)
      now += milliseconds * 1_000_000
      let before = queue.ahead(of: mine, second, at: now - 1)
      #expect(before.isEmpty)
      let after = queue.ahead(of: mine, second, at: now)
      #expect(after == [ticket])
    }
    // A ticket that has gone is forgotten.
    first.unlock(byte: ticket)
    let left = queue.ahead(of: mine, second, at: now)
    #expect(left.isEmpty)
    #expect(first.tryLock(byte: ticket, exclusive: true))
    queue.skip(ticket, at: now)
    let again = queue.ahead(of: mine, second, at: now + 100_000_000)
    #expect(again == [ticket])
  }

  @Test(arguments: [Int64.max, .min, -1, 1 << 40, (1 << 40) - 1, 0x0707_0707_0707_0707])
  func `tickets are unique for every content of the file`(last: Int64) throws {
    let files = try (0..<20).map { _ in try open() }
    var last = last
    pwrite(files[0].descriptor, &last, 8, 0)
    let tickets = try files.map { try #require($0.takeTicket()) }
    #expect(Set(tickets).count == 20)
    #expect(tickets.allSatisfy(InterprocessLockQueue.tickets.contains))
    pwrite(files[0].descriptor, &last, 8, 0)
    let others = try (0..<5).map { _ in try open() }
    let more = try others.map { try #require($0.takeTicket()) }
    #expect(Set(tickets + more).count == 25)
  }
}
