import Foundation
import StateGraphPersistence
import TestSupport
import Testing

struct Moment: RawRepresentable, Hashable, Comparable, Bindable {
  let rawValue: Date

  static func < (left: Moment, right: Moment) -> Bool { left.rawValue < right.rawValue }
}

@Entity(id: Int.self, keys: .database, indexes: .index("start"))
final class Meeting {
  @GraphStored var start: Date
  @GraphStored var end: Date? = nil
  @GraphStored var stamp: Moment
  @GraphStored @Column(.json) var notes: [String: String] = [:]
}

/// Dates in every form that a property reads, as SQLite itself writes them.
@Suite struct DateAgreementTests {
  let database: Database
  let meetings: EntityStore<Meeting>
  static let second = 1_700_000_000

  init() throws {
    database = try Database.temporary()
    try database.createTables(for: Meeting.self)
    meetings = try EntityStore<Meeting>(database)
  }

  private static func date(_ milliseconds: Int) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
  }

  /// Returns a random text of a point in time, in milliseconds since 1970.
  private func text(_ milliseconds: Int, using random: inout SeededRandom) throws -> String {
    let offset = [0, 0, 0, 60, -90, 14 * 60, -12 * 60].randomElement(using: &random) ?? 0
    let local = Int((Double(milliseconds) / 1_000).rounded(.down)) + offset * 60
    let rows = try database.rows(
      """
      SELECT strftime('%Y-%m-%d', \(local), 'unixepoch'),
      strftime('%H:%M:%S', \(local), 'unixepoch')
      """
    )
    guard case .text(let day)? = rows.first?[0], case .text(var time)? = rows.first?[1] else {
      throw CancellationError()
    }
    let fraction = (milliseconds % 1_000 + 1_000) % 1_000
    var digits = fraction == 0 ? "" : String(String(1_000 + fraction).dropFirst())
    while digits.last == "0", Bool.random(using: &random) { digits.removeLast() }
    if Int.random(in: 0..<3, using: &random) == 0 {
      digits += String(repeating: "0", count: .random(in: 0...20, using: &random))
    }
    if time.hasSuffix(":00"), fraction == 0, digits.isEmpty, Bool.random(using: &random) {
      time.removeLast(3)
    } else if !digits.isEmpty {
      time += "." + digits
    }
    if offset == 0, time == "00:00", Bool.random(using: &random) { return day }
    let magnitude = abs(offset)
    let zone = [100 + magnitude / 60, 100 + magnitude % 60].map { String($0).dropFirst() }
    let ends =
      offset == 0
      ? ["", "", "Z", "+00:00", "-0000"]
      : [":", ""].map { (offset < 0 ? "-" : "+") + zone.joined(separator: $0) }
    return day + (Bool.random(using: &random) ? " " : "T") + time
      + (ends.randomElement(using: &random) ?? "")
  }

  /// Few points in time, so that many of them are equal.
  private func point(using random: inout SeededRandom) -> Int {
    let points = [0, 500, 1, 1_000, 60_000, 999, 3_600_000, -80_000_000, 86_400_000]
    let midnight = Self.second / 86_400 * 86_400_000
    return (points.randomElement(using: &random) ?? 0)
      + (Bool.random(using: &random) ? Self.second * 1_000 : midnight)
  }

  private func insert(using random: inout SeededRandom) throws {
    let points = (0..<3).map { _ in point(using: &random) }
    let texts = try points.map { try text($0, using: &random) }
    let end: String? = Bool.random(using: &random) ? texts[1] : nil
    let notes = "{\"at\":\"\(texts[2])\"}"
    try database.execute(
      """
      INSERT INTO meetings (start, "end", stamp, notes)
      VALUES (\(texts[0]), \(end), \(texts[2]), \(notes))
      """
    )
  }

  private struct Check {
    let name: String
    let condition: (QueryRow<Meeting>) -> QueryCondition
    let holds: (Meeting) -> Bool
  }

  private static func checks(of date: Date, _ list: [Date]) -> [Check] {
    [
      Check(name: "==", condition: { $0.start == date }, holds: { $0.start == date }),
      Check(name: "!=", condition: { $0.start != date }, holds: { $0.start != date }),
      Check(name: "<", condition: { $0.start < date }, holds: { $0.start < date }),
      Check(name: "<=", condition: { $0.start <= date }, holds: { $0.start <= date }),
      Check(name: ">", condition: { $0.start > date }, holds: { $0.start > date }),
      Check(name: ">=", condition: { $0.start >= date }, holds: { $0.start >= date }),
      Check(name: "in", condition: { $0.start.in(list) }, holds: { list.contains($0.start) }),
      Check(name: "end ==", condition: { $0.end == date }, holds: { $0.end == date }),
      Check(name: "end !=", condition: { $0.end != date }, holds: { $0.end != date }),
      Check(
        name: "start == end",
        condition: { $0.start.optional == $0.end },
        holds: { $0.start == $0.end }
      ),
      Check(
        name: "ifNull",
        condition: { $0.end.ifNull(date) <= $0.start },
        holds: { ($0.end ?? date) <= $0.start }
      ),
      Check(
        name: "stamp",
        condition: { !($0.stamp < Moment(rawValue: date)) },
        holds: { !($0.stamp < Moment(rawValue: date)) }
      ),
      Check(
        name: "json",
        condition: { $0.json(\.notes, "$.at", as: Date.self) == date },
        holds: { $0.stamp.rawValue == date }
      ),
    ]
  }

  private func expectAgreement(_ date: Date, _ list: [Date], _ place: String) throws {
    let all = meetings.getAll()
    for check in Self.checks(of: date, list) {
      let expected = all.filter(check.holds).map(\.id)
      let query = meetings.query.where(check.condition)
      let count = Computed { _ in (try? query.fetchCount()) ?? -1 }
      #expect(try query.fetch().map(\.id) == expected, "\(check.name), \(place)")
      #expect(query.live.wrappedValue.map(\.id) == expected, "live \(check.name), \(place)")
      #expect(count.wrappedValue == expected.count, "count \(check.name), \(place)")
      #expect(try database.read { try query.fetchCount() } == expected.count, "\(place)")
    }
    let starts = all.map(\.start)
    let ordered = meetings.query.order { ($0.start.descending, $0.id.ascending) }
    let expected = all.sorted { ($1.start, $0.id.raw) < ($0.start, $1.id.raw) }.map(\.id)
    #expect(try ordered.fetch().map(\.id) == expected, "order, \(place)")
    #expect(ordered.live.wrappedValue.map(\.id) == expected, "live order, \(place)")
    #expect(try ordered.limit(3).fetch().map(\.id) == Array(expected.prefix(3)), "\(place)")
    let page = try ordered.page(size: 4)
    let next = try page.next.map { try ordered.page(size: 4, after: $0).entities } ?? []
    #expect((page.entities + next).map(\.id) == Array(expected.prefix(8)), "page, \(place)")
    #expect(try meetings.query.min { $0.start } == starts.min(), "min, \(place)")
    #expect(try meetings.query.max { $0.end } == all.compactMap(\.end).max(), "max, \(place)")
    #expect(try meetings.query.distinctCount { $0.start } == Set(starts).count, "\(place)")
    let distinct = try meetings.query.select { $0.start }.distinct().fetch()
    #expect(distinct == Set(starts).sorted(), "distinct, \(place)")
    let groups = Dictionary(grouping: all, by: \.start)
    let found = meetings.query.group { $0.start }
    let live = Computed { _ in (try? found.count().map { "\($0.key) \($0.value)" }) ?? [] }
    let wanted = groups.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.count)" }
    #expect(try found.count().map { "\($0.key) \($0.value)" } == wanted, "groups, \(place)")
    #expect(live.wrappedValue == wanted, "live groups, \(place)")
    let late = try found.having { $0.max { $0.stamp } >= Moment(rawValue: date) }.count().map(\.key)
    let lateGroups = groups.filter { group in
      group.value.contains { $0.stamp >= Moment(rawValue: date) }
    }
    #expect(late == lateGroups.keys.sorted(), "having, \(place)")
  }

  @Test func `SQL, live nodes and Swift agree for every form of a date`() throws {
    let seed = TestSeed.current
    var random = SeededRandom(seed: seed)
    let date = Self.date(point(using: &random))
    let list = (0..<70).map { _ in Self.date(point(using: &random)) }
    let short = Array(list.prefix(3))
    // The nodes are kept, so that commits update their rows in memory.
    let nodes = Self.checks(of: date, short).map { check in
      (check, meetings.query.where(check.condition).live)
    }
    let order = meetings.query.order { $0.start.ascending }.live
    for round in 0..<30 {
      let place = "seed \(seed), round \(round)"
      switch round % 5 {
      case 0:
        guard case .text(let text) = date.value else { return }
        let notes = ["at": text]
        meetings.add(Meeting(start: date, stamp: Moment(rawValue: date), notes: notes))
      case 1 where round > 10:
        meetings.getAll().randomElement(using: &random)?.start = Self.date(point(using: &random))
      case 2 where round > 10: try database.execute("DELETE FROM meetings WHERE id % 7 = 3")
      default:
        try insert(using: &random)
        try insert(using: &random)
      }
      let all = meetings.getAll()
      for (check, node) in nodes {
        let expected = all.filter(check.holds).map(\.id)
        #expect(node.wrappedValue.map(\.id) == expected, "kept \(check.name), \(place)")
      }
      let ids = all.sorted { ($0.start, $0.id.raw) < ($1.start, $1.id.raw) }.map(\.id)
      #expect(order.wrappedValue.map(\.id) == ids, "kept order, \(place)")
      try expectAgreement(date, round % 2 == 0 ? list : short, place)
    }
  }

  @Test func `a query uses the index while every date has the form of the library`() throws {
    let date = Self.date(Self.second * 1_000)
    meetings.add((0..<10).map { Meeting(start: date + Double($0), stamp: Moment(rawValue: date)) })
    let oldest = meetings.query.order { $0.start.ascending }.limit(1)
    #expect(try !oldest.plan.sorts)
    #expect(try meetings.query.where { $0.start == date }.plan.scans.isEmpty)
    try database.execute("UPDATE meetings SET start = '2023-11-14T00:00:00Z' WHERE id = 4")
    #expect(try oldest.fetch().map(\.id) == [4])
    #expect(try oldest.plan.sorts)
    try database.execute("UPDATE meetings SET start = stategraph_date(start)")
    #expect(try oldest.fetch().map(\.id) == [4])
    #expect(try !oldest.plan.sorts)
  }

  @Test func `a write compares the dates that its own SQL has written`() throws {
    let date = Self.date(Self.second * 1_000)
    meetings.add(Meeting(start: date, stamp: Moment(rawValue: date)))
    let later = meetings.query.where { $0.start > date }
    #expect(try later.fetchCount() == 0)
    try database.write {
      try database.execute(
        """
        INSERT INTO meetings (start, stamp, notes)
        VALUES ('2023-11-14T22:13:20Z', '2023-11-14T22:13:20Z', '{}')
        """
      )
      #expect(try later.fetchCount() == 0)
      #expect(try meetings.query.where { $0.start == date }.fetchCount() == 2)
    }
  }

  @Test func `dates of another process are compared at once`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("meetings.sqlite")
    let database = try Database(path: path)
    try database.createTables(for: Meeting.self)
    let meetings = try EntityStore<Meeting>(database)
    let date = Self.date(Self.second * 1_000)
    let equal = meetings.query.where { $0.start == date }
    #expect(try equal.fetchCount() == 0)
    try Database(path: path).execute(
      "INSERT INTO meetings (start, stamp, notes) VALUES ('2023-11-14T22:13:20Z', '2023', '{}')"
    )
    #expect(try equal.fetchCount() == 1)
  }

  @Test func `a date in JSON is compared and read in the form of JSONEncoder`() throws {
    struct Plan: Codable { var at: Date }
    let date = Self.date(Self.second * 1_000 + 250)
    let plan = String(decoding: try JSONEncoder().encode(Plan(at: date)), as: UTF8.self)
    try database.execute(
      "INSERT INTO meetings (start, stamp, notes) VALUES ('2023-11-14', '2023-11-14', \(plan))"
    )
    let at = { (row: QueryRow<Meeting>) in row.json(\.notes, "$.at", as: Date.self) }
    let (earlier, later) = (date.addingTimeInterval(-1), date.addingTimeInterval(1))
    #expect(try meetings.query.where { at($0) == date }.fetchCount() == 1)
    #expect(try meetings.query.where { at($0) > earlier && at($0) < later }.fetchCount() == 1)
    #expect(try meetings.query.where { at($0) > later }.fetchCount() == 0)
    #expect(try meetings.query.select { at($0) }.fetch() == [date])
  }

  @Test func `a UUID in JSON is compared and read in the form of JSONEncoder`() throws {
    let id = try #require(UUID(uuidString: "0F8FAD5B-D9CB-469F-A165-70867728950E"))
    let date = Self.date(0)
    let notes = ["room": id.uuidString]
    meetings.add(Meeting(start: date, stamp: Moment(rawValue: date), notes: notes))
    let room = { (row: QueryRow<Meeting>) in row.json(\.notes, "$.room", as: UUID.self) }
    #expect(try meetings.query.where { room($0) == id }.fetchCount() == 1)
    #expect(try meetings.query.select { room($0) }.fetch() == [id])
  }
}
