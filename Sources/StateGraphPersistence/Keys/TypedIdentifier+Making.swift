public import FoundationEssentials
public import StateGraphNormalization

extension TypedIdentifier where RawValue == UUID {
  /// Returns a new identifier: a UUID of version 7, which is larger than all earlier UUIDs of this
  /// process.
  ///
  /// The initialiser that `@Entity(id:keys:)` generates calls this function for
  /// ``KeySource/uuidV7``. You can also call it in an initialiser of your own.
  public static func uuidV7() -> Self { Self(TimeOrderedKeys.uuid()) }
}

extension TypedIdentifier where RawValue == String {
  /// Returns a new identifier: a ULID of 26 characters, which is larger than all earlier ULIDs of
  /// this process.
  ///
  /// The initialiser that `@Entity(id:keys:)` generates calls this function for ``KeySource/ulid``.
  /// You can also call it in an initialiser of your own.
  public static func ulid() -> Self { Self(TimeOrderedKeys.ulid()) }
}
