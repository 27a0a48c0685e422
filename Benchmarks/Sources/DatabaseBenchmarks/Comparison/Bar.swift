/// What ARCHITECTURE asks of us beside another side. Printed, never enforced.
struct Bar {
  /// As it is said: `>= 0.6 x C's rate`.
  let text: String
  /// The other side's name.
  let reference: String
  /// Our time is to be at most so many times the other's.
  let limit: Double

  /// At most `times` as long as the side takes.
  static func time(_ times: Double, of reference: String) -> Bar {
    Bar(text: "<= \(times) x \(reference)", reference: reference, limit: times)
  }

  /// At least `times` as much in the same time as the side does.
  static func rate(_ times: Double, of reference: String) -> Bar {
    Bar(text: ">= \(times) x \(reference)'s rate", reference: reference, limit: 1 / times)
  }
}
