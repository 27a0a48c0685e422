/// Builds the tree of one record from tokens, without recursion.
struct JSONTreeBuilder {
  private struct Frame {
    let place: JSONPlace
    let isObject: Bool
    let keyMark: Int
    var members: [JSONMember] = []
    var elements: [JSONValue] = []
    var key = ""
    var keyPlace: JSONPlace
    /// The earlier member of the same name, which the next value takes the place of.
    var replaced: Int?

    mutating func attach(_ value: JSONValue) {
      if let index = replaced {
        members[index] = JSONMember(key: key, keyPlace: keyPlace, value: value)
        replaced = nil
      } else if isObject {
        members.append(JSONMember(key: key, keyPlace: keyPlace, value: value))
      } else {
        elements.append(value)
      }
    }
  }

  private var frames: [Frame] = []
  private var keys = JSONKeySet()
  private var names = JSONKeyCache()
  /// How many members the last object of each depth had: a good guess for the next one.
  private var memberCounts: [Int] = []
  /// The first damage that leaves the rest of the record readable, such as a repeated key.
  private(set) var failure: ImportError?
  private let takesLastOfKeys: Bool

  init(takesLastOfKeys: Bool) {
    self.takesLastOfKeys = takesLastOfKeys
  }

  /// Reads to the end of the value that `first` begins.
  ///
  /// When `failure` is set afterwards, the value is incomplete and must not be used.
  mutating func build(
    _ first: JSONToken,
    from reader: JSONReader
  ) throws(ImportError) -> JSONValue {
    frames.removeAll(keepingCapacity: true)
    keys.removeAll()
    failure = nil
    var token = first
    while true {
      if let value = accept(token, from: reader) {
        if frames.isEmpty { return value }
        frames[frames.count - 1].attach(value)
      }
      do {
        token = try reader.next()
      } catch {
        guard reader.canContinue else { throw error }
        note(error)
        token = .null
      }
    }
  }

  mutating func note(_ error: ImportError) {
    if failure == nil { failure = error }
  }

  /// Returns the value that the token completes, if it completes one.
  private mutating func accept(_ token: JSONToken, from reader: JSONReader) -> JSONValue? {
    let place = reader.tokenPlace
    switch token {
    case .beginObject, .beginArray:
      open(isObject: token == .beginObject, at: place)
      return nil
    case .key:
      acceptKey(reader, at: place)
      return nil
    case .endObject, .endArray: return close()
    case .string: return JSONValue(.string(String(decoding: reader.text, as: UTF8.self)), at: place)
    case .integer(let integer): return JSONValue(.integer(integer), at: place)
    case .real(let real): return JSONValue(.real(real), at: place)
    case .boolean(let boolean): return JSONValue(.boolean(boolean), at: place)
    case .null, .end: return JSONValue(.null, at: place)
    }
  }

  private mutating func open(isObject: Bool, at place: JSONPlace) {
    var frame = Frame(place: place, isObject: isObject, keyMark: keys.mark, keyPlace: place)
    if memberCounts.count == frames.count { memberCounts.append(0) }
    if isObject { frame.members.reserveCapacity(memberCounts[frames.count]) }
    frames.append(frame)
  }

  private mutating func acceptKey(_ reader: JSONReader, at place: JSONPlace) {
    let top = frames.count - 1
    let key = reader.text
    let fingerprint = JSONKeyFingerprint.of(key)
    frames[top].key = names.name(key, fingerprint: fingerprint)
    frames[top].keyPlace = place
    let earlier = keys.insert(
      key,
      fingerprint: fingerprint,
      mark: frames[top].keyMark,
      members: frames[top].members
    )
    guard let earlier else { return }
    if takesLastOfKeys {
      frames[top].replaced = earlier
    } else {
      note(.repeatedMember(at: place.inFile(reader.source.name)))
    }
  }

  private mutating func close() -> JSONValue {
    let frame = frames.removeLast()
    guard frame.isObject else { return JSONValue(.array(frame.elements), at: frame.place) }
    // Bounded, so that one huge object does not make every later one reserve as much.
    memberCounts[frames.count] = min(frame.members.count, 64)
    keys.endObject(at: frame.keyMark)
    return JSONValue(.object(frame.members), at: frame.place)
  }
}
