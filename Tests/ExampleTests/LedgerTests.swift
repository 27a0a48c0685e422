import Foundation
import StateGraphSQLite
import TestSupport
import Testing

/// The example `ledger` as a process, with commands on its standard input.
@Suite struct LedgerTests {
  private let directory: TemporaryDirectory
  private var file: String { directory.file("ledger.sqlite") }

  init() throws { directory = try TemporaryDirectory() }

  private struct Run {
    let lines: [String]
    let errors: String
    let status: Int32
  }

  private func run(_ commands: [String], arguments: [String]? = nil) throws -> Run {
    let process = Process()
    // SwiftPM puts the example beside the test bundle.
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("ledger")
    process.arguments = arguments ?? [file]
    let (input, output, errors) = (Pipe(), Pipe(), Pipe())
    (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
    try process.run()
    // The commands, the output and the errors are each shorter than the buffer of a pipe.
    let text = commands.map { $0 + "\n" }.joined()
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try input.fileHandleForWriting.close()
    let printed = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let refused = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Run(
      lines: printed.split(separator: "\n").map(String.init),
      errors: refused,
      status: process.terminationStatus
    )
  }

  /// Sorts each run of lines that observers have printed, which are indented.
  private static func sorted(_ lines: [String]) -> [String] {
    let runs = lines.split(omittingEmptySubsequences: false) { !$0.hasPrefix("  ") }
    return runs.flatMap { run in
      run.sorted() + (run.endIndex < lines.endIndex ? [lines[run.endIndex]] : [])
    }
  }

  /// Runs commands, and returns what the ledger has printed without the state at its start.
  ///
  /// The observers of one commit are called in no defined order, so their lines are sorted.
  private func output(_ commands: String...) throws -> [String] {
    let idle = try run([])
    let ledger = try run(commands)
    #expect(ledger.status == 0 && ledger.errors == "", "\(ledger.errors)")
    let start = ledger.lines.prefix(idle.lines.count)
    #expect(start.sorted() == idle.lines.sorted())
    return Self.sorted(Array(ledger.lines.dropFirst(idle.lines.count)))
  }

  @Test func `purchases and sales change the stock and the books, and low stock is announced`()
    throws
  {
    let lines = try output(
      "item tea 450 5 Green tea",
      "receive tea 10 200",
      "receive tea 2 300",
      "sell tea 8",
      "report"
    )
    #expect(
      lines == [
        "  cash: -20.00", "  cash: -26.00", "  cash: 10.00", "  low stock: Green tea",
        "  low stock: Green tea", "  stock: 10.00", "  stock: 20.00", "  stock: 26.00",
        "  undo takes back: New item Green tea", "  undo takes back: Purchase of 10 Green tea",
        "  undo takes back: Purchase of 2 Green tea", "  undo takes back: Sale of 8 Green tea",
        "Green tea: 4 at 4.50",
        "cash: 10.00", "costs: 16.00", "sales: -36.00", "stock: 10.00", "the books are right",
      ]
    )
  }

