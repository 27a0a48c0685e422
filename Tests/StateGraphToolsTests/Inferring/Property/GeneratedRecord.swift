import Foundation

/// A top-level record of a generated input, with the file that contains it.
///
/// A list of these records is one case of the property test, so a failing case can be shrunk.
struct GeneratedRecord {
  let file: String
  let members: [InputMember]

  /// The name of the table that the records of the file belong to.
  var table: String { Self.table(ofFile: file) }

  static func table(ofFile name: String) -> String {
    String((name.split(separator: "/").last ?? "").prefix { $0 != "." })
  }

  /// Smaller versions of the record, the smallest first.
  var simpler: [[GeneratedRecord]] {
    InputValue.object(members).simpler.compactMap { value in
      guard case .object(let members) = value else { return nil }
      return [GeneratedRecord(file: file, members: members)]
    }
  }

  /// The text of each file of a case. The extension of its name determines the format.
  static func files(_ records: [GeneratedRecord]) -> [(name: String, text: String)] {
    var names: [String] = []
    for record in records where !names.contains(record.file) { names.append(record.file) }
    return names.map { name in
      let own = records.filter { $0.file == name }
      return (name, name.hasSuffix(".csv") ? csv(own) : json(own, lines: name.hasSuffix("l")))
    }
  }

  private static func json(_ records: [GeneratedRecord], lines: Bool) -> String {
    let texts = records.map { InputValue.object($0.members).json }
    return lines
      ? texts.map { $0 + "\n" }.joined() : "[" + texts.joined(separator: ",\n ") + "]\n"
  }

  private static func csv(_ records: [GeneratedRecord]) -> String {
    var names: [String] = []
    for member in records.flatMap(\.members) {
      let isKnown = names.contains { $0.utf8.elementsEqual(member.name.utf8) }
      if !isKnown { names.append(member.name) }
    }
    // A record of one empty field is a blank line, which CSV readers leave out.
    while names.count < 2 { names.append("nothing\(names.count)") }
    let rows = records.map { record in
      names.map { name in
        record.members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value.field ?? ""
      }
    }
    return ([names.map { InputValue.field($0) }] + rows)
      .map { $0.joined(separator: ",") + "\n" }.joined()
  }
}
