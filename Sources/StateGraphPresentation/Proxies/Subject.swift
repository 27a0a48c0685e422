/// Something that takes values: the output of a transducer goes to a subject.
///
/// The input of a transducer is a subject too. Therefore the output of one transducer can be the
/// input of another.
public protocol Subject<Value> {
  /// The type of the values.
  associatedtype Value

  /// Takes a value, and returns when the subject can take the next one.
  ///
  /// It runs on the actor of its caller. An error means that the subject did not take the value.
  nonisolated(nonsending) func send(_ value: Value) async throws
}