  @Test func `a sale takes the oldest lots first, and is undone after a restart`() throws {
    _ = try output("item tea 450 0 Tea", "receive tea 3 100", "receive tea 3 200", "sell tea 4")
    #expect(
      try output("undo", "redo", "undo", "report") == [
        "  cash: -9.00", "  stock: 9.00", "  undo takes back: Purchase of 3 Tea",
        "undone: Sale of 4 Tea",
        "  cash: 9.00", "  stock: 4.00", "  undo takes back: Sale of 4 Tea",
        "done again: Sale of 4 Tea",
        "  cash: -9.00", "  stock: 9.00", "  undo takes back: Purchase of 3 Tea",
        "undone: Sale of 4 Tea",
        "Tea: 6 at 4.50", "cash: -9.00", "stock: 9.00", "the books are right",
      ]
    )
  }

  @Test func `prices are changed by condition, and quotes are imported once`() throws {
    let quotes = try directory.write("North,tea,150\nSouth,tea,140\nNorth,jam,90\n", to: "q.csv")
    let newer = try directory.write("South,tea,160\n", to: "newer.csv")
    let lines = try output(
      "item tea 450 0 Green tea",
      "item jam 333 0 Jam",
      "reprice 10 Green",
      "reprice 10",
      "import \(quotes)",
      "report",
      "import \(quotes)",
      "import \(newer)",
      "report"
    )
    #expect(
      lines.filter { !$0.hasPrefix("  ") } == [
        "1 prices changed", "2 prices changed", "3 quotes imported",
        "Green tea: 0 at 5.44", "Jam: 0 at 3.66", "cheapest quote: Jam, 0.90, North",
        "the books are right", "3 quotes imported", "1 quotes imported",
        "Green tea: 0 at 5.44", "Jam: 0 at 3.66", "cheapest quote: Jam, 0.90, North",
        "the books are right",
      ]
    )
    let database = try Database(path: file)
    #expect(try database.fetchValue(Int.self, "SELECT count(*) FROM quotes") == 3)
    #expect(
      try database.fetchValues(Int.self, "SELECT price FROM quotes WHERE supplier = 'South'") == [
        160
      ]
    )
  }

  @Test func `wrong input is refused with its reason, and nothing of it is written`() throws {
    let bad = try directory.write("North,tea,150\nNorth,tea\n", to: "bad.csv")
    let unknown = try directory.write("North,tea,150\nNorth,cocoa,1\n", to: "unknown.csv")
    _ = try output("item tea 450 0 Tea", "receive tea 3 100")
    let lines = try output(
      "item tea 1 1 Other tea",
      "item",
      "sell cocoa 1",
      "sell tea 4",
      "sell tea 0",
      "sell tea -1",
      "sell tea two",
      "receive tea 9223372036854775807 1",
      "import \(bad)",
      "import \(unknown)",
      "import \(directory.file("missing.csv"))",
      "redo",
      "dance",
      ""
    )
    #expect(
      lines.prefix(10) == [
        "error: there is already an item tea", "error: usage: \(Self.usage)",
        "error: there is no item cocoa", "error: Tea: 1 more than there are",
        "error: 0 is not a number from 1 to 1,000,000",
        "error: -1 is not a number from 1 to 1,000,000",
        "error: two is not a number from 1 to 1,000,000",
        "error: 9223372036854775807 is not a number from 1 to 1,000,000",
        "error: bad.csv, line 2: not SUPPLIER,ITEM,CENTS", "error: there is no item cocoa",
      ]
    )
    #expect(lines.dropFirst(10).first?.hasPrefix("error: ") == true, "\(lines)")
    #expect(lines.suffix(2) == ["nothing to redo", "error: usage: \(Self.usage)"])
    let database = try Database(path: file)
    #expect(try database.fetchValue(Int.self, "SELECT count(*) FROM quotes") == 0)
    #expect(try database.fetchValue(Int.self, "SELECT sum(quantity) FROM movements") == 3)
    #expect(try database.fetchValue(Int.self, "SELECT count(*) FROM bookings") == 1)
  }

  private static let usage =
    "item CODE CENTS MINIMUM NAME · receive CODE QUANTITY CENTS · sell CODE QUANTITY · "
    + "reprice PERCENT [PREFIX] · import FILE · undo · redo · report · quit"

  @Test func `an undo is refused after another program has changed a row of it`() throws {
    _ = try output("item tea 450 0 Tea", "receive tea 3 100", "sell tea 1")
    try Database(path: file).execute("UPDATE movements SET quantity = -2 WHERE quantity = -1")
    #expect(
      try output("undo", "report").suffix(7) == [
        "error: Sale of 1 Tea cannot be taken back: its rows have changed since",
        "Tea: 1 at 4.50", "cash: 1.50", "costs: 1.00", "sales: -4.50", "stock: 2.00",
        "THE BOOKS ARE WRONG",
      ]
    )
  }

  @Test func `a wrong command line and a file of another kind end the program`() throws {
    let without = try run([], arguments: [])
    #expect(without.status == 64 && without.errors == "usage: ledger FILE\n")
    let text = try directory.write(String(repeating: "not a database ", count: 100), to: "text")
    let other = try run([], arguments: [text])
    #expect(other.status == 1 && other.errors.hasPrefix("ledger: "), "\(other.errors)")
    #expect(other.lines.isEmpty)
    #expect(try String(contentsOfFile: text, encoding: .utf8).hasPrefix("not a database"))
  }
}
