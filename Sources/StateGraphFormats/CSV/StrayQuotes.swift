/// The number of CSV fields that contain a quote and are not in quotes.
///
/// RFC 4180 does not allow such fields. Other programs read the quote as a part of the text.
package struct StrayQuotes: Sendable, Equatable {
  package var count = 0
  /// The place of the first such quote. Nil if there is none.
  package var first: InputPlace?

  package init() {}
}
