import StateGraphSQLite

/// The parts of an entity that are printed: its identifier, and the values of its columns.
struct EntityDescription {
  /// A printed value: the identifier, one of its parts, or the value of a column.
  private struct Part {
    let label: String
    let value: Any
    let text: String

    init(_ label: String, value: SQLiteValue, isBool: Bool = false) {
      self.label = label
      text = Part.text(value, isBool: isBool)
      self.value =
        switch value {
        case .null: Never?.none as Any
        case .integer(let integer): isBool ? integer != 0 : integer
        case .real(let real): real
        case .text(let text): text
        case .blob(let bytes): bytes
        }
    }

    init(_ label: String, reference: PrintedReference) {
      self.label = label
      value = reference
      text = reference.debugDescription
    }

    static func text(_ value: SQLiteValue, isBool: Bool = false) -> String {
      switch value {
      case .null: "nil"
      case .integer(let integer) where isBool: integer == 0 ? "false" : "true"
      case .integer(let integer): "\(integer)"
      case .real(let real): "\(real)"
      case .text(let text): shortened(text)
      case .blob(let bytes): bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes"
      }
    }

    private static func shortened(_ text: String) -> String {
      let limit = 100
      let start = text.prefix(limit)
      return start.endIndex == text.endIndex
        ? text.debugDescription : "\(String(start).debugDescription)…"
    }
  }

  /// A printed reference to another entity. It contains only that entity's key, because printing
  /// reads no related rows.
  private struct PrintedReference: CustomDebugStringConvertible {
    let type: String
    let key: RowKey
    var debugDescription: String {
      let parts = key.values.filter { !$0.isNull }.map { Part.text($0) }
      return "\(type)(\(parts.joined(separator: ", ")))"
    }
  }

  private let typeName: String
  private let identifier: [Part]
  private let columns: [Part]
  private let isDeleted: Bool

  init<Element: Entity>(_ entity: Element) {
    let definition = Element._$definition
    let state = entity._$entity
    typeName = "\(Element.self)"
    isDeleted = state.isDeleted
    // If properties store the key, they are printed with the other columns.
    let isProperty = definition.keyColumns.allSatisfy { name in
      definition.columns.contains { $0.name.isSameName(as: name) }
    }
    identifier =
      isProperty
      ? [] : entity._$key.values.filter { !$0.isNull }.map { Part("id", value: $0) }
    let plain = definition.columns.enumerated().filter { !$1.isPart }.map { index, column in
      let value = state.untrackedValue(index)
      guard column.isReference else {
        let isBool = column.valueType == Bool.self || column.valueType == Bool?.self
        return Part(column.property, value: value, isBool: isBool)
      }
      let related = state.attachedTable == nil ? state.detachedReference(index) : nil
      guard !value.isNull || related != nil else { return Part(column.property, value: .null) }
      let type = EntityDescription.referencedTypeName(column.path)
      return Part(
        column.property,
        reference: PrintedReference(type: type, key: related?._$key ?? .value(value))
      )
    }
    columns =
      plain
      + definition.references.enumerated().map { index, reference in
        guard let key = ReferenceKey(state, index: index).printed else {
          return Part(reference.property, value: .null)
        }
        let type = EntityDescription.referencedTypeName(reference.path)
        return Part(reference.property, reference: PrintedReference(type: type, key: key))
      }
  }

  /// Returns the name of the entity type to which a property refers.
  private static func referencedTypeName(_ path: AnyKeyPath) -> String {
    let name = "\(Swift.type(of: path).valueType)"
    let optional = "Optional<"
    return name.hasPrefix(optional) ? String(name.dropFirst(optional.count).dropLast()) : name
  }

  var text: String {
    let arguments = identifier.map(\.text) + columns.map { "\($0.label): \($0.text)" }
    return "\(typeName)(\(arguments.joined(separator: ", ")))" + (isDeleted ? " (deleted)" : "")
  }

  var children: [Mirror.Child] { (identifier + columns).map { ($0.label, $0.value) } }
}
