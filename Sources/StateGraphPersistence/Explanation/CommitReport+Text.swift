extension CommitReport: CustomStringConvertible {
  /// The report as text, with one line for each table, invalidated node name, read and observer.
  public var description: String {
    var lines = [headline]
    if isSchemaChanged { lines.append("the schema changed") }
    lines += tables.map(\.description)
    if isRecorded {
      lines += marks.map { "marked \($0.name)" + ($0.count == 1 ? "" : " (\($0.count))") }
      lines += reads.map { "read \($0.name), \(times($0.count)): \($0.reason.text)" }
      lines += observers.map(\.description)
      if omittedCount > 0 { lines.append("and \(omittedCount) more") }
    } else {
      lines.append("what was woken is recorded with Database.Configuration.explainsCommits")
    }
    return lines.joined(separator: "\n  ")
  }

  private var headline: String {
    let commits = commitCount == 1 ? "commit \(number)" : "\(commitCount) commits"
    let nodes = "\(touchedNodeCount) node" + (touchedNodeCount == 1 ? "" : "s")
    return "\(commits) marked \(nodes), \(markedSlotCount) of them queries and relationships"
  }
}

extension CommitReport.Table: CustomStringConvertible {
  /// The counts of changed rows as text, for example "posts: 1 inserted, 2 updated (title)".
  public var description: String {
    if isReset { return "\(name): too much to tell, read again" }
    var parts: [String] = []
    if insertedRowCount > 0 { parts.append("\(insertedRowCount) inserted") }
    if deletedRowCount > 0 { parts.append("\(deletedRowCount) deleted") }
    if updatedRowCount > 0 {
      let columns = updatedColumns.isEmpty ? "" : " (\(updatedColumns.joined(separator: ", ")))"
      parts.append("\(updatedRowCount) updated\(columns)")
    }
    return "\(name): " + parts.joined(separator: ", ")
  }
}

extension CommitReport.Observer: CustomStringConvertible {
  /// The calls as text, for example "called App/List.swift:12, observing User.posts, once".
  public var description: String {
    let place = fileID.map { "\($0):\(line)" } ?? "an observer without a place"
    return "called \(place), observing \(node), \(times(callCount))"
  }
}

extension CommitReport.Read.Reason {
  fileprivate var text: String {
    switch self {
    case .first: "nothing was kept"
    case .refill: "more rows left the window than it keeps behind its end"
    case .related: "rows of another table have changed"
    case .lost: "a row was gone again"
    case .unfollowed: "only SQL can answer it"
    case .inconsistent: "the kept rows did not fit the commit's, which is a fault"
    }
  }
}

private func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
