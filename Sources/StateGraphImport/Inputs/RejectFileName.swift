/// Forms the names of the reject files that an import creates next to its database.
enum RejectFileName {
  /// Returns the path of the reject file with a number: `<database>.rejects.jsonl` for 1,
  /// `<database>.rejects.2.jsonl` for 2, and so on.
  static func path(besideDatabase database: String, number: Int) -> String {
    "\(database).rejects\(number == 1 ? "" : ".\(number)").jsonl"
  }

  /// Returns whether a file has the name of a reject file, with or without `.gz` at the end.
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
