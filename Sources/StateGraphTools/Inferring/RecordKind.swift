import StateGraphFormats
import StateGraphSQLite

/// The records under one member, together with the records under a member of the same name inside
/// of these records, at every depth of such a recursion.
///
/// For example, the `children` of a tree's nodes are one kind, although each level of the tree has
/// a ``RecordShape`` of its own. The inference finds one table for them, so it must know all of
/// them before it decides.
final class RecordKind {
  /// The name of the JSON member that contains the records. Records at the top of an input have the
  /// name of their table.
  let name: String
  let role: RecordShape.Role
  private(set) var shapes: [RecordShape] = []
  /// The kinds of the records that are nested in records of this kind.
  private(set) var members: [RecordKind] = []

  /// Creates the kind of an input's records, and all kinds of records that are nested in them.
  convenience init(root: RecordShape) {
    self.init(root.name, role: .root)
    add(root, below: [])
  }

  private init(_ name: String, role: RecordShape.Role) { (self.name, self.role) = (name, role) }

  private func add(_ shape: RecordShape, below path: [RecordKind]) {
    shapes.append(shape)
    let path = path + [self]
    for child in shape.children {
      let isSame = { (kind: RecordKind) in
        kind.role == child.role && kind.name.utf8.elementsEqual(child.name.utf8)
      }
      let kind =
        members.first(where: isSame) ?? path.last(where: isSame)
        ?? RecordKind(child.name, role: child.role)
      if !members.contains(where: { $0 === kind }) { members.append(kind) }
      kind.add(child, below: path)
    }
  }

  /// The groups of records that have at least one record.
  var filled: [RecordShape] { shapes.filter { $0.rowCount > 0 } }

  /// The name of the member or table in snake case.
  var member: String { FoldedName.snakeCase(name) }

  private var rowCount: Int64 { shapes.reduce(0) { $0 + $1.rowCount } }
  private var scalarCount: Int64 { shapes.reduce(0) { $0 + $1.scalarCount } }

  /// Whether all records are plain values in arrays, such as texts, and not objects.
  var isOfScalars: Bool { rowCount > 0 && scalarCount == rowCount }

  /// Whether an array contains nulls or arrays, or both objects and plain values. Such arrays
  /// become JSON text.
  var isIrregular: Bool {
    shapes.contains { shape in shape.columns.contains { $0.nested != nil } }
      || scalarCount > 0 && scalarCount < rowCount
  }

  /// Returns the index of the column whose name in snake case is `name`. Returns nil if there is
  /// none.
  static func column(_ name: String, of shape: RecordShape) -> Int? {
    shape.columns.firstIndex { FoldedName.snakeCase($0.name).isSameName(as: name) }
  }

  func hasColumn(_ name: String) -> Bool {
    filled.contains { Self.column(name, of: $0) != nil }
  }

  /// Returns the statistics of one member in all records of the kind. Returns nil if a group of
  /// records does not have the member.
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

  /// The name of the member that identifies the records, such as `id`, in snake case. The member
  /// must have a usual name for a key, and a value in every record. Nil if there is no such member.
  var key: String? {
    let singular = EnglishNoun.singular(member)
    let names = ["id", singular + "_id", member + "_id", "uuid", "guid", "code", "key", "slug"]
    return names.first { name in
      guard let found = self.profile(name), found.valueCount == Int(rowCount) else { return false }
      return found.valueCount > 0 && found.type.isKeyType && !found.hasLongValue
    }
  }
}
