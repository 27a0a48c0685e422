#if GTK
import CGTK
import CStateGraphGTK

/// The registration of this process as the running process of an app.
///
/// The first process owns the identifier of the app on the session bus (D-Bus). A later process
/// hands its link over to the first process and ends. Without a session bus, processes cannot find
/// each other, and each process is a first one.
@MainActor
final class AppInstance {
  /// The time that the first process has to take a link, in milliseconds. An app that does not
  /// answer for so long hangs.
  private static let timeoutMilliseconds: Int32 = 5_000

  private let application: UnsafeMutableRawPointer
  private let action = LinkAction()

  /// Registers this process.
  ///
  /// - Parameter identifier: The identifier of the app, such as `org.example.Catalogue`.
  /// - Throws: `GTKStartError.invalidIdentifier`, or `.noRegistration` with the message of GLib.
  init(identifier: String) throws(GTKStartError) {
    guard g_application_id_is_valid(identifier) != 0 else {
      throw .invalidIdentifier(identifier)
    }
    var message: UnsafeMutablePointer<CChar>?
    let registered = stategraph_gtk_register(
      identifier,
      LinkAction.perform,
      action.retained,
      LinkAction.release,
      &message
    )
    guard let registered else { throw .noRegistration(Self.text(taking: message)) }
    application = registered
  }

  isolated deinit { stategraph_gtk_unregister(application) }

  /// Whether another process of the app was registered before this one.
  var isSecond: Bool { stategraph_gtk_is_second(application) }

  /// Hands a link over to the first process, which shows its window. Returns after its answer.
  ///
  /// - Throws: `GTKStartError.noAnswer` if the first process has not taken the link after five
  ///   seconds.
  func handOver(_ link: Link?) throws(GTKStartError) {
    let message = stategraph_gtk_hand_over(
      application,
      link?.description,
      Self.timeoutMilliseconds
    )
    if let message { throw .noAnswer(Self.text(taking: message)) }
  }

  /// Calls `handler` on the main thread for each link that a later process hands over, and with nil
  /// for each later start without a link. Links arrive only while GTK's loop runs.
  ///
  /// Any program of the user can send a text. A text that is not a link is an error.
  func onOpen(_ handler: @escaping (Result<Link?, LinkError>) -> Void) {
    action.onText = { text in
      handler(Result { () throws(LinkError) in try text.map(Link.init(parsing:)) })
    }
  }

  private static func text(taking message: UnsafeMutablePointer<CChar>?) -> String {
    defer { stategraph_gtk_free(message) }
    return message.map { String(cString: $0) } ?? ""
  }
}

#endif
