import Foundation
import TestSupport

@testable import StateGraphPersistence

enum Status: String, Bindable { case draft, published }
enum Priority: Int, Bindable { case low = -5, high = 7 }

struct Money: Equatable, Sendable { var cents: Int }

enum Cents: ColumnConversion {
  struct Negative: Error {}

  static func stored(_ value: Money) throws -> Int {
    guard value.cents >= 0 else { throw Negative() }
    return value.cents
  }

  static func value(_ stored: Int) -> Money { Money(cents: stored) }
}

struct Settings: Codable, Equatable, Sendable {
  var name: String
  var sizes: [Int]
}

/// A property of every type.
@Entity
final class Sample {
  typealias TypedIdentifierRawValue = Int
  let typedID: TypedID
  @GraphStored var flag: Bool = false
  @GraphStored var int: Int = 0
  @GraphStored var int8: Int8 = 0
  @GraphStored var int16: Int16 = 0
  @GraphStored var int32: Int32 = 0
  @GraphStored var int64: Int64 = 0
  @GraphStored var uint: UInt = 0
  @GraphStored var uint8: UInt8 = 0
  @GraphStored var uint16: UInt16 = 0
  @GraphStored var uint32: UInt32 = 0
  @GraphStored var uint64: UInt64 = 0
  @GraphStored var float: Float = 0
  @GraphStored var double: Double = 0
  @GraphStored var text: String = ""
  @GraphStored var data: Data = Data()
  @GraphStored var bytes: [UInt8] = []
  @GraphStored var date: Date = Date(timeIntervalSince1970: 0)
  @GraphStored var uuid: UUID = UUID()
  @GraphStored var url: URL = URL(filePath: "/")
  @GraphStored var decimal: Decimal = 0
  @GraphStored var status: Status = .draft
  @GraphStored var priority: Priority = .low
  @GraphStored @Column(.json) var tags: [String] = []
  @GraphStored @Column(.json) var settings: Settings = Settings(name: "", sizes: [])
  @GraphStored @Column(as: Cents.self) var price: Money = Money(cents: 0)
  @GraphStored var maybeFlag: Bool?
  @GraphStored var maybeInt: Int?
  @GraphStored var maybeDouble: Double?
  @GraphStored var maybeText: String?
  @GraphStored var maybeDate: Date?
  @GraphStored var maybeUUID: UUID?
  @GraphStored var maybeStatus: Status?
  @GraphStored @Column(.json) var maybeSettings: Settings?
  @GraphStored @Column(as: Cents.self) var maybePrice: Money?
}

/// The samples in a file, whose table is made of their definition.
struct SampleScene {
  let directory: TemporaryDirectory
  let database: Database
  let samples: EntityStore<Sample>
  let failures = Recorder<DatabaseError>()

  init(of existing: TemporaryDirectory? = nil) throws {
    directory = try existing ?? TemporaryDirectory()
    var configuration = Database.Configuration()
    configuration.onWriteFailure = { [failures] error in
      if let error = error as? DatabaseError { failures.record(error) }
    }
    database = try Database(path: directory.file("samples"), configuration: configuration)
    if existing == nil { try database.create([Sample._$definition]) }
    samples = try EntityStore<Sample>(database)
  }
}

extension Database {
  /// Makes the tables that the definitions ask for.
  func create(_ definitions: [EntityDefinition]) throws {
    for definition in definitions {
      try definition.tableDefinition.validate()
      for statement in definition.tableDefinition.createStatements { try execute(statement) }
    }
  }
}

/// A value for one property, and how the file stores it.
struct RoundTrip: Sendable {
  let name: String
  let column: String
  let storage: String
  let set: @Sendable (Sample) -> Void
  let matches: @Sendable (Sample) -> Bool

  init<Value: Equatable & Sendable>(
    _ path: any ReferenceWritableKeyPath<Sample, Value> & Sendable,
    _ value: Value,
    _ storage: String
  ) {
    let index = Sample._$definition.columnIndex(of: path) ?? 0
    column = Sample._$definition.columns[index].name
    name = "\(column) = \(value)"
    self.storage = storage
    set = { $0[keyPath: path] = value }
    matches = { $0[keyPath: path] == value }
  }

  static var all: [RoundTrip] {
    integers + reals + texts + blobs + dates + others + optionals
  }

  private static var integers: [RoundTrip] {
    func extremes<Value: FixedWidthInteger & Sendable>(
      _ path: any ReferenceWritableKeyPath<Sample, Value> & Sendable
    ) -> [RoundTrip] {
      let most = Value(exactly: Int64.max) ?? .max
      return [Value.min, 1, most].map { RoundTrip(path, $0, "integer") }
    }
    return extremes(\.int) + extremes(\.int8) + extremes(\.int16) + extremes(\.int32)
      + extremes(\.int64) + extremes(\.uint) + extremes(\.uint8) + extremes(\.uint16)
      + extremes(\.uint32) + extremes(\.uint64)
      + [true, false].map { RoundTrip(\.flag, $0, "integer") }
  }

