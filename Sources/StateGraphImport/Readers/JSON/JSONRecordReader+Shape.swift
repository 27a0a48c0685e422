extension JSONRecordReader {
  /// The first token of the next record, or nil when there is none.
  func firstToken() throws(ImportError) -> JSONToken? {
    switch shape {
    case .finished:
      return nil
    case .unknown:
      return try root == nil ? enterPlainInput() : enterRoot()
    case .array, .arrayInRoot:
      return try elementToken()
    case .documents:
      reader.keepNextValue()
      let token = try reader.next()
      return token == .end ? finish() : token
    }
  }

  private func enterPlainInput() throws(ImportError) -> JSONToken? {
    reader.keepNextValue()
    switch try reader.next() {
    case .end:
      return finish()
    case .beginObject:
      shape = .documents
      reader.allowsSeveralDocuments = true
      return .beginObject
    case .beginArray:
      shape = .array
      return try elementToken()
    default:
      throw shapeError("expected an array of objects, or objects one after another")
    }
  }

  /// Moves to the first element of the array in the member `root`.
  private func enterRoot() throws(ImportError) -> JSONToken? {
    guard try reader.next() == .beginObject else {
      throw shapeError("expected an object that holds the records in a member")
    }
    let start = reader.tokenPlace
    while try reader.next() == .key {
      if isAtRootKey {
        guard try reader.next() == .beginArray else {
          throw shapeError("the member with the records is not an array")
        }
        shape = .arrayInRoot
        return try elementToken()
      }
      try skipValue()
    }
    throw ImportError(
      .malformedJSON,
      "the object has no member with the name given as root",
      remedy: "Check the spelling; names differ by upper and lower case",
      place: start.inFile(reader.source.name)
    )
  }

  private func elementToken() throws(ImportError) -> JSONToken? {
    reader.keepNextValue()
    let token = try reader.next()
    guard token == .endArray else { return token }
    reader.keepNothing()
    if shape == .arrayInRoot { try skipMembersBehindRoot() }
    // The reader itself refuses anything but the end here.
    _ = try reader.next()
    return finish()
  }

  private func skipMembersBehindRoot() throws(ImportError) {
    while try reader.next() == .key {
      guard !isAtRootKey else {
        throw ImportError(
          .duplicateKey,
          "an object has this key twice",
          remedy: "Remove or rename one of the two",
          place: reader.tokenPlace.inFile(reader.source.name)
        )
      }
      try skipValue()
    }
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

  private var isAtRootKey: Bool {
    guard let root else { return false }
    return root.utf8.elementsEqual(reader.text)
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
      remedy: "Say with root which member holds the records, if they are inside an object",
      place: reader.tokenPlace.inFile(reader.source.name)
    )
  }
}
