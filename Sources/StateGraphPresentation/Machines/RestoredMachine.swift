import StateGraphCore

/// Owns the restored machine of a view, or the reason for which there is none. It knows no toolkit.
///
/// The toolkit creates this object when the view is shown, calls ``update(_:)`` for each new view
/// value, and releases it when the view is removed, which cancels the machine.
@MainActor
package final class RestoredMachine<Transducer: BaseTransducer> {
  package enum Outcome {
    case machine(ObservableTransducer<Transducer>)
    case failure(RestorationFailure)
  }

  private var restoration: MachineRestoration<Transducer>
  private let node: Stored<Outcome>

  /// What the last restore has led to. A closure that is tracked follows it.
  package var outcome: Outcome { node.wrappedValue }

  package init(_ restoration: MachineRestoration<Transducer>) {
    self.restoration = restoration
    node = Stored(wrappedValue: Self.outcome(of: restoration), name: "restored machine")
  }

  /// Restores again if the state is in another place than before.
  package func update(_ new: MachineRestoration<Transducer>) {
    let isSame = new.id == restoration.id
    restoration = new
    if !isSame { restore() }
  }

  /// Restores again after a failure.
  package func restore() { node.wrappedValue = Self.outcome(of: restoration) }

  /// Gives the stored state of a failed restore up, and restores again.
  package func startAfresh(after failure: RestorationFailure) {
    do {
      try failure.startAfresh?()
      restore()
    } catch {
      node.wrappedValue = .failure(
        RestorationFailure("\(error)", startAfresh: failure.startAfresh)
      )
    }
  }

  /// Cancels the machine.
  package func cancel() {
    if case .machine(let machine) = withoutGraphTracking({ outcome }) { machine.cancel() }
  }

  private static func outcome(of restoration: MachineRestoration<Transducer>) -> Outcome {
    do throws(RestorationFailure) {
      return .machine(try restoration.restore())
    } catch {
      return .failure(error)
    }
  }
}
