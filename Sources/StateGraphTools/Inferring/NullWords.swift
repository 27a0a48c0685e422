import StateGraphFormats
import StateGraphImport

/// Finds the texts with which a program has written NULL into CSV, such as `NA` between numbers.
enum NullWords {
  /// Returns whether a field is a text with which databases write NULL.
  static func isMark(_ field: UnsafeRawBufferPointer) -> Bool {
    switch field.count {
    case 2: field.elementsEqual("\\N".utf8)
    case 4: field.elementsEqual("NULL".utf8) || field.elementsEqual("null".utf8)
    default: false
    }
  }

  /// Returns a warning for each text that probably means NULL in the records of an input.
  static func warnings(_ root: RecordShape) -> [String] {
    var columns: [String: [ColumnProfile]] = [:]
    for column in root.columns where column.type.sql == "TEXT" {
      guard let word = column.nullWord, !word.contains(where: { ",'".utf8.contains($0) }) else {
        continue
      }
      columns[String(decoding: word, as: UTF8.self), default: []].append(column)
    }
    var warnings = columns.sorted { $0.key < $1.key }.map { word, columns in
      let names = columns.map { commentText($0.name) }.joined(separator: ", ")
      return "\(root.name): all values of \(names) are numbers except for \(commentText(word)), so "
        + "they are stored as text: " + remedy(word, in: root)
    }
    for (word, place) in root.nullMarks.sorted(by: { $0.key < $1.key }) where columns[word] == nil {
      warnings.append(
        "\(root.name): a field without quotes is \(word), the first at "
          + "\(commentText("\(place)")): \(remedy(word, in: root))"
      )
    }
    let empty = root.emptyFields
    if !root.hasUnquotedField, !empty.nulls.isEmpty, !empty.texts.isEmpty {
      func names(_ columns: [String]) -> String {
        columns.map { commentText($0) }.joined(separator: ", ")
      }
      warnings.append(
        "\(root.name): all fields are in quotes, and empty ones are NULL in \(names(empty.nulls)) "
          + "and texts in \(names(empty.texts)): pass --quoted-empty null if they always mean NULL"
      )
    }
    return warnings
  }

  private static func remedy(_ word: String, in root: RecordShape) -> String {
    var bytes = Array(word.utf8)
    let isNumber = bytes.withUnsafeMutableBytes { bytes in
      (try? NumberForm(.lenient).real(UnsafeRawBufferPointer(bytes))) != nil
    }
    if isNumber { return "pass --numbers lenient if it is a number" }
    // An empty field has been NULL. It stays NULL if the list has an empty word.
    let hasEmpty = root.columns.contains { Int64($0.valueCount) < root.rowCount }
    let option = "pass --null='\(word)\(hasEmpty ? "," : "")' if it means NULL"
    return word == "\\N"
      ? option + ", or --format mysql or postgresql-text, which also read escapes" : option
  }
}
