import CSQLite
import StateGraphRows

/// A function of the program that SQL can call.
///
/// ```swift
/// var configuration = Database.Configuration()
/// configuration.add(
///   function: DatabaseFunction("initials", argumentCount: 1, pure: true) { arguments in
///     String(value: arguments[0])?.prefix(1).description
///   }
/// )
/// ```
public struct DatabaseFunction: Sendable {
  /// The name in SQL. Upper and lower case are not distinguished.
  public let name: String
  /// The number of arguments, or nil for any number.
  public let argumentCount: Int?
  private let flags: Int32
  private let function: @Sendable ([SQLiteValue]) throws -> (any Bindable)?

  /// Creates a function.
  ///
  /// - Parameters:
  ///   - name: The name in SQL. A function of SQLite cannot be replaced.
  ///   - argumentCount: The number of arguments, at most 127, or nil for any number.
  ///   - pure: Whether the result depends only on the arguments. SQLite accepts only such functions
  ///     in indexes, checks and generated columns.
  ///   - isDirectOnly: Whether only statements of the program may call the function, and not the
  ///     views, triggers, indexes, checks and defaults of a file. Pass true for a function with an
  ///     effect, because whoever made the file could otherwise call it.
  ///   - function: Computes the result. Nil stands for NULL, and an error makes the statement fail.
  ///     It must not use the database. SQLite calls it on the thread of each statement, also while
  ///     the thread holds the lock for writing.
  public init(
    _ name: String,
    argumentCount: Int? = nil,
    pure: Bool = false,
    isDirectOnly: Bool = false,
    function: @escaping @Sendable ([SQLiteValue]) throws -> (any Bindable)?
  ) {
    (self.name, self.argumentCount, self.function) = (name, argumentCount, function)
    flags =
      SQLITE_UTF8 | (pure ? SQLITE_DETERMINISTIC : 0)
      | (isDirectOnly ? SQLITE_DIRECTONLY : SQLITE_INNOCUOUS)
  }

  func install(on handle: OpaquePointer) -> Int32 {
    let body = Unmanaged.passRetained(Body(function))
    // SQLite releases the object also if the call fails.
    return sqlite3_create_function_v2(
      handle,
      name,
      Int32(clamping: argumentCount ?? -1),
      flags,
      body.toOpaque(),
      { context, count, arguments in
        guard let pointer = sqlite3_user_data(context) else { return }
        let body = Unmanaged<Body>.fromOpaque(pointer).takeUnretainedValue()
        let values = (0..<Int(count)).map { index in
          arguments?[index].map { RowCell($0).value } ?? .null
        }
        do {
          let result = try body.function(values)
          (try result?.storedValue() ?? .null).setResult(of: context)
        } catch {
          sqlite3_result_error(context, "\(error)", -1)
        }
      },
      nil,
      nil,
      { body in
        if let body { Unmanaged<Body>.fromOpaque(body).release() }
      }
    )
  }

  private final class Body {
    let function: @Sendable ([SQLiteValue]) throws -> (any Bindable)?

    init(_ function: @escaping @Sendable ([SQLiteValue]) throws -> (any Bindable)?) {
      self.function = function
    }
  }
}
