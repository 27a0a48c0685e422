public import StateGraphPresentation

/// A transducer whose machine can keep its state in a ``Session``. The state is `Codable`, the
/// transducer has an `initialState`, and all other requirements have defaults.
///
/// ```swift
/// enum Counter: EffectTransducer, RestorableTransducer {
///   struct State: NonTerminal, Codable { var count = 0 }
///   enum Event { case increase }
///   static var initialState: State { State() }
///
///   static func update(_ state: inout State, event: Event) -> Self.Effect? {
///     state.count += 1
///     return nil
///   }
/// }
/// ```
public protocol RestorableTransducer: BaseTransducer
where State: Codable, InitialState == State {
  /// The type of the requests of `.durable(_:_:)`. The default is `Never`: no requests.
  associatedtype Request: Codable & SendableMetatype = Never

  /// The name of the transducer in the file. A session of another transducer is refused.
  ///
  /// The default is the name of the type with its module. Return a constant before you rename the
  /// type, and for a type that is private or declared in a function.
  static var storedName: String { get }

  /// The version of the state's JSON form. The default is 1. Increase it when the stored states of
  /// the last version can no longer be decoded.
  static var stateVersion: Int { get }

  /// Converts a state of an older version. The default implementation returns nil.
  ///
  /// - Parameters:
  ///   - old: The stored state.
  ///   - version: The version of this state, less than ``stateVersion``.
  /// - Returns: The converted state. With nil, the restore throws ``SessionError/Code/olderState``.
  /// - Throws: An error, which becomes the cause of the error of the restore.
  static func migrate(_ old: StoredState, from version: Int) throws -> State?

  /// Adapts a restored state to the new process, before the first event. The default implementation
  /// does nothing.
  ///
  /// Change a state that waits for an operation here, or start the operation again, because the
  /// operation ended with the last process. The change is a transition with its own transaction.
  /// The machine does not call this function if it begins with the initial state.
  ///
  /// - Returns: The effect of this transition, or nil for no effect.
  static func resumed(_ state: inout State) -> StateGraphPresentation.Effect<Self>?

  /// Performs a request of `.durable(_:_:)`, beside the machine.
  ///
  /// A restored machine calls the function for its unfinished requests in the order in which they
  /// were stored. Declare your function `nonisolated(nonsending)` if it has to begin in this order.
  ///
  /// The request stays in the file until the machine has processed the returned event. If the
  /// process dies before, the next machine performs the request again. The function must therefore
  /// be repeatable: performing a request twice has the same result as performing it once.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - env: The environment of the machine.
  ///   - input: Sends other events to the machine, such as the progress.
  /// - Returns: The event that completes the request. Return an event for a failure, too.
  nonisolated(nonsending) static func perform(
    _ request: Request,
    env: Env,
    input: Input
  ) async -> Event
}

extension RestorableTransducer {
  /// The name of the type with its module.
  public static var storedName: String { String(reflecting: Self.self) }

  /// 1.
  public static var stateVersion: Int { 1 }

  /// Returns nil, so that a state of an older version is refused.
  public static func migrate(_ old: StoredState, from version: Int) throws -> State? { nil }

  /// Does nothing.
  public static func resumed(_ state: inout State) -> StateGraphPresentation.Effect<Self>? { nil }
}

extension RestorableTransducer where Request == Never {
  /// Is never called, because there is no request.
  public nonisolated(nonsending) static func perform(
    _ request: Request,
    env: Env,
    input: Input
  ) async -> Event {
    // `Never` has no value, so the compiler needs no event here.
  }
}

/// A state that an older version of the program has written, for
/// ``RestorableTransducer/migrate(_:from:)``.
public struct StoredState: Sendable {
  /// The state as JSON text.
  public let json: String

  /// Decodes the state as a type with the old form.
  ///
  /// - Throws: `DecodingError` if the state does not fit the type, or the error of the type's
  ///   `init(from:)`.
  public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try JSONText.decode(type, from: json)
  }
}
