import Dispatch

/// Returns after the work that is on the main queue now has run: deliveries, and the documents'
/// `DispatchQueue.main.async`. It waits for several rounds, because work can enqueue more work.
func drainMainQueue() async {
  for _ in 0..<4 {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      DispatchQueue.main.async { continuation.resume() }
    }
  }
}
