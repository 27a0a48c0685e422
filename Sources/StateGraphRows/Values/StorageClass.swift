/// The type of a value in SQLite: integer, real, text, blob or null.
///
/// SQLite's documentation describes the types
/// (<https://sqlite.org/datatype3.html#storage_classes_and_datatypes>).
@usableFromInline
package enum StorageClass: UInt32, Sendable {
  case null, integer, real, text, blob

  @inlinable
  @inline(__always)
  package init(tag: UInt32) { self = StorageClass(rawValue: tag) ?? .null }
}

/// A set of storage classes, such as the classes that a column can contain.
@usableFromInline
package struct StorageClasses: OptionSet, Sendable {
  @usableFromInline
  package let rawValue: UInt8
  @usableFromInline
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package init(_ one: StorageClass) { rawValue = 1 << UInt8(one.rawValue) }

  package static let null = StorageClasses(.null)
  package static let integer = StorageClasses(.integer)
  package static let real = StorageClasses(.real)
  package static let text = StorageClasses(.text)
  package static let blob = StorageClasses(.blob)
}
