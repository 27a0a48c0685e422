/// Finds the first token of each record in a JSON input.
///
/// The records are the elements of an array, the members of an object, or top-level values.
struct JSONRecordLocator {
  /// The structure that contains the records, such as an array. It is `unknown` until the first
  /// tokens determine it.
  private enum Shape {
    case unknown, array, map, documents, single, finished
  }

  /// An object or array on the path to the records, with the number of keys that lead to it.
  private enum Step {
    case object(Int), array(Int)

    var isArray: Bool {
      if case .array = self { true } else { false }
    }
  }

  /// The keys that lead from the top-level object to the records. The path leads through all
  /// elements of an array.
  ///
  /// Empty if the top-level value itself contains the records.
  private let root: JSONRootPath
  private let isMapByKey: Bool
  private let mayBeEmpty: Bool
  private var shape = Shape.unknown
  /// The open objects and arrays on the path `root`, from the outermost to the innermost.
  private var path: [Step] = []
  /// The first object on the path that lacks the next key.
  private var lacking: TextPlace?
  /// The key of the current record, if the records are the members of one object.
  private(set) var recordKey: JSONRecordKey?

  init(root: JSONRootPath, isMapByKey: Bool, mayBeEmpty: Bool) {
    self.root = root
    self.isMapByKey = isMapByKey
    self.mayBeEmpty = mayBeEmpty
  }

  /// Whether each record is a separate top-level JSON value, as in JSON lines.
  var hasOneRecordPerDocument: Bool { shape == .documents }

  /// Reads the first token of the next record and returns it.
  ///
  /// Returns nil if there are no more records. The reader is then at the end of the input.
  mutating func firstToken(from reader: JSONReader) throws(ImportError) -> JSONToken? {
    switch shape {
    case .finished:
      return nil
    case .unknown:
      return try enterRoot(reader)
    case .array:
      return try orNext(try elementToken(reader), reader: reader)
    case .map:
      return try orNext(try memberToken(reader), reader: reader)
    case .single:
      return try leave(reader)
    case .documents:
      reader.keepNextValue()
      let token = try reader.next()
      return token == .end ? finish(reader) : token
    }
  }

  private mutating func enterPlainInput(_ reader: JSONReader) throws(ImportError) -> JSONToken? {
    reader.keepNextValue()
    let token = try reader.next()
    if token == .end {
      guard mayBeEmpty else {
        throw .emptyDocument(at: reader.tokenPlace.inFile(reader.source.name))
      }
      return finish(reader)
    }
    guard token == .beginObject, !isMapByKey else {
      return try orNext(try enter(token, reader: reader), reader: reader)
    }
    shape = .documents
    reader.allowsSeveralDocuments = true
    return token
  }

  /// Enters the array or object that contains the records, and returns the first record's first
  /// token. Returns nil if it contains no records.
  ///
  /// - Parameter token: The first token of that array or object.
  private mutating func enter(
    _ token: JSONToken,
    reader: JSONReader
  ) throws(ImportError) -> JSONToken? {
    switch token {
    case .beginObject where isMapByKey:
      shape = .map
      return try memberToken(reader)
    case .beginObject:
      shape = .single
      return token
    case .beginArray where !isMapByKey:
      shape = .array
      return try elementToken(reader)
    default:
      throw shapeError(
        isMapByKey
          ? "expected an object with a record under each key"
          : root.keys.isEmpty
            ? "expected an array of objects, or objects one after another"
            : "the member with the records is no array and no object",
        reader: reader
      )
    }
  }

  /// Moves to the first value at the path `root`, which contains records. Returns the first token
  /// of its first record.
  private mutating func enterRoot(_ reader: JSONReader) throws(ImportError) -> JSONToken? {
    if root.keys.isEmpty { return try enterPlainInput(reader) }
    return try orNext(try descend(try reader.next(), keyCount: 0, reader: reader), reader: reader)
  }

