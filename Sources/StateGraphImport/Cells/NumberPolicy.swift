/// How an import reads the numbers of its inputs.
public enum NumberPolicy: String, Sendable, CaseIterable {
  /// A number must have the form that the column stores: an integer column accepts no `5.0`.
  case exact
  /// Also accepts other forms of a number that has the same value.
  ///
  /// In CSV, these are blanks around the number, a plus sign, and commas between groups of three
  /// digits. An integer column also accepts a fraction and an exponent if the value is an integer:
  /// `5.0` and `1e3`. Zeros at the beginning are still an error, because they may belong to a code.
  case lenient
}
