import CMeasurement

/// What the process has allocated.
public enum Allocations {
  /// Calls of malloc and its relatives by this thread so far.
  public static var count: Int { Int(measurement_allocation_count()) }

  /// Bytes in use on the heap, with malloc's overhead.
  public static var heapBytes: Int { Int(measurement_heap_bytes()) }
}
