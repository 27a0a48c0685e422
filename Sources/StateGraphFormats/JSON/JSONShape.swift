/// The keys of the most recent object at one nesting depth, in order.
///
/// Most records have the same keys in the same order. `JSONTreeBuilder` therefore compares the next
/// key of the input with the stored key at the same position. If the keys are equal, the builder
/// need not create a `String` or check for a repeated key.
final class JSONShape {
  /// The largest number of keys that are stored, and the largest length of a key in bytes.
  ///
  /// Ordinary records have fewer keys. The limit bounds the memory for hostile objects.
  private static let limit = 64

  /// The bytes of all keys with their quotes, without gaps. An example is `"id""name"`.
  @exclusivity(unchecked) private var bytes: [UInt8] = []
  @exclusivity(unchecked) private var ends: [Int] = []
  @exclusivity(unchecked) private var names: [String] = []

  /// Reads and returns the next key of the input if it is equal to the stored key at `position`.
  ///
  /// If the next key is different, this method reads nothing and returns nil.
  @inline(__always)
  func readKey(at position: Int, from reader: JSONReader) -> String? {
    guard position < ends.count else { return nil }
    let start = position == 0 ? 0 : ends[position - 1]
    let isThere = bytes.withUnsafeBytes {
      reader.skipKey(UnsafeRawBufferPointer(rebasing: $0[start..<ends[position]]))
    }
    return isThere ? names[position] : nil
  }

  /// Stores the key at `position` and removes the stored keys after it.
  ///
  /// The object must begin with the stored keys before `position`, and must not repeat this key.
  ///
  /// - Returns: False if the key is not ASCII, or if the length of the key or the position exceeds
  ///   the limit.
  func set(_ name: String, key: UnsafeRawBufferPointer, at position: Int) -> Bool {
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
