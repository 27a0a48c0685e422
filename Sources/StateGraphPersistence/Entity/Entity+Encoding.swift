import FoundationEssentials
import StateGraphSQLite

extension Entity where Self: Encodable {
  /// Encodes the identifier as `id`, and the value of each column by the name of its property.
  ///
  /// ```swift
  /// extension Book: Encodable {}
  /// let body = try JSONEncoder().encode(book)  // {"id":"b9","title":"Dawn","author":"octavia"}
  /// ```
  ///
  /// A reference is the key of the related entity, which is not read: a value, or an array for a
  /// key of several columns. Properties that are nil, and relationships, are left out. If
  /// properties store the key, there is no `id`. A node that is being evaluated depends on each
  /// property.
  ///
  /// An entity is not `Decodable`, because decoding would make a second object for its row. Decode
  /// a struct, and set the properties from it.
  ///
  /// - Throws: `EncodingError` if a property has a value that is not `Encodable`. Also the errors
  ///   of the encoder and of the values.
  public func encode(to encoder: any Encoder) throws {
    var encoding = EntityEncoding(of: self, to: encoder)
    try encoding.run()
  }
}

/// Encodes the columns of one entity.
private struct EntityEncoding<Element: Entity> {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  private let entity: Element
  private let definition = Element._$definition
  private var container: KeyedEncodingContainer<Name>

  init(of entity: Element, to encoder: any Encoder) {
    self.entity = entity
    container = encoder.container(keyedBy: Name.self)
  }

  mutating func run() throws {
    let isKeyProperty = definition.keyColumns.allSatisfy { name in
      definition.columns.contains { $0.name.isSameName(as: name) }
    }
    if !isKeyProperty { try encode(entity._$key, as: "id") }
    for (index, column) in definition.columns.enumerated() where !column.isPart {
      if column.isReference {
        try encode(key(ofReference: index), as: column.property)
      } else if !entity._$entity.value(index).isNull {
        try encode(entity[keyPath: column.path as AnyKeyPath], as: column.property)
      }
    }
    for (index, reference) in definition.references.enumerated() {
      let key = ReferenceKey(entity._$entity, index: index)
      try encode(key.held?._$key ?? key.value, as: reference.property)
    }
  }

  private func key(ofReference index: Int) -> RowKey? {
    let state = entity._$entity
    if state.attachedTable == nil, let held = state.detachedReference(index) { return held._$key }
    return .value(state.value(index))
  }

  private mutating func encode(_ key: RowKey?, as property: String) throws {
    let parts = (key?.values ?? []).filter { !$0.isNull }.map { $0.encodable }
    guard let first = parts.first else { return }
    if parts.count == 1 { return try container.encode(first, forKey: Name(property)) }
    var array = container.nestedUnkeyedContainer(forKey: Name(property))
    for part in parts { try array.encode(part) }
  }

  private mutating func encode(_ value: Any?, as property: String) throws {
    let encodable = value as? any Encodable ?? (value as? SQLiteValue)?.encodable
    guard let encodable else {
      throw EncodingError.invalidValue(
        value as Any,
        EncodingError.Context(
          codingPath: container.codingPath + [Name(property)],
          debugDescription: "The type of the property \(Element.self).\(property) is not "
            + "Encodable. Let it conform, or write encode(to:) in \(Element.self)."
        )
      )
    }
    try container.encode(encodable, forKey: Name(property))
  }
}

extension SQLiteValue {
  fileprivate var encodable: any Encodable {
    switch self {
    case .null: Int?.none
    case .integer(let integer): integer
    case .real(let real): real
    case .text(let text): text
    case .blob(let bytes): Data(bytes)
    }
  }
}
