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
      name: String,
      inserted: Int,
      updated: Int,
      deleted: Int,
      columns: [String],
      isReset: Bool
    ) {
      (self.name, self.inserted, self.updated) = (name, inserted, updated)
      (self.deleted, self.columns, self.isReset) = (deleted, columns, isReset)
    }
  }

  package struct Mark: Sendable {
    package let node: Int
    package let name: String
    package let place: ShownPlace?

    package init(node: Int, name: String, place: ShownPlace?) {
      (self.node, self.name, self.place) = (node, name, place)
    }
  }

  package struct Work: Sendable {
    package enum Kind: Sendable {
      case evaluation(causes: [Int], changed: Bool)
      case read(reason: String)
      case call
    }

    package let kind: Kind
    package let node: Int
    package let name: String
    package let place: ShownPlace?
    package let start: Int
    package let end: Int

    package init(
      kind: Kind,
      node: Int,
      name: String,
      place: ShownPlace?,
      start: Int,
      end: Int
    ) {
      (self.kind, self.node, self.name) = (kind, node, name)
      (self.place, self.start, self.end) = (place, start, end)
    }
  }

  package let number: Int
  /// When the write began, in nanoseconds since 1970.
  package let timeOfDay: UInt64
  /// The call of `write`, or nil.
  package let place: ShownPlace?
  package let isForeign: Bool
  /// When the body of the write ended, COMMIT returned, and all nodes were marked.
  package let bodyEnd: Int
  package let commitEnd: Int
  package let publicationEnd: Int
  package let tables: [Table]
  package let marks: [Mark]
  package let work: [Work]
  package let omittedCount: Int

  package init(
    number: Int,
    timeOfDay: UInt64,
    place: ShownPlace?,
    isForeign: Bool,
    ends: (body: Int, commit: Int, publication: Int),
    tables: [Table],
    marks: [Mark],
    work: [Work],
    omittedCount: Int
  ) {
    (self.number, self.timeOfDay, self.place) = (number, timeOfDay, place)
    self.isForeign = isForeign
    (bodyEnd, commitEnd, publicationEnd) = (ends.body, ends.commit, ends.publication)
    (self.tables, self.marks, self.work) = (tables, marks, work)
    self.omittedCount = omittedCount
  }

  /// When the last work ended.
  var end: Int { work.reduce(publicationEnd) { max($0, $1.end) } }
}
