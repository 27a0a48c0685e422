/// Finds the first token of each record in a JSON input.
///
/// The records are the elements of an array, the members of an object, or top-level values.
struct JSONRecordLocator {
  /// The structure that contains the records, such as an array. It is `unknown` until the first
  /// tokens determine it.
  private enum Shape {
    case unknown, array, map, documents, single, finished
  }

  /// The keys that lead from the top-level object to the records.
  ///
  /// Empty if the top-level value itself contains the records.
  private let root: JSONRootPath
  private let isMapByKey: Bool
  private let mayBeEmpty: Bool
  private var shape = Shape.unknown
  /// The key of the current record. Nil unless the records are the members of one object.
  private(set) var recordKey: JSONRecordKey?

  init(root: JSONRootPath, isMapByKey: Bool, mayBeEmpty: Bool) {
    self.root = root
    self.isMapByKey = isMapByKey
    self.mayBeEmpty = mayBeEmpty
  }

  /// Whether the reader has found the array or object that contains the records.
  var isInsideRecords: Bool { shape != .unknown }

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
      return try root.keys.isEmpty ? enterPlainInput(reader) : enterRoot(reader)
    case .array:
      return try elementToken(reader)
    case .map:
      return try memberToken(reader)
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
    guard token == .beginObject, !isMapByKey else { return try enter(token, reader) }
    shape = .documents
    reader.allowsSeveralDocuments = true
    return token
  }

  /// Enters the array or object that contains the records, and returns the first record's first
  /// token.
  ///
  /// - Parameter token: The first token of that array or object.
  private mutating func enter(
    _ token: JSONToken,
    _ reader: JSONReader
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
        reader
      )
    }
  }

  /// Moves to the value at the path `root`, which contains the records. Returns the first token of
  /// the first record.
  ///
  /// - Throws: If an object on the path does not contain the next key of the path.
  private mutating func enterRoot(_ reader: JSONReader) throws(ImportError) -> JSONToken? {
    var token = try reader.next()
    for level in root.keys.indices {
      guard token == .beginObject else {
        throw shapeError("expected an object that holds the records in a member", reader)
      }
      let start = reader.tokenPlace
      guard try findKey(level, reader) else {
        throw ImportError(
          .malformedJSON,
          "the object has no member with the name given as root",
          remedy: "Check the spelling; names differ by upper and lower case",
          place: start.inFile(reader.source.name)
        )
      }
      if level == root.keys.count - 1 { reader.keepNextValue() }
      token = try reader.next()
    }
    return try enter(token, reader)
  }

  /// Finds the key `root.keys[level]` in the current object, and skips all members before it.
  ///
  /// Returns false if the object does not contain the key.
  private func findKey(_ level: Int, _ reader: JSONReader) throws(ImportError) -> Bool {
    while try reader.next() == .key {
      if root.keys[level].elementsEqual(reader.text) { return true }
      try skipValue(reader)
    }
    return false
  }

  private mutating func elementToken(_ reader: JSONReader) throws(ImportError) -> JSONToken? {
    reader.keepNextValue()
    let token = try reader.next()
    return token == .endArray ? try leave(reader) : token
  }

  private mutating func memberToken(_ reader: JSONReader) throws(ImportError) -> JSONToken? {
    reader.keepNothing()
    guard try reader.next() == .key else { return try leave(reader) }
    recordKey = JSONRecordKey(
      text: String(decoding: reader.text, as: UTF8.self),
      place: reader.tokenPlace
    )
    reader.keepFromHere()
    return try reader.next()
  }

  /// Reads the text after the last record, to check that it is valid JSON.
  ///
  /// - Returns: Always nil, because no record follows.
  private mutating func leave(_ reader: JSONReader) throws(ImportError) -> JSONToken? {
    reader.keepNothing()
    for level in root.keys.indices.reversed() {
      while try reader.next() == .key {
        guard !root.keys[level].elementsEqual(reader.text) else {
          throw .repeatedMember(at: reader.tokenPlace.inFile(reader.source.name))
        }
        try skipValue(reader)
      }
    }
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

  private func shapeError(_ message: String, _ reader: JSONReader) -> ImportError {
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
