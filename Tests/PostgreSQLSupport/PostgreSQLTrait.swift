public import Testing

extension Trait where Self == ConditionTrait {
  /// Skips a suite where PostgreSQL is not installed, and says so in the report.
  public static var postgreSQL: Self {
    .disabled(
      if: PostgreSQLServer.missing != nil,
      Comment(rawValue: PostgreSQLServer.missing ?? "PostgreSQL is installed")
    )
  }
}