  /// Follows the path from a value with the first token `token`, up to the first record or to an
  /// array on the path. Returns nil if there is no record.
  ///
  /// - Parameter keyCount: The number of keys of the path that lead to the value.
  /// - Throws: If an object on the path does not contain the next key of the path. An object in an
  ///   array may lack it.
  private mutating func descend(
    _ token: JSONToken,
    keyCount: Int,
    reader: JSONReader
  ) throws(ImportError) -> JSONToken? {
    var (token, level) = (token, keyCount)
    while level < root.keys.count {
      if token == .beginArray {
        path.append(.array(level))
        return nil
      }
      guard token == .beginObject else {
        throw shapeError("expected an object that holds the records in a member", reader: reader)
      }
      let start = reader.tokenPlace
      guard try findKey(level, reader: reader) else {
        if lacking == nil { lacking = start }
        guard path.contains(where: \.isArray) else { throw missingRoot(reader) }
        return nil
      }
      path.append(.object(level))
      level += 1
      if level == root.keys.count { reader.keepNextValue() }
      token = try reader.next()
    }
    return try enter(token, reader: reader)
  }

  private func missingRoot(_ reader: JSONReader) -> ImportError {
    ImportError(
      .malformedJSON,
      "the object has no member with the name given as root",
      remedy: "Check the spelling; names differ by upper and lower case",
      place: (lacking ?? reader.tokenPlace).inFile(reader.source.name)
    )
  }

  /// Finds the key `root.keys[level]` in the current object, and skips all members before it.
  ///
  /// Returns false if the object does not contain the key.
  private func findKey(_ level: Int, reader: JSONReader) throws(ImportError) -> Bool {
    while try reader.next() == .key {
      if root.keys[level].elementsEqual(reader.text) { return true }
      try skipValue(reader)
    }
    return false
  }

  private mutating func elementToken(_ reader: JSONReader) throws(ImportError) -> JSONToken? {
    reader.keepNextValue()
    let token = try reader.next()
    return token == .endArray ? nil : token
  }

  private mutating func memberToken(_ reader: JSONReader) throws(ImportError) -> JSONToken? {
    reader.keepNothing()
    guard try reader.next() == .key else { return nil }
    recordKey = JSONRecordKey(
      text: String(decoding: reader.text, as: UTF8.self),
      place: reader.tokenPlace
    )
    reader.keepFromHere()
    return try reader.next()
  }

  /// Returns the first token of a record, or of the next record if it is nil.
  private mutating func orNext(
    _ token: JSONToken?,
    reader: JSONReader
  ) throws(ImportError) -> JSONToken? {
    if let token { return token }
    return try leave(reader)
  }

  /// Leaves a value whose records have all been read, and returns the first token of the next
  /// record. It is in the next element of an array on the path.
  ///
  /// Returns nil at the end of the input, whose remaining text must be valid JSON.
  private mutating func leave(_ reader: JSONReader) throws(ImportError) -> JSONToken? {
    while let step = path.last {
      reader.keepNothing()
      switch step {
      case .object(let level):
        while try reader.next() == .key {
          guard !root.keys[level].elementsEqual(reader.text) else {
            throw .repeatedMember(at: reader.tokenPlace.inFile(reader.source.name))
          }
          try skipValue(reader)
        }
      case .array(let level):
        let token = try reader.next()
        if token != .endArray {
          guard let first = try descend(token, keyCount: level, reader: reader) else { continue }
          return first
        }
      }
      path.removeLast()
    }
    reader.keepNothing()
    if shape == .unknown, lacking != nil { throw missingRoot(reader) }
    // `next()` throws if text follows the top-level value.
    _ = try reader.next()
    return finish(reader)
  }

  private func skipValue(_ reader: JSONReader) throws(ImportError) {
    let depth = reader.depth
    repeat {
      _ = try reader.next()
    } while reader.depth > depth
  }

  private mutating func finish(_ reader: JSONReader) -> JSONToken? {
    shape = .finished
    reader.keepNothing()
    return nil
  }

  private func shapeError(_ message: String, reader: JSONReader) -> ImportError {
    ImportError(
      .malformedJSON,
      message,
      remedy: isMapByKey
        ? "Leave out --map-by-id, or say with --root where that object is"
        : "Say with --root which member holds the records, if they are inside an object",
      place: reader.tokenPlace.inFile(reader.source.name)
    )
  }
}

extension ImportError {
  fileprivate static func emptyDocument(at place: InputPlace) -> ImportError {
    ImportError(
      .malformedJSON,
      "the input has no JSON value, not even an empty list",
      remedy: "Write [] for a list without records, or pass --format jsonl",
      place: place
    )
  }

  static func repeatedMember(at place: InputPlace) -> ImportError {
    ImportError(
      .duplicateKey,
      "an object has this key twice",
      remedy: "Remove or rename one of the two, or take the last: --duplicate-keys last",
      place: place
    )
  }
}
