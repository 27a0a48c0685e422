import StateGraphFormats
import StateGraphSQLite

/// The records under one member, at every depth of a recursion.
///
/// For example, all `children` of a tree's nodes are one kind. The inference finds one place for
/// them, so it must know all of them before it decides.
final class RecordKind {
  /// The table name for top-level records, or the member name for nested records.
  let name: String
  let role: RecordShape.Role
  private(set) var shapes: [RecordShape] = []
  /// The kinds of records that are nested in these records.
  private(set) var members: [RecordKind] = []

  /// Creates the kind of the top-level records of an input, and all kinds below it.
  convenience init(root: RecordShape) {
    self.init(root.name, .root)
    add(root, below: [])
  }

  private init(_ name: String, _ role: RecordShape.Role) { (self.name, self.role) = (name, role) }

  private func add(_ shape: RecordShape, below path: [RecordKind]) {
    shapes.append(shape)
    let path = path + [self]
    for child in shape.children {
      let isSame = { (kind: RecordKind) in
        kind.role == child.role && kind.name.utf8.elementsEqual(child.name.utf8)
      }
      let kind =
        members.first(where: isSame) ?? path.last(where: isSame)
        ?? RecordKind(child.name, child.role)
      if !members.contains(where: { $0 === kind }) { members.append(kind) }
      kind.add(child, below: path)
    }
  }

  /// The groups of records that contain at least one record.
  var filled: [RecordShape] { shapes.filter { $0.rowCount > 0 } }

  /// The name of the member in snake case.
  var member: String { FoldedName.snakeCase(name) }

  private var rowCount: Int64 { shapes.reduce(0) { $0 + $1.rowCount } }
  private var scalarCount: Int64 { shapes.reduce(0) { $0 + $1.scalarCount } }

  /// Whether all records are plain values of an array.
  var isOfScalars: Bool { rowCount > 0 && scalarCount == rowCount }

  /// Whether an array contains nulls, arrays, or both objects and plain values.
  var isIrregular: Bool {
    shapes.contains { shape in shape.columns.contains { $0.nested != nil } }
      || scalarCount > 0 && scalarCount < rowCount
  }

  /// Returns the index of the column for a name in snake case, or nil.
  static func column(_ name: String, of shape: RecordShape) -> Int? {
    shape.columns.firstIndex { FoldedName.snakeCase($0.name).isSameName(as: name) }
  }

  func hasColumn(_ name: String) -> Bool {
    filled.contains { Self.column(name, of: $0) != nil }
  }

  /// Returns the statistics of one member in all records. Nil if a group of records lacks it.
  func profile(_ name: String) -> ColumnProfile? {
    var merged: ColumnProfile?
    for shape in filled {
      guard let index = Self.column(name, of: shape) else { return nil }
      if merged == nil {
        merged = shape.columns[index]
      } else {
        merged?.merge(shape.columns[index])
      }
    }
    return merged
  }

  /// The name of the member that identifies the records, such as `id`, in snake case.
  ///
  /// The member must have a usual name for a key and a value in every record. Nil if there is none.
  var key: String? {
    let singular = EnglishNoun.singular(member)
    let names = ["id", singular + "_id", member + "_id", "uuid", "guid", "code", "key", "slug"]
    return names.first { name in
      guard let found = self.profile(name), found.valueCount == Int(rowCount) else { return false }
      return found.valueCount > 0 && found.type.isKeyType && !found.hasLongValue
    }
  }
}
