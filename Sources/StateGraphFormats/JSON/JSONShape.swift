/// The keys of the last objects at one depth, in their order.
///
/// Most records have the keys of the record before, in the same order. For a key at its expected
/// position, the reader skips the look-up, the check of the text and the search for a repetition.
final class JSONShape {
  /// More keys than usual records have. The limit keeps the memory small for hostile objects.
  private static let limit = 64

  /// The keys with their quotes, one after another.
  @exclusivity(unchecked) private var bytes: [UInt8] = []
  @exclusivity(unchecked) private var ends: [Int] = []
  @exclusivity(unchecked) private var names: [String] = []

  /// Reads the key at `position` of an object, if it is the expected one. Returns nil, and reads
  /// nothing, if another text follows.
  @inline(__always)
  func readKey(at position: Int, from reader: JSONReader) -> String? {
    guard position < ends.count else { return nil }
    let start = position == 0 ? 0 : ends[position - 1]
    let isThere = bytes.withUnsafeBytes {
      reader.skipKey(UnsafeRawBufferPointer(rebasing: $0[start..<ends[position]]))
    }
    return isThere ? names[position] : nil
  }

  /// Sets the key at `position` and removes the keys behind it. Call only for an object that has
  /// the keys before `position`, and this key not among them. Returns false if the key is too long
  /// or not ASCII, or the position too high.
  func set(_ name: String, _ key: UnsafeRawBufferPointer, at position: Int) -> Bool {
    guard position <= ends.count, position < Self.limit, key.count <= Self.limit,
      !key.contains(where: { $0 >= 0x80 })
    else { return false }
    ends.removeLast(ends.count - position)
    names.removeLast(names.count - position)
    bytes.removeLast(bytes.count - (ends.last ?? 0))
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: key)
    bytes.append(UInt8(ascii: "\""))
    ends.append(bytes.count)
    names.append(name)
    return true
  }
}
