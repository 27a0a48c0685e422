/// The keys that the objects at one depth have had in this order.
///
/// Records mostly repeat the keys of the record before. A key that comes where it came before needs
/// no look-up, no check of its text, and no search for a second one like it.
final class JSONShape {
  /// More keys than records have; a hostile object costs no memory here.
  private static let limit = 64

  /// The keys with their quotes, one behind the other.
  @exclusivity(unchecked) private var bytes: [UInt8] = []
  @exclusivity(unchecked) private var ends: [Int] = []
  @exclusivity(unchecked) private var names: [String] = []

  /// Reads the key at `position` of an object, where the reader is at just that key.
  @inline(__always)
  func readKey(at position: Int, from reader: JSONReader) -> String? {
    guard position < ends.count else { return nil }
    let start = position == 0 ? 0 : ends[position - 1]
    let isThere = bytes.withUnsafeBytes {
      reader.skipKey(UnsafeRawBufferPointer(rebasing: $0[start..<ends[position]]))
    }
    return isThere ? names[position] : nil
  }

  /// Makes a key the one at `position`, and the last. Call only for an object that has the keys
  /// before it too, and this one not among them. Returns false where the key is not to be kept.
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
