import Dispatch

/// Returns when what was put on the main queue before has run: deliveries, and the documents'
/// `DispatchQueue.main.async`. Several rounds, because one may lead to the next.
func settle() async {
  for _ in 0..<4 {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      DispatchQueue.main.async { continuation.resume() }
    }
  }
}
