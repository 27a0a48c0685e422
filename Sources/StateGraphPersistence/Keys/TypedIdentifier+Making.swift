public import FoundationEssentials
public import StateGraphNormalization

extension TypedIdentifier where RawValue == UUID {
  /// Returns a new identifier: a UUID of version 7, which is larger than all that this process has
  /// made.
  ///
  /// The initialiser that `@Entity(id:keys:)` generates calls it for ``KeySource/uuidV7``. An
  /// initialiser of your own can do the same.
  public static func uuidV7() -> Self { Self(TimeOrderedKeys.uuid()) }
}

extension TypedIdentifier where RawValue == String {
  /// Returns a new identifier: a ULID of 26 characters, which is larger than all that this process
  /// has made.
  ///
  /// The initialiser that `@Entity(id:keys:)` generates calls it for ``KeySource/ulid``. An
  /// initialiser of your own can do the same.
  public static func ulid() -> Self { Self(TimeOrderedKeys.ulid()) }
}
