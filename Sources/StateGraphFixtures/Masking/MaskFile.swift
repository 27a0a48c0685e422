import StateGraphFormats

/// The content of the JSON file in which the user names a mask for each column, such as
/// `{"customers": {"name": "text"}}`.
///
/// A mask is the name of a ``MaskKind``, or an object such as `{"mask": "date", "owner":
/// "customer_id"}`.
struct MaskFile {
  struct Entry {
    let table: String
    let column: String
    let kind: MaskKind
    /// The column whose value determines by how many days the dates of a row move, or nil if the
    /// file names no such column, so that foreign keys determine it (see ``DateOwner``).
    let owner: String?
    let place: InputPlace
  }

  /// One element for each table that the file names: its name and the position of the name.
  private(set) var tables: [(name: String, place: InputPlace)] = []
  private(set) var entries: [Entry] = []
  private let file: String

  /// - Throws: ``MaskError``; `ImportError` if the file is missing or is no JSON.
  init(path: String) throws {
    let reader = JSONRecordReader(try ByteSource(path: path))
    file = reader.source.name
    guard let root = try reader.next() else {
      let start = InputPlace(file: file, line: 1, column: 1, byteOffset: 0)
      throw invalid("the file of the masks is empty", at: start)
    }
    if let second = try reader.next() {
      throw invalid("there is text after the masks", at: second.place.inFile(file))
    }
    for table in try members(root, of: "the file of the masks") {
      tables.append((table.key, table.keyPlace.inFile(file)))
      for column in try members(table.value, of: "the masks of a table") {
        entries.append(try entry(column, of: table.key))
      }
    }
  }

  private func entry(_ column: JSONMember, of table: String) throws(MaskError) -> Entry {
    let place = column.keyPlace.inFile(file)
    var (name, owner) = (column.value, JSONValue?.none)
    if let members = column.value.members {
      guard let mask = members.first(where: { $0.key == "mask" }) else {
        throw invalid("the object has no member \"mask\"", at: column.value.place.inFile(file))
      }
      name = mask.value
      owner = members.first { $0.key == "owner" }?.value
      if let other = members.first(where: { !["mask", "owner"].contains($0.key) }) {
        throw MaskError(
          .invalidMask,
          "a mask has no member \(printable(other.key))",
          remedy: "Its members are mask and owner",
          at: other.keyPlace.inFile(file)
        )
      }
    }
    let kind = try kind(name)
    var ownerName: String?
    if let owner {
      guard case .string(let text) = owner.content, kind == .date else {
        throw MaskError(
          .invalidMask,
          kind == .date ? "the owner is no string" : "only the mask date has an owner",
          remedy: "Write {\"mask\": \"date\", \"owner\": \"COLUMN\"}",
          at: owner.place.inFile(file)
        )
      }
      ownerName = text
    }
    return Entry(table: table, column: column.key, kind: kind, owner: ownerName, place: place)
  }

  private func kind(_ value: JSONValue) throws(MaskError) -> MaskKind {
    let names = MaskKind.allCases.map(\.rawValue)
    guard case .string(let name) = value.content else {
      throw invalid("a mask must be a string", at: value.place.inFile(file))
    }
    if let kind = MaskKind(rawValue: name) { return kind }
    let nearest = FoldedName.nearest(to: name, among: names)
    throw MaskError(
      .invalidMask,
      "there is no mask \(printable(name))",
      remedy: nearest.map { "The nearest is \($0)" } ?? "The masks are "
        + names.joined(separator: ", "),
      at: value.place.inFile(file)
    )
  }

  private func members(
    _ value: JSONValue,
    of subject: String
  ) throws(MaskError) -> [JSONMember] {
    guard case .object(let members) = value.content else {
      throw invalid("\(subject) must be an object", at: value.place.inFile(file))
    }
    return members
  }

  private func invalid(_ message: String, at place: InputPlace) -> MaskError {
    MaskError(
      .invalidMask,
      message,
      remedy: "Write {\"TABLE\": {\"COLUMN\": \"MASK\"}}, or let --suggest write the file",
      at: place
    )
  }
}
