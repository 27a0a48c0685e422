import Foundation
import Measurement

/// Prints the measurements as tables, and appends them to a file for `plot.py`.
final class Report {
  private let data: FileHandle?

  init(dataPath: String?) throws {
    guard let dataPath else {
      data = nil
      return
    }
    if !FileManager.default.fileExists(atPath: dataPath) {
      let folder = URL(fileURLWithPath: dataPath).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data("\(Report.columns)\n".utf8).write(to: URL(fileURLWithPath: dataPath))
    }
    data = try FileHandle(forWritingTo: URL(fileURLWithPath: dataPath))
    try data?.seekToEnd()
  }

  private static let columns = "benchmark,variant,n,median_ns,p5_ns,p95_ns,p99_ns,sql_count"

  /// Prints the first lines of a table.
  func begin(_ title: String) {
    print("\n| \(title) | N | median | 5 % – 95 % | 99 % | SELECTs | to the bare write |")
    print("|---|---|---|---|---|---|---|")
  }

  /// Prints a row of the table, and appends a line to the file.
  ///
  /// - Parameters:
  ///   - benchmark: The name of the group that is plotted together. Neither it nor the variant may
  ///     contain a comma.
  ///   - bare: The measurement by which the last column divides.
  func add(
    _ benchmark: String,
    variant: String,
    n: Int,
    _ outcome: Outcome,
    to bare: Outcome? = nil,
    note: String? = nil
  ) {
    let times = outcome.times
    let ratio = bare.map { ratioText(times.median / $0.times.median) }
    let cells = [
      "\(times.name), \(variant)", "\(n)", timeText(times.median), times.rangeText,
      timeText(times.percentile(99)), countText(outcome.selectCount), note ?? ratio ?? "",
    ]
    print("| \(cells.joined(separator: " | ")) |")
    fflush(nil)
    let numbers = [times.median, times.percentile(5), times.percentile(95), times.percentile(99)]
      .map { String(format: "%.1f", $0) }
    let line = ["\(benchmark)/\(times.name)", variant, "\(n)"] + numbers
    data?.write(
      Data("\((line + [countText(outcome.selectCount)]).joined(separator: ","))\n".utf8)
    )
  }

  /// Adds the bare write as a row, and then a variant with its ratio to the bare write.
  func add(_ benchmark: String, variant: String, n: Int, _ comparison: Comparison) {
    add(benchmark, variant: "bare write", n: n, comparison.bare)
    add(benchmark, variant: variant, n: n, comparison.live, to: comparison.bare)
  }

  /// Prints a text below a table.
  func note(_ text: String) {
    print("\n\(text)")
    fflush(nil)
  }
}

/// Returns a count as text, with two decimal places if it is not a whole number.
func countText(_ count: Double) -> String {
  count == count.rounded() ? "\(Int(count))" : String(format: "%.2f", count)
}
