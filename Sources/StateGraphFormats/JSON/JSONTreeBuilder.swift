/// Builds the tree of one JSON record from tokens, without recursion.
///
/// Two stacks contain the members and elements of the open objects and arrays. The memory of the
/// stacks is reused for every record.
struct JSONTreeBuilder {
  private struct Frame {
    let place: TextPlace
    let isObject: Bool
    let keyMark: Int
    /// The index in the stack at which the members of this object, or the elements of this array,
    /// begin.
    let start: Int
    /// The index of an earlier member with the same name as the last key, or nil if there is none.
    ///
    /// The next value replaces the value of that member.
    var replaced: Int?
    /// Whether all keys that were read of this object are stored in the `JSONShape` of its depth,
    /// at the same positions.
    ///
    /// If true, the builder compares the next key only with the stored key at the next position.
    var hasShape = true
  }

  private var frames: [Frame] = []
  private let members = JSONStack<JSONMember>()
  private let elements = JSONStack<JSONValue>()
  private var keys = JSONKeySet()
  private var names = JSONKeyCache()
  /// One element for each depth of nesting: the keys of the last object at that depth.
  private var shapes: [JSONShape] = []
  /// The first error of the record that is not a syntax error, such as a repeated key.
  ///
  /// Despite such an error, the builder can read the record to its end.
  private(set) var failure: ImportError?
  private let takesLastOfKeys: Bool
  /// Returns the value for which a small object stands whose first key begins with `$`. The closure
  /// is nil if there are no such objects.
  private let standsFor: JSONRecordReader.StandsFor?

  init(takesLastOfKeys: Bool, standsFor: JSONRecordReader.StandsFor? = nil) {
    (self.takesLastOfKeys, self.standsFor) = (takesLastOfKeys, standsFor)
  }

  /// Reads tokens to the end of the value that begins with `first`, and returns the value.
  ///
  /// If `failure` is not nil after the call, the value is incomplete and must not be used.
  mutating func build(
    _ first: JSONToken,
    from reader: JSONReader
  ) throws(ImportError) -> JSONValue {
    frames.removeAll(keepingCapacity: true)
    members.removeAll()
    elements.removeAll()
    keys.removeAll()
    failure = nil
    var token = first
    while true {
      if let value = accept(token, from: reader) {
        guard let top = frames.last else { return value }
        attach(value, to: top)
      }
      _ = acceptExpectedKey(reader)
      token = try reader.next()
    }
  }

  mutating func note(_ error: ImportError) {
    if failure == nil { failure = error }
  }

  /// Adds a token to the tree.
  ///
  /// Returns a value if the token completes one. An example is the closing bracket of an array.
  @inline(__always)
  private mutating func accept(_ token: JSONToken, from reader: JSONReader) -> JSONValue? {
    let place = reader.tokenPlace
    switch token {
    case .beginObject:
      open(isObject: true, at: place)
      return nil
    case .beginArray:
      open(isObject: false, at: place)
      return nil
    case .key:
      acceptKey(reader, at: place)
      return nil
    case .endObject, .endArray: return close()
    case .string: return JSONValue(.string(String(decoding: reader.text, as: UTF8.self)), at: place)
    case .integer(let integer): return JSONValue(.integer(integer), at: place)
    case .real(let real): return JSONValue(.real(real), at: place)
    case .number: return JSONValue(.number(reader.numberText), at: place)
    case .boolean(let boolean): return JSONValue(.boolean(boolean), at: place)
    case .null, .end: return JSONValue(.null, at: place)
    }
  }

  @inline(__always)
  private mutating func attach(_ value: consuming JSONValue, to frame: Frame) {
    guard frame.isObject else {
      elements.push(value)
      return
    }
    members[frame.start + (frame.replaced ?? members.count - 1 - frame.start)].value = value
    if frame.replaced != nil { frames[frames.count - 1].replaced = nil }
  }

  private mutating func open(isObject: Bool, at place: TextPlace) {
    if shapes.count == frames.count { shapes.append(JSONShape()) }
    frames.append(
      Frame(
        place: place,
        isObject: isObject,
        keyMark: keys.mark,
        start: isObject ? members.count : elements.count
      )
    )
  }

  /// Reads the next key if it is equal to the key at the same position in the last object.
  ///
  /// Reads nothing and returns false if the next key is different.
  @inline(__always)
  private mutating func acceptExpectedKey(_ reader: JSONReader) -> Bool {
    guard let top = frames.last, top.isObject, top.hasShape else { return false }
    let position = members.count - top.start
    guard let name = shapes[frames.count - 1].readKey(at: position, from: reader) else {
      return false
    }
    let place = reader.tokenPlace
    members.push(JSONMember(key: name, keyPlace: place, value: JSONValue(.null, at: place)))
    return true
  }

  /// Adds the keys that `acceptExpectedKey` has read to `keys`, which finds repeated keys.
  ///
  /// This is necessary only if a key follows that differs from the stored key. The stored keys are
  /// all different, so they never repeat.
  private mutating func addExpectedKeys(of frame: Frame) {
    for index in (keys.mark - frame.keyMark)..<(members.count - frame.start) {
      var name = members[frame.start + index].key
      name.withUTF8 { name in
        let name = UnsafeRawBufferPointer(name)
        _ = keys.insert(
          name,
          fingerprint: JSONKeyFingerprint.of(name),
          mark: frame.keyMark,
          members: UnsafeBufferPointer(
            rebasing: members.values(from: frame.start).prefix(index)
          )
        )
      }
    }
  }

  private mutating func acceptKey(_ reader: JSONReader, at place: TextPlace) {
    guard let top = frames.last else { return }
    addExpectedKeys(of: top)
    let key = reader.text
    let fingerprint = JSONKeyFingerprint.of(key)
    let earlier = keys.insert(
      key,
      fingerprint: fingerprint,
      mark: top.keyMark,
      members: members.values(from: top.start)
    )
    let name = names.name(key, fingerprint: fingerprint)
    let member = JSONMember(key: name, keyPlace: place, value: JSONValue(.null, at: place))
    guard let earlier else {
      if top.hasShape {
        let isKept =
          !reader.textHasEscapes
          && shapes[frames.count - 1].set(name, key: key, at: members.count - top.start)
        frames[frames.count - 1].hasShape = isKept
      }
      members.push(member)
      return
    }
    frames[frames.count - 1].hasShape = false
    members[top.start + earlier] = member
    frames[frames.count - 1].replaced = earlier
    guard !takesLastOfKeys else { return }
    note(.repeatedMember(at: place.inFile(reader.source.name)))
  }

  private mutating func close() -> JSONValue {
    let frame = frames.removeLast()
    guard frame.isObject else {
      return JSONValue(.array(elements.take(from: frame.start)), at: frame.place)
    }
    keys.endObject(at: frame.keyMark)
    let object = members.take(from: frame.start)
    if let standsFor, (1...2).contains(object.count),
      object[0].key.utf8.first == UInt8(ascii: "$"), let content = standsFor(object)
    {
      return JSONValue(content, at: frame.place)
    }
    return JSONValue(.object(object), at: frame.place)
  }
}
