/// The required time of a side relative to another side. The output shows whether the bar is met. A
/// missed bar does not end the run.
struct Bar {
  /// The bar as the output shows it, for example `>= 0.6 x C's rate`.
  let text: String
  /// The name of the other side.
  let reference: String
  /// The largest permitted ratio of the side's time to the time of the other side.
  let limit: Double

  /// A bar for the time: at most `times` as long as the other side.
  static func time(_ times: Double, of reference: String) -> Bar {
    Bar(text: "<= \(times) x \(reference)", reference: reference, limit: times)
  }

  /// A bar for the rate: at least `times` as many operations in the same time as the other side.
  static func rate(_ times: Double, of reference: String) -> Bar {
    Bar(text: ">= \(times) x \(reference)'s rate", reference: reference, limit: 1 / times)
  }
}
