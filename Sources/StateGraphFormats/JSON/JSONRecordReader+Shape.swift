extension JSONRecordReader {
  /// The first token of the next record, or nil when there is none.
  func firstToken() throws(ImportError) -> JSONToken? {
    switch shape {
    case .finished:
      return nil
    case .unknown:
      return try root.keys.isEmpty ? enterPlainInput() : enterRoot()
    case .array:
      return try elementToken()
    case .map:
      return try memberToken()
    case .single:
      return try leave()
    case .documents:
      reader.keepNextValue()
      let token = try reader.next()
      return token == .end ? finish() : token
    }
  }

  private func enterPlainInput() throws(ImportError) -> JSONToken? {
    reader.keepNextValue()
    let token = try reader.next()
    if token == .end { return finish() }
    guard token == .beginObject, !isMapByKey else { return try enter(token) }
    shape = .documents
    reader.allowsSeveralDocuments = true
    return token
  }

  /// Enters the value that holds the records, which `token` begins.
  private func enter(_ token: JSONToken) throws(ImportError) -> JSONToken? {
    switch token {
    case .beginObject where isMapByKey:
      shape = .map
      return try memberToken()
    case .beginObject:
      shape = .single
      return token
    case .beginArray where !isMapByKey:
      shape = .array
      return try elementToken()
    default:
      throw shapeError(
        isMapByKey
          ? "expected an object with a record under each key"
          : root.keys.isEmpty
            ? "expected an array of objects, or objects one after another"
            : "the member with the records is no array and no object"
      )
    }
  }

  /// Moves to the value at the end of the root path.
  private func enterRoot() throws(ImportError) -> JSONToken? {
    var token = try reader.next()
    for level in root.keys.indices {
      guard token == .beginObject else {
        throw shapeError("expected an object that holds the records in a member")
      }
      let start = reader.tokenPlace
      guard try findKey(level) else {
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
    return try enter(token)
  }

  /// Moves behind the key of a level, past other members. False at the end of the object.
  private func findKey(_ level: Int) throws(ImportError) -> Bool {
    while try reader.next() == .key {
      if root.keys[level].elementsEqual(reader.text) { return true }
      try skipValue()
    }
    return false
  }

  private func elementToken() throws(ImportError) -> JSONToken? {
    reader.keepNextValue()
    let token = try reader.next()
    return token == .endArray ? try leave() : token
  }

  private func memberToken() throws(ImportError) -> JSONToken? {
    reader.keepNothing()
    guard try reader.next() == .key else { return try leave() }
    recordKey = JSONRecordKey(
      text: String(decoding: reader.text, as: UTF8.self),
      place: reader.tokenPlace
    )
    reader.keepFromHere()
    return try reader.next()
  }

  /// Reads what stands behind the records, up to the end of the input.
  private func leave() throws(ImportError) -> JSONToken? {
    reader.keepNothing()
    for level in root.keys.indices.reversed() {
      while try reader.next() == .key {
        guard !root.keys[level].elementsEqual(reader.text) else {
          throw .repeatedMember(at: reader.tokenPlace.inFile(reader.source.name))
        }
        try skipValue()
      }
    }
    // The reader itself refuses anything but the end here.
    _ = try reader.next()
    return finish()
  }

  private func skipValue() throws(ImportError) {
    let depth = reader.depth
    repeat {
      do {
        _ = try reader.next()
      } catch {
        // A number that does not fit is still JSON, and nobody wants this one.
        guard reader.canContinue else { throw error }
      }
    } while reader.depth > depth
  }

  private func finish() -> JSONToken? {
    shape = .finished
    reader.keepNothing()
    return nil
  }

  private func shapeError(_ message: String) -> ImportError {
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
  static func repeatedMember(at place: InputPlace) -> ImportError {
    ImportError(
      .duplicateKey,
      "an object has this key twice",
      remedy: "Remove or rename one of the two, or take the last: --duplicate-keys last",
      place: place
    )
  }
}
