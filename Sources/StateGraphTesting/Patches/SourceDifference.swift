/// The difference between two versions of a source file. It becomes a patch that `git apply` and
/// `patch` can read.
struct SourceDifference {
  /// The number of unchanged lines that the patch contains before and after the changed lines.
  private static let contextCount = 3

  private let old: [Substring]
  private let new: [Substring]

  /// - Parameters:
  ///   - old: The old text of the file. Its last line must end with a newline.
  ///   - new: The new text of the file. Its last line must end with a newline.
  init(from old: String, to new: String) {
    self.old = old.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    self.new = new.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
  }

  /// Returns the text of a patch with one hunk, which contains all changed lines.
  ///
  /// - Parameter path: The path of the file, relative to the folder in which the patch is applied.
  func patch(of path: String) -> String {
    let first = zip(old, new).prefix { $0 == $1 }.count
    let last = zip(old[first...].reversed(), new[first...].reversed()).prefix { $0 == $1 }.count
    let (oldEnd, newEnd) = (old.count - last, new.count - last)
    let (before, after) = (min(first, Self.contextCount), min(last, Self.contextCount))
    let hunk =
      old[(first - before)..<first].map { " " + $0 } + old[first..<oldEnd].map { "-" + $0 }
      + new[first..<newEnd].map { "+" + $0 } + old[oldEnd..<(oldEnd + after)].map { " " + $0 }
    let ranges = [oldEnd, newEnd].map { "\(first - before + 1),\($0 - first + before + after)" }
    return """
      --- a/\(path)
      +++ b/\(path)
      @@ -\(ranges[0]) +\(ranges[1]) @@
      \(hunk.joined(separator: "\n"))

      """
  }
}