  private static var reals: [RoundTrip] {
    let doubles: [Double] = [
      0, -0.0, 1, 0.1, -2.5, .pi, .infinity, -.infinity, .greatestFiniteMagnitude,
      .leastNonzeroMagnitude, 9_007_199_254_740_992, 0x1p63, -0x1p63,
    ]
    let floats: [Float] = [
      0, 0.1, -1.5, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
    ]
    return doubles.map { RoundTrip(\.double, $0, "real") }
      + floats.map { RoundTrip(\.float, $0, "real") }
  }

  private static var texts: [RoundTrip] {
    ["", " ", "a\u{0}b", "é", "e\u{301}", "'; DROP TABLE samples; --", "名前", "007", "1e5", "NULL"]
      .map { RoundTrip(\.text, $0, "text") }
  }

  private static var blobs: [RoundTrip] {
    let all = [UInt8](0...255)
    return [[], [0], all].map { RoundTrip(\.bytes, $0, "blob") }
      + [Data(), Data([0]), Data(all), Data(all).dropFirst(100)]
      .map { RoundTrip(\.data, $0, "blob") }
  }

  private static var dates: [RoundTrip] {
    [
      Date(), .distantPast, .distantFuture, Date(timeIntervalSinceReferenceDate: 0),
      Date(timeIntervalSince1970: -0.001), Date(timeIntervalSince1970: 1_709_164_800),
      Date(timeIntervalSince1970: 0.1), Date(timeIntervalSinceReferenceDate: -1e-7),
      Date(timeIntervalSinceReferenceDate: (814_989_455.1234567).nextUp),
      Date(timeIntervalSinceReferenceDate: -63_145_526_400),
      Date(timeIntervalSinceReferenceDate: (252_423_993_600.0).nextDown),
    ].map { RoundTrip(\.date, $0, "text") }
  }

  private static var others: [RoundTrip] {
    let decimals: [Decimal] = [
      0, -1, Decimal(string: "0.1")!, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
      .leastNonzeroMagnitude, Decimal(string: "12345678901234567890123456789012345678")!,
    ]
    let urls = [
      "https://example.org/a?b=c#d", "file:///tmp/a%20b", "mailto:a@example.org", "a/b",
      "https://例え.jp/é",
    ]
    return decimals.map { RoundTrip(\.decimal, $0, "text") }
      + urls.map { RoundTrip(\.url, URL(string: $0)!, "text") }
      + [Status.published, .draft].map { RoundTrip(\.status, $0, "text") }
      + [Priority.high, .low].map { RoundTrip(\.priority, $0, "integer") }
      + [[], ["a", "\"", "é", "\u{0}"]].map { RoundTrip(\.tags, $0, "text") }
      + [
        RoundTrip(\.settings, Settings(name: "/é", sizes: [.max, .min]), "text"),
        RoundTrip(\.price, Money(cents: .max), "integer"),
        RoundTrip(\.uuid, UUID(uuidString: "FFFFFFFF-0000-4ABC-8000-0123456789AB")!, "text"),
      ]
  }

  private static var optionals: [RoundTrip] {
    [
      RoundTrip(\.maybeFlag, nil, "null"), RoundTrip(\.maybeFlag, false, "integer"),
      RoundTrip(\.maybeInt, nil, "null"), RoundTrip(\.maybeInt, 0, "integer"),
      RoundTrip(\.maybeDouble, nil, "null"), RoundTrip(\.maybeDouble, 0, "real"),
      RoundTrip(\.maybeText, nil, "null"), RoundTrip(\.maybeText, "", "text"),
      RoundTrip(\.maybeDate, nil, "null"), RoundTrip(\.maybeDate, .distantPast, "text"),
      RoundTrip(\.maybeUUID, nil, "null"), RoundTrip(\.maybeUUID, UUID(), "text"),
      RoundTrip(\.maybeStatus, nil, "null"), RoundTrip(\.maybeStatus, .draft, "text"),
      RoundTrip(\.maybeSettings, nil, "null"),
      RoundTrip(\.maybeSettings, Settings(name: "", sizes: []), "text"),
      RoundTrip(\.maybePrice, nil, "null"), RoundTrip(\.maybePrice, Money(cents: 0), "integer"),
    ]
  }
}

/// A value that no column can hold so that it would be read back.
struct Refusal: Sendable, CustomStringConvertible {
  let description: String
  let set: @Sendable (Sample) -> Void

  static let all = [
    Refusal(description: "UInt64.max") { $0.uint64 = .max },
    Refusal(description: "UInt above Int64.max") { $0.uint = UInt(Int64.max) + 1 },
    Refusal(description: "NaN") { $0.double = .nan },
    Refusal(description: "a Float's NaN") { $0.float = .nan },
    Refusal(description: "NaN in an optional property") { $0.maybeDouble = .nan },
    Refusal(description: "a Decimal's NaN") { $0.decimal = .nan },
    Refusal(description: "a date of the year 10000") {
      $0.date = Date(timeIntervalSinceReferenceDate: 252_423_993_600)
    },
    Refusal(description: "an infinite date") {
      $0.maybeDate = Date(timeIntervalSinceReferenceDate: .infinity)
    },
    Refusal(description: "a relative URL") {
      $0.url = URL(string: "a", relativeTo: URL(string: "https://example.org"))!
    },
    Refusal(description: "what a conversion refuses") { $0.price = Money(cents: -1) },
    Refusal(description: "what an optional's conversion refuses") {
      $0.maybePrice = Money(cents: -1)
    },
  ]
}
