/// The course of one commit of an app. All times are nanoseconds since its write began.
package struct ShownTrace: Sendable {
  package struct Table: Sendable {
    package let name: String
    package let inserted: Int
    package let updated: Int
    package let deleted: Int
    /// The columns with a changed value in any updated row.
    package let columns: [String]
    /// Whether the commit changed too many rows to count them.
    package let isReset: Bool

    package init(
      _ name: String,
      counts: (inserted: Int, updated: Int, deleted: Int),
      columns: [String],
      isReset: Bool
    ) {
      (self.name, self.columns, self.isReset) = (name, columns, isReset)
      (inserted, updated, deleted) = counts
    }
  }

  package struct Work: Sendable {
    package enum Kind: Sendable {
      case evaluation(causes: [Int], changed: Bool)
      case read(reason: String)
      case call
    }

    package let kind: Kind
    package let node: ShownNode
    package let start: Int
    package let end: Int

    package init(_ kind: Kind, node: ShownNode, start: Int, end: Int) {
      (self.kind, self.node, self.start, self.end) = (kind, node, start, end)
    }
  }

  package let number: Int
  /// When the write began, in nanoseconds since 1970.
  package let timeOfDay: UInt64
  /// The call of `write`, or nil.
  package var place: ShownPlace?
  package var isForeign = false
  /// When the body of the write ended, COMMIT returned, and all nodes were marked.
  package var bodyEnd = 0
  package var commitEnd = 0
  package var publicationEnd = 0
  package var tables: [Table] = []
  /// The nodes that the commit has marked as out of date.
  package var marks: [ShownNode] = []
  package var work: [Work] = []
  package var omittedCount = 0

  package init(number: Int, timeOfDay: UInt64) {
    (self.number, self.timeOfDay) = (number, timeOfDay)
  }

  /// When the last work ended.
  var end: Int { work.reduce(publicationEnd) { max($0, $1.end) } }
}
