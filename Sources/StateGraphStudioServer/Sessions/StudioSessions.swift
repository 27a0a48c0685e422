import StateGraphThreads

/// The tickets and tokens of a server.
///
/// The address that the terminal shows contains a ticket. The page exchanges the ticket for a
/// token, which it sends with every request. The browser itself never sends a token, so no other
/// page can make a request in the user's name.
package final class StudioSessions: Sendable {
  private struct State {
    var tickets: [(secret: SecretText, end: ContinuousClock.Instant)] = []
    var tokens: [SecretText] = []
  }

  /// How long a ticket is valid.
  package static let ticketLifetime = Duration.seconds(60)
  /// The numbers of tickets and tokens that are valid at once. A further one replaces the oldest.
  private static let limit = 64

  private let state = Guarded(State())

  package init() {}

  /// Creates a ticket that is valid once, for ``ticketLifetime``.
  package func makeTicket(now: ContinuousClock.Instant = .now) -> String {
    let secret = SecretText()
    state.withLock { state in
      state.tickets.append((secret, now.advanced(by: StudioSessions.ticketLifetime)))
      if state.tickets.count > StudioSessions.limit { state.tickets.removeFirst() }
    }
    return secret.text
  }

  /// Returns a token for a ticket. The ticket is then no longer valid.
  ///
  /// - Throws: ``StudioError`` with the status 401 if the ticket is wrong, used or expired.
  package func token(
    for ticket: String,
    now: ContinuousClock.Instant = .now
  ) throws(StudioError) -> String {
    let token = SecretText()
    let isValid = state.withLock { state in
      state.tickets.removeAll { $0.end <= now }
      guard let index = state.tickets.firstIndex(where: { $0.secret.isEqual(to: ticket) }) else {
        return false
      }
      state.tickets.remove(at: index)
      state.tokens.append(token)
      if state.tokens.count > StudioSessions.limit { state.tokens.removeFirst() }
      return true
    }
    guard isValid else { throw .invalidTicket }
    return token.text
  }

  /// Throws ``StudioError`` with the status 401 unless `token` is a token of this server.
  package func require(token: String?) throws(StudioError) {
    guard let token, state.withLock({ $0.tokens.contains { $0.isEqual(to: token) } }) else {
      throw .invalidToken
    }
  }
}

/// A random text of 256 bits, which nobody can guess.
struct SecretText: Sendable {
  let text: String

  init() {
    var generator = SystemRandomNumberGenerator()
    text = (0..<4).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }

  /// Returns whether `other` is this text. The time does not depend on the position of the first
  /// difference, so that nobody can guess the text byte by byte.
  func isEqual(to other: String) -> Bool {
    guard other.utf8.count == text.utf8.count else { return false }
    return zip(text.utf8, other.utf8).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
