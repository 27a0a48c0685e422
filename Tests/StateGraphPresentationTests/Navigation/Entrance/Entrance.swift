#if GTK || HEADLESS
/// The flow of login, registration and reset, with every kind of segment.
///
/// - `root` shows `login` or `registration`, and the sheet `help`.
/// - `login` has a second page while its hint is shown, an alert, a sheet `captcha`, and the
///   segment `reset`, whose second page is shown when the mail was sent.
/// - `registration` has the sheet `terms`, and the segment `confirm`, which the user cannot leave.
/// - `help` has the segment `topic`.
struct Entrance: Equatable, Sendable {
  struct Reset: Equatable, Sendable { var isSent = false }
  struct Login: Equatable, Sendable {
    var name = ""
    var hasHint = false
    var failure: String?
    var captcha: Int?
    var reset: Reset?
  }
  struct Registration: Equatable, Sendable {
    var isSecondStep = false
    var terms: Int?
    var confirm: Int?
  }
  struct Help: Equatable, Sendable { var topic: String? }

  var login: Login?
  var registration: Registration?
  var help: Help?

  enum Segment: Hashable {
    case root, login, captcha, reset, registration, terms, confirm, help, topic
  }

  enum LoginAction: Equatable {
    case type(String), dismissCaptcha, dismissReset, retry, giveUp
  }
  enum RegistrationAction: Equatable { case dismissTerms }
  enum HelpAction: Equatable { case dismissTopic }
  enum Action: Equatable {
    case login(LoginAction)
    case registration(RegistrationAction)
    case help(HelpAction)
    case dismissLogin, dismissRegistration, dismissHelp
  }

  mutating func apply(_ action: Action) {
    switch action {
    case .login(.type(let name)): login?.name = name
    case .login(.dismissCaptcha): login?.captcha = nil
    case .login(.dismissReset): login?.reset = nil
    case .login(.retry), .login(.giveUp): login?.failure = nil
    case .registration(.dismissTerms): registration?.terms = nil
    case .help(.dismissTopic): help?.topic = nil
    case .dismissLogin: login = nil
    case .dismissRegistration: registration = nil
    case .dismissHelp: help = nil
    }
  }

  static func dismissAction(of segment: Segment) -> Action? {
    switch segment {
    case .root, .confirm: nil
    case .login: .dismissLogin
    case .captcha: .login(.dismissCaptcha)
    case .reset: .login(.dismissReset)
    case .registration: .dismissRegistration
    case .terms: .registration(.dismissTerms)
    case .help: .dismissHelp
    case .topic: .help(.dismissTopic)
    }
  }

  /// Every state of which the pages differ.
  static var all: [Entrance] {
    var logins: [Login?] = [nil]
    for hint in [false, true] {
      for failure in [nil, "Failed"] {
        for captcha in [nil, 1] {
          for reset in [nil, Reset(), Reset(isSent: true)] {
            logins.append(
              Login(hasHint: hint, failure: failure, captcha: captcha, reset: reset)
            )
          }
        }
      }
    }
    var registrations: [Registration?] = [nil]
    for second in [false, true] {
      for terms in [nil, 1] {
        for confirm in [nil, 1] {
          registrations.append(
            Registration(isSecondStep: second, terms: terms, confirm: confirm)
          )
        }
      }
    }
    let helps = [nil, Help(), Help(topic: "Keys")]
    return logins.flatMap { login in
      registrations.flatMap { registration in
        helps.map { Entrance(login: login, registration: registration, help: $0) }
      }
    }
  }
}

#endif
