/// Who makes the identifiers of an entity type's new objects.
///
/// ```swift
/// @Entity(id: Int.self, keys: .database)
/// final class Customer {
///   @GraphStored var name: String
/// }
///
/// let customer = Customer(name: "Ada")
/// try customers.insert(customer)
/// print(customer.id)
/// ```
public enum KeySource: Sendable {
  /// The program. The initialiser has the parameter `id`, without a default value.
  case program

  /// The store to which the object is added. Until then, the object has no identifier.
  ///
  /// A store over a table inserts the row without a key, and SQLite chooses the key. The key must
  /// be one column that is declared as `INTEGER PRIMARY KEY`, with or without `AUTOINCREMENT`.
  /// Without it, the key is the largest key in the table plus one, so that the key of a deleted row
  /// may be used again. With it, no key is used twice, and an insertion after the key `Int64.max`
  /// fails with `.diskFull`.
  ///
  /// A store in memory gives the object the largest identifier that it has contained, plus one.
  ///
  /// An object can be given an identifier as before: `Customer(id: 7, name: "Ada")`.
  case database

  /// The initialiser. It makes a UUID of version 7 (RFC 9562), which begins with the time of day.
  ///
  /// In one process, each UUID is larger than all before it, also if the time of day jumps back.
  case uuidV7

  /// The initialiser. It makes a ULID: 26 digits and capital letters that begin with the time of
  /// day (<https://github.com/ulid/spec>).
  ///
  /// In one process, each ULID is larger than all before it, also if the time of day jumps back.
  case ulid
}
