import StateGraphCore
import StateGraphPresentation

/// A machine that is about to start in the state of a session.
struct SessionMachine<T: RestorableTransducer> {
  let restoration: Restoration<T>
  let session: Session
  private let proxy: T.Proxy
  let number: UInt64
  let refusal: ((SessionError) -> Void)?

  /// Makes the machine of `proxy` the owner of the session, and reads the session.
  init(
    _ session: Session,
    proxy: T.Proxy,
    refusal: ((SessionError) -> Void)?
  ) throws(SessionError) {
    let channel = proxy.channel
    number = try session.claim { channel.hasEnded }
    do {
      restoration = try Restoration(session)
    } catch {
      session.release(number)
      throw error
    }
    (self.session, self.proxy, self.refusal) = (session, proxy, refusal)
  }

  /// Logs the transitions of the machine. It is nil if the session does not log them.
  var recorder: TransitionRecorder? {
    guard session.loggedTransitions > 0 else { return nil }
    return TransitionRecorder(
      session: session.name,
      version: Int64(T.stateVersion),
      limit: session.loggedTransitions,
      after: restoration.lastTransition
    )
  }

  /// Returns the machine, which sets `node` in each transition.
  func machine<O: Subject<T.Output>>(
    in node: Stored<T.State>,
    env: T.Env,
    output: O,
    clock: any Clock<Duration>
  ) -> Machine<T, SessionStorage<T.State>, O> {
    let machine = Machine<T, _, _>(
      storage: storage(in: node),
      proxy: proxy,
      env: env,
      output: output,
      clock: clock
    )
    machine.resumption = restoration.resumption
    return machine
  }

  func storage(in node: Stored<T.State>) -> SessionStorage<T.State> {
    SessionStorage(of: self, in: node)
  }
}
