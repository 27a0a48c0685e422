/// The names of reject files, which an import creates next to its database.
enum RejectFileName {
  /// Returns the path of the reject file with the given number, counted from 1.
  ///
  /// The paths are `<database>.rejects.jsonl`, `<database>.rejects.2.jsonl`, and so on.
  static func path(besideDatabase database: String, number: Int) -> String {
    "\(database).rejects\(number == 1 ? "" : ".\(number)").jsonl"
  }

  /// Returns whether a file name is the name of a reject file, with or without `.gz` at the end.
  ///
  /// Reject files in an input directory are not imported.
  static func isName(_ name: String) -> Bool {
    var parts = name.lowercased().split(separator: ".", omittingEmptySubsequences: false)
    if parts.last == "gz" { parts.removeLast() }
    guard parts.popLast() == "jsonl" else { return false }
    if let number = parts.last, !number.isEmpty, number.utf8.allSatisfy({ (48...57).contains($0) })
    {
      parts.removeLast()
    }
    return parts.count > 1 && parts.last == "rejects"
  }
}
