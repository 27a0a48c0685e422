/// The number of unquoted CSV fields that contain a quote, such as `5" disk`, and the position of
/// the first such quote.
///
/// RFC 4180 does not allow such fields. Most programs read the quote as part of the text.
package struct StrayQuotes: Sendable, Equatable {
  package var count = 0
  /// The position of the first quote inside an unquoted field. Nil if there is none.
  package var first: InputPlace?
  /// Whether a field begins with blanks before such a quote, as in `a, "b"`.
  package var followBlanks = false

  package init() {}
}
