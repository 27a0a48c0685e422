/// A receiver of values, such as the outputs of a transducer.
///
/// The input of a transducer is a subject too. Therefore the output of one transducer can be the
/// input of another.
public protocol Subject<Value> {
  /// The type of the values.
  associatedtype Value

  /// Takes a value, and returns when the subject can take the next value.
  ///
  /// The function runs on the actor of its caller. It throws an error if the subject does not take
  /// the value.
  nonisolated(nonsending) func send(_ value: Value) async throws
}
