/// What the texts of CSV fields mean. An import and an inference of the same inputs need the same
/// rules.
public struct FieldRules: Sendable, Equatable {
  /// What an empty field means: NULL, or the empty text.
  public enum EmptyField: String, Sendable, CaseIterable {
    case null
    case text
  }

  /// The texts that mean NULL in a field without quotes. They replace the rule that an empty field
  /// means NULL, unless the empty text is one of them.
  public var nullSpellings: [String] = []
  /// What an empty field without quotes means.
  ///
  /// If nil, it is NULL if ``nullSpellings`` is empty or contains the empty text. Otherwise, it is
  /// the empty text, or NULL in a column that cannot have the empty text, such as a column of
  /// numbers.
  public var emptyField: EmptyField?
  /// What an empty field in quotes means.
  ///
  /// If nil, it is the empty text, or NULL in a column that cannot have the empty text.
  public var quotedEmptyField: EmptyField?
  /// The ASCII byte before the fraction of a number, such as a comma in `2,49`. Nil means a point.
  public var decimalMark: UInt8?
  /// Whether each input shows the byte before fractions, if ``decimalMark`` is nil.
  ///
  /// The byte is a comma if the first 64 KiB contain numbers such as `2,49`, or if a semicolon
  /// separates the fields and no number contains a point. A point then separates thousands if the
  /// numbers show this, such as `1.234,56`.
  public var detectsDecimalMark = false
  /// The ASCII byte between groups of three digits, such as a point in `1.150,00`. A blank also
  /// stands for the blanks U+00A0 and U+202F.
  ///
  /// Nil means that numbers have no groups, except that ``NumberPolicy/lenient`` accepts commas.
  public var groupMark: UInt8?

  /// Creates the default rules.
  public init() {}
}

extension FieldRules {
  /// What an empty field means, if all options are taken into account.
  package enum EmptyMeaning: Sendable {
    case null
    case text
    /// The empty text, or NULL in a column that cannot have the empty text.
    case textIfPossible
  }

  package func numberForm(_ policy: NumberPolicy) -> NumberForm {
    NumberForm(policy, decimal: decimalMark, group: groupMark)
  }

  package func meaning(ofEmptyField isQuoted: Bool) -> EmptyMeaning {
    let chosen = isQuoted ? quotedEmptyField : emptyField
    if let chosen { return chosen == .null ? .null : .text }
    let isNull = !isQuoted && (nullSpellings.isEmpty || nullSpellings.contains(""))
    return isNull ? .null : .textIfPossible
  }
}

/// Recognizes the CSV fields that mean NULL. It compares bytes, which needs no `String` for each
/// field.
package struct NullFields {
  private let spellings: [[UInt8]]
  private let empty: FieldRules.EmptyMeaning
  private let quotedEmpty: FieldRules.EmptyMeaning

  package init(_ rules: FieldRules) {
    spellings = rules.nullSpellings.filter { !$0.isEmpty }.map { Array($0.utf8) }
    empty = rules.meaning(ofEmptyField: false)
    quotedEmpty = rules.meaning(ofEmptyField: true)
  }

  /// Whether a text that is not empty can mean NULL.
  package var hasSpellings: Bool { !spellings.isEmpty }

  /// Whether a record of empty fields without quotes has no values, so that it is a blank line.
  package var leavesOutEmptyRecords: Bool { empty == .null }

  /// Returns what an empty field means.
  package func meaning(ofEmptyField isQuoted: Bool) -> FieldRules.EmptyMeaning {
    isQuoted ? quotedEmpty : empty
  }

  /// Returns whether a field without quotes that is not empty means NULL.
  package func contains(_ field: UnsafeRawBufferPointer) -> Bool {
    spellings.contains { $0.elementsEqual(field) }
  }
}

extension NumberForm {
  /// Returns the form of the numbers of one input.
  ///
  /// - Parameter marks: What the input shows about its numbers. It decides if the rules leave it
  ///   open what a comma means.
  package func reading(_ marks: NumberMarks, under rules: FieldRules) -> NumberForm {
    guard marks.commasMayBeFractions else { return self }
    if rules.detectsDecimalMark, rules.decimalMark == nil {
      let points = marks.pointsAreGroups ? UInt8(ascii: ".") : nil
      return NumberForm(policy, decimal: UInt8(ascii: ","), group: rules.groupMark ?? points)
    }
    // A comma that may begin the fraction must not be read as a separator of thousands.
    return rules.groupMark == nil ? NumberForm(withoutGroups: self) : self
  }
}
