import Glibc
import StateGraphGTK
import StateGraphPersistence

/// Prints which bodies each commit has woken.
@MainActor
enum Explanation {
  static func print(commitsOf database: Database) {
    ViewEvaluations.didEvaluate = { names in
      var counts: [String: Int] = [:]
      for name in names { counts[short(name), default: 0] += 1 }
      let views = counts.sorted { $0.key < $1.key }.map { name, count in
        count == 1 ? name : "\(name) (\(count))"
      }
      let changes = database.lastCommit?.tables.map(\.description) ?? []
      let number = database.lastCommit?.number ?? 0
      Swift.print("commit \(number): \(changes.joined(separator: "; "))")
      Swift.print("  woke \(views.joined(separator: ", "))")
      fflush(nil)
    }
  }

  /// The name of a generic view without the types of its parts.
  private static func short(_ name: String) -> String {
    String(name.prefix { $0 != "<" })
  }
}
