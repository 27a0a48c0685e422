import Foundation
import StateGraphPersistence

/// A stock ledger on the command line. A line of the standard input is a command.
///
/// The argument is the path of the file. Several of these programs may use one file at the same
/// time: each shows what the others do.
@main
struct Program {
  static let commands = """
    item CODE CENTS MINIMUM NAME · receive CODE QUANTITY CENTS · sell CODE QUANTITY · \
    reprice PERCENT [PREFIX] · import FILE · undo · redo · report · quit
    """

  static func main() {
    guard CommandLine.arguments.count == 2 else { end("usage: ledger FILE", code: 64) }
    do {
      let ledger = try Ledger(path: CommandLine.arguments[1])
      let subscription = follow(ledger)
      while let line = readLine(), line != "quit" {
        do { try run(line, ledger) } catch { print("error: \(error)") }
      }
      subscription.cancel()
      try ledger.database.close()
    } catch {
      end("ledger: \(error)", code: 1)
    }
  }

  private static func end(_ message: String, code: Int32) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(code)
  }

  /// Prints each change, also a change by another program.
  private static func follow(_ ledger: Ledger) -> AnyCancellable {
    withGraphTracking {
      for account in [AccountName.cash, .stock] {
        ledger.balance(account).onChange { print("  \(account): \(euros($0))") }
      }
      ledger.low.onDifference { items, difference in
        for item in difference?.insertions.map(\.element) ?? Array(items) {
          print("  low stock: \(item.name)")
        }
      }
      ledger.undoLog.$undoName.onChange { name in
        if let name { print("  undo takes back: \(name)") }
      }
    }
  }

  private static func run(_ line: String, _ ledger: Ledger) throws {
    let words = line.split(separator: " ").map(String.init)
    switch (words.first, words.count) {
    case ("item", 5...):
      try ledger.add(
        words[1],
        name: words[4...].joined(separator: " "),
        price: number(words[2]),
        minimum: number(words[3])
      )
    case ("receive", 4):
      try ledger.receive(words[1], number(words[2], from: 1), cost: number(words[3]))
    case ("sell", 3): try ledger.sell(words[1], number(words[2], from: 1))
    case ("reprice", 2...):
      let prefix = words.dropFirst(2).joined(separator: " ")
      let count = try ledger.reprice(prefix, byPercent: number(words[1]))
      print("\(count) prices changed")
    case ("import", 2): print("\(try ledger.importQuotes(words[1])) quotes imported")
    case ("undo", 1): print(try ledger.undo().map { "undone: \($0)" } ?? "nothing to undo")
    case ("redo", 1): print(try ledger.redo().map { "done again: \($0)" } ?? "nothing to redo")
    case ("report", 1): for line in try Report(ledger).lines { print(line) }
    case (nil, _): break
    default: throw LedgerError.usage(commands)
    }
  }

  /// A number of pieces, cents or percent. Products of two such numbers cannot overflow.
  private static func number(_ word: String, from least: Int = 0) throws -> Int {
    guard let number = Int(word), (least...1_000_000).contains(number) else {
      throw LedgerError.notANumber(word, from: least)
    }
    return number
  }
}
