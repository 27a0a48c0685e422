public import StateGraphSQLite

/// The identifier of an entity whose table has a primary key of several columns.
///
/// ```swift
/// @Entity(id: CompositeKey<String, String>.self, key: "book_id", "tag_id")
/// final class BookTag {
///   @GraphStored var book: Book
///   @GraphStored var tag: Tag
/// }
///
/// let link = links.get(by: .init(CompositeKey("b1", "fiction")))
/// ```
///
/// Two keys are equal if SQLite treats them as equal. Strings are therefore compared byte by byte.
public struct CompositeKey<each Part: EntityKey & Bindable>: EntityKey {
  /// The values of the key's columns, in the order of the columns.
  public let parts: (repeat each Part)

  /// Creates a key from the values of its columns, in the order of the columns.
  public init(_ part: repeat each Part) {
    parts = (repeat each part)
  }

  /// The types of the key's columns, in the order of the columns.
  public static var columnTypes: [ColumnType] {
    var types: [ColumnType] = []
    repeat types.append((each Part).columnType)
    return types
  }

  /// A key that consists of the placeholders of its parts, such as empty strings. It identifies an
  /// object whose row does not exist.
  public static var placeholder: Self { Self(repeat (each Part).placeholder) }

  /// The key in the form that the table stores, with one value for each column.
  public var rowKey: RowKey { RowKey(values) }

  public init?(rowKey: RowKey) {
    var reader = PartReader(rest: rowKey.values[...])
    let parts = (repeat reader.next((each Part).self))
    var isComplete = reader.rest.isEmpty
    for part in repeat each parts { isComplete = isComplete && part != nil }
    guard isComplete else { return nil }
    self.init(repeat (each parts) ?? (each Part).placeholder)
  }

  private var values: [SQLiteValue] {
    var values: [SQLiteValue] = []
    repeat values.append((each parts).value)
    return values
  }
}

/// Reads the values of a row's key in order, and converts each to its part of a composite key.
private struct PartReader {
  var rest: ArraySlice<SQLiteValue>

  mutating func next<Part: Bindable>(_ type: Part.Type) -> Part? {
    rest.popFirst().flatMap { Part(value: $0) }
  }
}

extension CompositeKey: Hashable {
  public static func == (left: Self, right: Self) -> Bool { left.values == right.values }
  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

extension CompositeKey: CustomStringConvertible {
  public var description: String {
    var texts: [String] = []
    repeat texts.append("\(each parts)")
    return texts.joined(separator: ", ")
  }
}

/// An entity key of several columns. Only ``CompositeKey`` conforms to this protocol.
///
/// A reference to an entity with such a key is stored in several columns; see ``EntityReference``.
@_documentation(visibility: internal)
public protocol CompositeEntityKey: EntityKey {
  /// The types of the key's columns, in key order.
  static var _$partTypes: [any (EntityKey & Bindable).Type] { get }
}

extension CompositeKey: CompositeEntityKey {
  public static var _$partTypes: [any (EntityKey & Bindable).Type] {
    var types: [any (EntityKey & Bindable).Type] = []
    repeat types.append((each Part).self)
    return types
  }
}
