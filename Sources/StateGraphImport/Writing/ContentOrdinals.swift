/// Counts equal records, so that each of them gets a key of its own.
///
/// Confined to the thread that runs the import.
final class ContentOrdinals {
  /// The number of records for the first 64 bits of each digest.
  ///
  /// Different records with equal bits also get different numbers, so no record is lost.
  private var counts: [UInt64: Int32] = [:]

  /// The numbers that were given back, for each digest.
  private var unused: [UInt64: [Int]] = [:]

  /// Returns the smallest number that no other record with this digest has.
  func next(_ digest: UInt64) -> Int {
    if let numbers = unused[digest], let smallest = numbers.min() {
      let rest = numbers.filter { $0 != smallest }
      unused[digest] = rest.isEmpty ? nil : rest
      return smallest
    }
    let count = counts[digest, default: 0]
    counts[digest] = count + 1
    return Int(count)
  }

  /// Takes back a number, which a later record with this digest gets.
  func takeBack(_ number: Int, of digest: UInt64) { unused[digest, default: []].append(number) }
}
