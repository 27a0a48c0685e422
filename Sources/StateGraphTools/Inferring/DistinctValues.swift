/// Observes whether all values of one CSV column differ, with little memory and without SQL.
///
/// Most keys ascend, and most other columns repeat a value soon. Both cases are decided while the
/// input is read. Every other column is undecided, and SQL must compare its values.
struct DistinctValues {
  /// The maximum number of hashes that are stored to find a value that is repeated.
  private static let sampleCount = 1_000

  private enum State {
    /// All values so far are integers, and each is greater than the one before.
    case integers(last: Int64?)
    /// All values so far are texts, and each has greater bytes than the one before.
    case texts(last: [UInt8])
    /// The values neither ascend nor repeat a value with one of these hashes. Different values
    /// almost always have different hashes.
    case sample(Set<Int>)
    case repeated
    case undecided
  }

  private var state = State.integers(last: nil)

  /// Whether all values differ. Nil if this is not known.
  var areDistinct: Bool? {
    switch state {
    case .integers, .texts: true
    case .repeated: false
    case .sample, .undecided: nil
    }
  }

  /// Adds the next value.
  ///
  /// - Parameter integer: The integer whose text is the field. Nil for another text.
  mutating func observe(_ field: UnsafeRawBufferPointer, integer: Int64?) {
    switch (state, integer) {
    case (.repeated, _), (.undecided, _): return
    case (.integers(let last), let integer?) where last.map { $0 < integer } ?? true:
      state = .integers(last: integer)
    case (.integers(nil), nil): state = .texts(last: Array(field))
    case (.texts(let last), nil) where last.lexicographicallyPrecedes(field):
      state = .texts(last: Array(field))
    case (.integers(let last?), _):
      state = .sample([Array("\(last)".utf8).withUnsafeBytes(Self.hash)])
      addToSample(field)
    case (.texts(let last), _):
      state = .sample([last.withUnsafeBytes(Self.hash)])
      addToSample(field)
    case (.sample, _): addToSample(field)
    case (.integers(nil), _): return
    }
  }

  private mutating func addToSample(_ field: UnsafeRawBufferPointer) {
    guard case .sample(var hashes) = state else { return }
    // The set must not be shared while it changes.
    state = .undecided
    guard hashes.insert(Self.hash(field)).inserted else { return state = .repeated }
    state = hashes.count < Self.sampleCount ? .sample(hashes) : .undecided
  }

  private static func hash(_ field: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: field)
    return hasher.finalize()
  }

  /// Leaves the values undecided, for example because they are values of several inputs.
  mutating func giveUp() { state = .undecided }
}
