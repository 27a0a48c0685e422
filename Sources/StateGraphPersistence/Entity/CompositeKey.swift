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
/// Two keys are equal if SQLite treats them as equal: strings are compared byte by byte.
public struct CompositeKey<each Part: EntityKey & Bindable>: EntityKey {
  /// The parts, in the order of the key's columns.
  public let parts: (repeat each Part)

  /// Creates a key from its parts, in the order of the key's columns.
  public init(_ part: repeat each Part) {
    parts = (repeat each part)
  }

  /// The parts' column types, in their order.
  public static var columnTypes: [ColumnType] {
    var types: [ColumnType] = []
    repeat types.append((each Part).columnType)
    return types
  }

  /// The key of the parts' placeholders.
  public static var placeholder: Self { Self(repeat (each Part).placeholder) }

  /// The parts in the form that the table stores.
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

/// Converts the values of a key one after the other.
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
