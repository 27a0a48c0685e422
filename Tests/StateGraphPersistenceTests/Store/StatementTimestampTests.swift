import Foundation
import StateGraphCore
import TestSupport
import Testing

@testable import StateGraphPersistence

@Entity(id: CompositeKey<Int, Int>.self, table: "seats", key: "row", "place")
final class Seat {
  @GraphStored var label: String
}

@Entity(id: Int.self, keys: .database, table: "bookings")
final class Booking {
  @GraphStored var guest: String
  @GraphStored @Column(columns: "seat_row", "seat_place") var seat: Seat?
  @GraphStored @Column(.timestamp(.insertion)) var createdAt: Date?
  @GraphStored @Column(.timestamp(.update)) var updatedAt: Date?
}

/// Timestamps of statements that change several columns or several rows.
@Suite struct StatementTimestampTests {
  let database: Database
  let bookings: EntityStore<Booking>
  let clock = Recorder<Date>()
  let seats = [
    Seat(id: .init(1, 1), label: "front"), Seat(id: .init(1, 2), label: "next"),
  ]

  init() throws {
    var configuration = Database.Configuration()
    configuration.transactionClock = { [clock] in
      clock.elements.last ?? Date(timeIntervalSince1970: 1)
    }
    database = try Database(path: ":memory:", configuration: configuration)
    try database.createTables(for: Seat.self, Booking.self)
    bookings = try EntityStore<Booking>(database)
    try EntityStore<Seat>(database).add(seats)
    bookings.add([Booking(guest: "ada"), Booking(guest: "bob"), Booking(guest: "cem")])
    clock.record(time(2))
  }

  private func time(_ seconds: TimeInterval) -> Date { Date(timeIntervalSince1970: seconds) }

  /// The times of all rows: of their insertion, and of their last update.
  private func times() throws -> [[TimeInterval?]] {
    let rows = try database.rows("SELECT created_at, updated_at FROM bookings ORDER BY id")
    let stored = try rows.map { row in
      try [0, 1].map { try row[$0, as: Date?.self]?.timeIntervalSince1970 }
    }
    let kept = bookings.getAll().map {
      [$0.createdAt?.timeIntervalSince1970, $0.updatedAt?.timeIntervalSince1970]
    }
    #expect(kept == stored)
    return stored
  }

  private static let untouched: [TimeInterval?] = [1, 1]

  // MARK: References by several columns

  @Test func `setting a reference by several columns sets the time of the update`() throws {
    let booking = try #require(bookings.get(by: 1))
    booking.seat = seats[0]
    #expect(try times() == [[1, 2], Self.untouched, Self.untouched])
    clock.record(time(3))
    booking.seat = seats[0]
    #expect(try times()[0] == [1, 2])
    booking.seat = nil
    #expect(try times()[0] == [1, 3])
  }

  @Test func `inside a write, a reference by several columns and its time are one UPDATE`() throws {
    let booking = try #require(bookings.get(by: 1))
    let before = database.statementCounts
    try database.write {
      booking.seat = seats[1]
      booking.guest = "dan"
      #expect(booking.updatedAt == time(2))
    }
    #expect((database.statementCounts - before).writes == 1)
    #expect(try times()[0] == [1, 2])
    #expect(throws: Stop.self) {
      try database.write {
        clock.record(time(4))
        booking.seat = nil
        throw Stop()
      }
    }
    #expect(try times()[0] == [1, 2])
    #expect(booking.seat === seats[1])
  }

  // MARK: Updates of many rows

  @Test func `an update of many rows sets the time of each of them, and of no other`() throws {
    let count = try bookings.query.where { $0.guest != "cem" }.update { $0.set(\.guest, to: "x") }
    #expect(count == 2)
    #expect(try times() == [[1, 2], [1, 2], Self.untouched])
  }

  @Test func `an update that assigns the time keeps it`() throws {
    try bookings.query.update {
      $0.set(\.guest, to: "x")
      $0.set(\.updatedAt, to: time(9))
    }
    #expect(try times() == [[1, 9], [1, 9], [1, 9]])
    try bookings.query.update { $0.set(\.createdAt, to: time(5)) }
    #expect(try times() == [[5, 2], [5, 2], [5, 2]])
  }

  @Test func `an update returns the times that it has set`() throws {
    let returned = try bookings.query.where { $0.guest == "bob" }
      .select { ($0.guest, $0.updatedAt) }.update { $0.set(\.guest, to: $0.guest + "!") }
    #expect(returned.map { $0.0 } == ["bob!"])
    #expect(returned.map { $0.1 } == [time(2)])
  }

  @Test func `all statements of a write have its time, and a rolled back one sets no time`() throws
  {
    try database.write {
      bookings.get(by: 3)?.guest = "eve"
      clock.record(time(6))
      try bookings.query.where { $0.guest == "ada" }.update { $0.set(\.guest, to: "x") }
      try? database.write {
        try bookings.query.update { $0.set(\.guest, to: "undone") }
        throw Stop()
      }
    }
    #expect(try times() == [[1, 2], Self.untouched, [1, 2]])
  }

  @Test func `an update with a limit or a join sets the times, too`() throws {
    bookings.get(by: 2)?.seat = seats[0]
    clock.record(time(5))
    try bookings.query.where { $0.seat.label == "front" }.update { $0.set(\.guest, to: "x") }
    #expect(try times() == [Self.untouched, [1, 5], Self.untouched])
    clock.record(time(7))
    try bookings.query.order { $0.guest.ascending }.limit(1).update { $0.set(\.guest, to: "y") }
    #expect(try times() == [[1, 7], [1, 5], Self.untouched])
  }

  @Test func `a delete and an update without assignments set no time`() throws {
    #expect(try bookings.query.update { _ in } == 0)
    try bookings.query.where { $0.guest == "ada" }.delete()
    #expect(try times() == [Self.untouched, Self.untouched])
  }
}
