/// The source of the identifiers of an entity type's new objects.
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
  /// The program passes each identifier to the initialiser's parameter `id`, which has no default.
  case program

  /// The store makes the identifier when the object is added. Until then, the object has none.
  ///
  /// A store over a table inserts the row without a key, and SQLite chooses the key. The key must
  /// be one column that is declared as `INTEGER PRIMARY KEY`. SQLite chooses the largest key in the
  /// table plus one, so that the key of a deleted row may be used again. With `AUTOINCREMENT`,
  /// SQLite uses no key twice, and an insertion after the key `Int64.max` fails with `.diskFull`.
  ///
  /// A store in memory gives the object the largest identifier that it has contained, plus one.
  ///
  /// The program can still choose an identifier itself: `Customer(id: 7, name: "Ada")`.
  case database

  /// The initialiser makes a UUID of version 7 (RFC 9562), which begins with the current time.
  ///
  /// In one process, each UUID is larger than all earlier ones, even if the system clock is set
  /// back.
  case uuidV7

  /// The initialiser makes a ULID, which is a text of 26 digits and capital letters that begins
  /// with the current time (<https://github.com/ulid/spec>).
  ///
  /// In one process, each ULID is larger than all earlier ones, even if the system clock is set
  /// back.
  case ulid
}
