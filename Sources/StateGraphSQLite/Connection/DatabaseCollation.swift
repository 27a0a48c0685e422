import CSQLite
public import FoundationEssentials

/// An order of texts that the program defines, for a `COLLATE` clause with its name.
///
/// A file whose schema has such a collation can be written only by programs that have it, and each
/// of them must compare in the same way: an index is stored in this order.
///
/// ```swift
/// var configuration = Database.Configuration()
/// configuration.add(
///   collation: DatabaseCollation("unicase") { $0.lowercased().compare($1.lowercased()) }
/// )
/// ```
public struct DatabaseCollation: Sendable {
  /// The name in `COLLATE` clauses. Upper and lower case are not distinguished.
  public let name: String
  private let compare: @Sendable (String, String) -> ComparisonResult

  /// Creates a collation.
  ///
  /// - Parameters:
  ///   - name: The name in `COLLATE` clauses. The names `BINARY`, `NOCASE` and `RTRIM` are those of
  ///     SQLite.
  ///   - compare: Compares two texts. It must give the same result for the same texts at all times,
  ///     and order any three texts consistently. It must not use the database. SQLite calls it on
  ///     the thread of each statement, also while the thread holds the lock for writing.
  public init(
    _ name: String,
    compare: @escaping @Sendable (String, String) -> ComparisonResult
  ) {
    (self.name, self.compare) = (name, compare)
  }

  func install(on handle: OpaquePointer) -> Int32 {
    let function = Unmanaged.passRetained(Comparison(compare))
    let result = sqlite3_create_collation_v2(
      handle,
      name,
      SQLITE_UTF8,
      function.toOpaque(),
      { function, count, bytes, otherCount, otherBytes in
        guard let function else { return 0 }
        let compare = Unmanaged<Comparison>.fromOpaque(function).takeUnretainedValue().compare
        return Int32(
          compare(decoded(bytes, count: count), decoded(otherBytes, count: otherCount)).rawValue
        )
      },
      { function in
        if let function { Unmanaged<Comparison>.fromOpaque(function).release() }
      }
    )
    // SQLite releases the object only if the call has succeeded.
    if result != SQLITE_OK { function.release() }
    return result
  }

  private final class Comparison {
    let compare: @Sendable (String, String) -> ComparisonResult

    init(_ compare: @escaping @Sendable (String, String) -> ComparisonResult) {
      self.compare = compare
    }
  }
}

private func decoded(_ bytes: UnsafeRawPointer?, count: Int32) -> String {
  String(decoding: UnsafeRawBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
}
