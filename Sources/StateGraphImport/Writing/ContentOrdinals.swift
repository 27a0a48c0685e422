/// Counts equal records, so that each of them gets a key of its own.
///
/// A digest is a hash of the content of a record. Only the thread that runs the import uses this
/// object.
final class ContentOrdinals {
  /// The number of records that were counted, by the first 64 bits of their digests.
  ///
  /// Different records with equal bits also get different numbers, so no record is lost.
  private var counts: [UInt64: Int32] = [:]

  /// The numbers that rejected records have given back, by the digest of their content. The next
  /// record with the same digest takes the smallest one.
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

  /// Takes back the number of a record that was not written. A later record with this digest gets
  /// the number.
  func takeBack(_ number: Int, of digest: UInt64) { unused[digest, default: []].append(number) }
}
