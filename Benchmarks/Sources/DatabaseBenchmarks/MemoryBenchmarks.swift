import CSQLiteLoops
import Foundation
import Measurement

/// Measures the memory of all rows while a program retains them. Each side has its own process,
/// because a side would otherwise reuse the freed memory of the previous side.
enum MemoryBenchmarks {
  static let bytesBar = 250.0

  private static var sides: [any Side.Type] {
    [SwiftSide.self, GRDBRecordSide<HandwrittenUser>.self, StateGraphSide.self]
  }

  static func run(_ run: Run) throws {
    let count = run.rows.all.count
    let path = run.files.make("memory", run.rows, count: count)
    print("\n| bytes for a row in memory | heap in use | resident | peak resident | bar | met |")
    print("|---|---|---|---|---|---|")
    for type in run.taking(part: sides) {
      let weight = try weigh(type, path)
      precondition(weight.sum == run.rows.sum, "\(type.name) loaded other rows.")
      let isOurs = type is StateGraphSide.Type
      let resident = Double(weight.resident) / Double(count)
      let cells = [
        type.name, perRow(weight.heap, count), perRow(weight.resident, count),
        perRow(weight.peak, count), isOurs ? "<= \(Int(bytesBar)) resident" : "",
        isOurs ? (resident <= bytesBar ? "yes" : "**no**") : "",
      ]
      print("| \(cells.joined(separator: " | ")) |")
    }
    fflush(nil)
  }

  private static func perRow(_ bytes: Int, _ count: Int) -> String { "\(bytes / count)" }

  /// The bytes that the retained rows add to the process, and the sums of the rows.
  private struct Weight: Codable {
    let heap: Int
    let resident: Int
    let peak: Int
    let count: Int64
    let textBytes: Int64
    let integers: Int64
    let balances: Double

    var sum: loop_sum {
      loop_sum(count: count, text_bytes: textBytes, integers: integers, balances: balances)
    }
  }

  private static func weigh(_ type: any Side.Type, _ path: String) throws -> Weight {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [childArgument, type.name, path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return try JSONDecoder().decode(Weight.self, from: data)
  }
}

// MARK: - The measured process

extension MemoryBenchmarks {
  /// The first argument of the child process. The name of a side and the path of a file follow. The
  /// child measures this side and prints the result.
  static let childArgument = "--weigh"

  static func runChild(side name: String, path: String) throws {
    guard let type = sides.first(where: { $0.name == name }) else { return }
    let side = try type.init(path: path, rows: UserRows(count: 1))
    // This opens the connection that reads, and fills SQLite's caches as far as one row does.
    _ = try side.get([0])
    let heapBefore = Allocations.heapBytes
    let before = residentBytes()
    let loaded = try side.load()
    let heap = Allocations.heapBytes - heapBefore
    let after = residentBytes()
    let sum = loaded.sum()
    let weight = Weight(
      heap: heap,
      resident: after.now - before.now,
      peak: after.peak - before.now,
      count: sum.count,
      textBytes: sum.text_bytes,
      integers: sum.integers,
      balances: sum.balances
    )
    FileHandle.standardOutput.write(try JSONEncoder().encode(weight))
  }

  private static func residentBytes() -> (now: Int, peak: Int) {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    func kilobytes(_ field: String) -> Int {
      let line = status.split(separator: "\n").first { $0.hasPrefix(field) } ?? ""
      return Int(line.split { !$0.isNumber }.first ?? "") ?? 0
    }
    return (kilobytes("VmRSS:") * 1024, kilobytes("VmHWM:") * 1024)
  }
}
