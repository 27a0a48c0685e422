/// The keys of the most recent object at one depth of the records, in order.
///
/// Most records have the same keys as the record before, in the same order. If a key is the
/// expected one, three steps are unnecessary: finding its `String`, checking its UTF-8, and
/// checking for a repeated key.
final class JSONShape {
  /// The largest number of keys, and the largest length of a key in bytes.
  ///
  /// Ordinary records have fewer keys. The limit bounds the memory for hostile objects.
  private static let limit = 64

  /// The bytes of all keys, each with its quotes, one directly after another.
  @exclusivity(unchecked) private var bytes: [UInt8] = []
  @exclusivity(unchecked) private var ends: [Int] = []
  @exclusivity(unchecked) private var names: [String] = []

  /// Reads the key at `position` of an object if it is the expected key, and returns it.
  ///
  /// If other text follows, this method returns nil and reads nothing.
  @inline(__always)
  func readKey(at position: Int, from reader: JSONReader) -> String? {
    guard position < ends.count else { return nil }
    let start = position == 0 ? 0 : ends[position - 1]
    let isThere = bytes.withUnsafeBytes {
      reader.skipKey(UnsafeRawBufferPointer(rebasing: $0[start..<ends[position]]))
    }
    return isThere ? names[position] : nil
  }

  /// Stores the key at `position` and removes the keys after it.
  ///
  /// Returns false if the key is too long or not ASCII, or if `position` is too high. Call this
  /// only for an object that has the stored keys before `position` and does not repeat this key.
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
