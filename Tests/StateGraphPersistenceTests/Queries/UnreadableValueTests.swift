import StateGraphPersistence
import TestSupport
import Testing

enum TicketState: String, Bindable { case open, closed }

@Entity(id: Int.self, keys: .database)
final class Ticket {
  @GraphStored var title: String
  @GraphStored var state: TicketState = .open
  @GraphStored var parent: Ticket? = nil
}

/// Values that a newer program has written, and that a type of this program cannot represent.
@Suite struct UnreadableValueTests {
  let database: Database
  let tickets: EntityStore<Ticket>

  init() throws {
    database = try Database.temporary()
    try database.createTables(for: Ticket.self)
    tickets = try EntityStore<Ticket>(database)
    try tickets.insert(contentsOf: (1...5).map { Ticket(title: "\($0)") })
    tickets.getAll()[4].state = .closed
  }

  private func block(_ id: Int) throws {
    try database.execute("UPDATE tickets SET state = 'blocked' WHERE id = \(id)")
  }

  @Test func `a selection leaves out the row with the value`() throws {
    try block(1)
    let selection = tickets.query.select { ($0.id, $0.state) }
    #expect(try selection.fetch().map(\.0.raw) == [2, 3, 4, 5])
    #expect(selection.live.wrappedValue.count == 4)
    #expect(try tickets.query.select { $0.title }.fetch().count == 5)
    #expect(try tickets.query.fetch().count == 4)
  }

  @Test func `groups leave out the group of the value`() throws {
    try block(1)
    let counts = try tickets.query.group { $0.state }.count()
    #expect(counts.map(\.key) == [.closed, .open])
    #expect(counts.map(\.value) == [1, 3])
    let greatest = try tickets.query.group { $0.title }.max { $0.state }
    #expect(greatest.map(\.key) == ["2", "3", "4", "5"])
  }

  @Test func `a live board keeps its other groups`() throws {
    let board = Computed { [tickets] _ in
      (try? tickets.query.group { $0.state }.count().map { "\($0.key) \($0.value)" }) ?? []
    }
    #expect(board.wrappedValue == ["closed 1", "open 4"])
    try block(1)
    #expect(board.wrappedValue == ["closed 1", "open 3"])
    try block(2)
    #expect(board.wrappedValue == ["closed 1", "open 2"])
    try database.execute("UPDATE tickets SET state = 'open'")
    #expect(board.wrappedValue == ["open 5"])
  }

  @Test func `a missing reference of a selection is still an error of the query`() throws {
    let selection = tickets.query.select { $0.parent.title }
    let error = #expect(throws: DatabaseError.self) { try selection.fetch() }
    #expect(error?.code == .typeMismatch)
    #expect(try tickets.query.select { $0.parent.title.optional }.fetch().count == 5)
  }
}
