/// The difference between the expected lines and the actual lines of a test, such as the changes of
/// rows. The order of the lines has no meaning.
struct LineDifference {
  private static let shownCount = 20

  let missing: [String]
  let unexpected: [String]
  /// All actual lines, as the corrected text of the expectation. Lines that were expected come
  /// first, in the order of the expectation.
  let correctedLines: [String]

  /// - Parameters:
  ///   - expected: The expected lines. Empty lines, and more than one space between two words, have
  ///     no meaning.
  ///   - actual: The lines that the test has found.
  init(_ expected: String, actual: [String]) {
    var missing: [String] = []
    var found: [String] = []
    let normalized = actual.map(Self.normalized)
    var isLeft = actual.map { _ in true }
    for line in expected.split(separator: "\n").map(String.init) {
      let wanted = Self.normalized(line)
      guard !wanted.isEmpty else { continue }
      let match = normalized.indices.first { isLeft[$0] && normalized[$0] == wanted }
      guard let match else {
        missing.append(wanted)
        continue
      }
      isLeft[match] = false
      found.append(Self.trimmed(line))
    }
    self.missing = missing
    unexpected = zip(actual, isLeft).filter(\.1).map(\.0)
    correctedLines = found + unexpected
  }

  var isEmpty: Bool { missing.isEmpty && unexpected.isEmpty }

  var text: String {
    let lines = missing.map { "missing:    \($0)" } + unexpected.map { "unexpected: \($0)" }
    let rest = lines.count - Self.shownCount
    return lines.prefix(Self.shownCount).joined(separator: "\n")
      + (rest > 0 ? "\n… and \(rest) more differences" : "")
  }

  private static func trimmed(_ line: String) -> String {
    String(line.drop { $0 == " " || $0 == "\t" })
  }

  private static func normalized(_ line: String) -> String {
    line.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
  }
}
