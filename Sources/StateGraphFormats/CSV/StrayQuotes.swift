/// The number of unquoted CSV fields that contain a quote, such as `5" disk`, and the position of
/// the first such quote.
///
/// RFC 4180 does not allow such fields. Most programs read the quote as part of the text.
package struct StrayQuotes: Sendable, Equatable {
  package var count = 0
  /// The position of the first quote inside an unquoted field, or nil if there is none.
  package var first: InputPlace?
  /// Whether a field begins with blanks before such a quote, as in `a, "b"`.
  package var followBlanks = false
  /// Whether a backslash stands before such a quote, as in `a \"b\"`.
  package var followBackslash = false

  package init() {}

  /// Adds the quotes of another input, which is read later.
  package mutating func add(_ other: StrayQuotes) {
    count += other.count
    first = first ?? other.first
    followBlanks = followBlanks || other.followBlanks
    followBackslash = followBackslash || other.followBackslash
  }

  /// The end of a message about the quotes: the option that probably helps, behind a colon. Empty
  /// if there is none.
  package var remedy: String {
    if followBlanks { return ": pass --trim if blanks stand before quotes" }
    return followBackslash
      ? ": pass --escape '\\' if a backslash makes the quote a part of the text" : ""
  }
}
