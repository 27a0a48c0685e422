/// Removes from a failing list the parts that the failure does not need: halves, then quarters,
/// down to single elements.
///
/// - Parameter attemptLimit: The greatest number of calls of `fails`.
func shrink<Element>(
  _ list: [Element],
  attemptLimit: Int,
  whileFailing fails: ([Element]) -> Bool
) -> [Element] {
  var list = list
  var attemptCount = 0
  var size = max(1, list.count / 2)
  while true {
    var start = 0
    var isShorter = false
    while start < list.count {
      guard attemptCount < attemptLimit else { return list }
      attemptCount += 1
      var shorter = list
      shorter.removeSubrange(start..<min(start + size, list.count))
      if fails(shorter) {
        list = shorter
        isShorter = true
      } else {
        start += size
      }
    }
    if size == 1, !isShorter { return list }
    size = max(1, size / 2)
  }
}
